import './no-electron'
import { createDocumentStore } from '../../electron/main/store/files/document-store'
import { KeptSettings, type SettingsKeeper } from '../../electron/main/store/settings'
import type { TillStore } from '../../electron/main/store/till-store'
import { listeningLog } from './parts'
import { PASSPHRASE, storeIn } from './till-store'

export * from './till-store'

export { createDocumentStore }

/** The store of how far a folder's ledger was shipped. */
export const createPositionStore = (folder: string) => createDocumentStore(folder, 'shop-position')

/** A store that a passphrase protects, open. */
export async function passphraseStore(folder: string): Promise<TillStore> {
  const store = storeIn(folder)
  if (store.closed() === 'passphrase') await store.open(PASSPHRASE)
  else await store.choosePassphrase(PASSPHRASE)
  return store
}

/** The settings on a store. */
export function settingsOn(folder: string, store: TillStore): KeptSettings {
  return new KeptSettings(
    store,
    createDocumentStore(folder, 'preferences'),
    listeningLog().log,
    () => undefined,
  )
}

/** The settings of a folder, opened as at a start. */
export function settingsIn(folder: string): SettingsKeeper {
  return settingsOn(folder, storeIn(folder))
}
