import { vi } from 'vitest'
import {
  createKeychainSealer,
  type KeychainSealer,
} from '../../electron/main/store/keychain-sealer'
import { KeptSettings, type SettingsKeeper } from '../../electron/main/store/settings'
import type { TillStore } from '../../electron/main/store/till-store'
import { listeningLog } from './parts'
import { type FakeSafeStorage, fakeSafeStorage, PASSPHRASE, storeIn } from './till-store'

export * from './till-store'

// Outside Electron its npm package gives the path of the program, and downloads it unless told one.
vi.hoisted(() => {
  process.env.ELECTRON_OVERRIDE_DIST_PATH ??= '.'
})

export const { createDocumentStore } = await import(
  '../../electron/main/store/files/document-store'
)

/** The store of how far a folder's ledger was shipped. */
export const createPositionStore = (folder: string) => createDocumentStore(folder, 'shop-position')

/** A keychain that is there. */
export function keychainOf(storage: FakeSafeStorage = fakeSafeStorage()): KeychainSealer {
  const keychain = createKeychainSealer(storage)
  if (keychain === null) throw new Error('No keychain')
  return keychain
}

/** A store that a passphrase protects, open. */
export async function passphraseStore(folder: string): Promise<TillStore> {
  const store = storeIn(folder)
  if (store.closed() === 'passphrase') await store.open(PASSPHRASE)
  else await store.createPassphrase(PASSPHRASE)
  return store
}

/** The settings on a store. */
export function settingsOn(folder: string, store: TillStore): KeptSettings {
  return new KeptSettings(store, createDocumentStore(folder, 'preferences'), listeningLog().log)
}

/** The settings of a folder, opened as at a start. */
export function settingsIn(folder: string): SettingsKeeper {
  return settingsOn(folder, storeIn(folder))
}
