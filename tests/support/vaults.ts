import { randomBytes } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { vi } from 'vitest'
import type { Clock } from '../../electron/main/clock'
import type { DocumentStore } from '../../electron/main/storage/document-store'
import type { KeychainSealer, Vault, VaultDeps } from '../../electron/main/vault'
import { type FakeSafeStorage, fakeSafeStorage } from './fake-safe-storage'

// Outside Electron its npm package gives the path of the program, and downloads it unless told one.
vi.hoisted(() => {
  process.env.ELECTRON_OVERRIDE_DIST_PATH ??= '.'
})

const { createKeychainSealer, openVault } = await import('../../electron/main/vault')
const { createCopiedDocument, createDocumentStore } = await import(
  '../../electron/main/storage/document-store'
)

export { createCopiedDocument, openVault }

/** The store of a vault's file in a folder. */
export const createVaultStore = (folder: string) => createDocumentStore(folder, 'vault')

/** The store of a folder's notes of where its chains ended. */
export const createHeadsStore = (folder: string) => createDocumentStore(folder, 'heads')

/** The store of how far a folder's ledger was shipped. */
export const createPositionStore = (folder: string) => createDocumentStore(folder, 'shop-position')

export const NOW = 1_750_000_000_000
export const PASSPHRASE = 'correct horse battery'
export const KEYS = {
  apiKey: 'PLANTED-api-key-1234',
  apiSecret: 'PLANTED-api-secret-5678',
  place: 'https://pay.example/service',
}

/** Cheap to try, for tests only. */
export const EFFORT = { cost: 1_024, blockSize: 8, parallelization: 1 }

/** A clock that does not move. */
const still: Clock = { wall: () => NOW, monotonic: () => 0, after: () => () => undefined }

export function deps(
  store: DocumentStore,
  keychain: KeychainSealer | null,
  clock: Clock = still,
): VaultDeps {
  return { store, keychain, random: randomBytes, clock, effort: EFFORT }
}

/** The vault of a folder, which must open. */
export function vaultIn(
  folder: string,
  keychain: KeychainSealer | null = null,
  clock: Clock = still,
): Vault {
  const opening = openVault(deps(createVaultStore(folder), keychain, clock))
  if (!opening.ok) throw new Error(`Not opened: ${opening.reason}`)
  return opening.vault
}

/** A vault with a passphrase, open. */
export async function passphraseVault(folder: string): Promise<Vault> {
  const vault = vaultIn(folder)
  await vault.createPassphrase(PASSPHRASE)
  return vault
}

/** A sealer on a keychain that is there. */
export function keychainOf(storage: FakeSafeStorage = fakeSafeStorage()): KeychainSealer {
  const keychain = createKeychainSealer(storage)
  if (keychain === null) throw new Error('No keychain')
  return keychain
}

/** A data key, which must be ready. */
export function keyOf(
  vault: Vault,
  kind: 'practice' | 'sandbox' | 'production' | 'auditLog',
  ledgerExists = false,
) {
  const dataKey = vault.dataKey(kind, ledgerExists)
  if (dataKey.state !== 'ready') throw new Error(`No data key: ${dataKey.state}`)
  return dataKey.key
}

/** The keys in plain, which must be ready. */
export function readyKeys(vault: Vault, kind: 'sandbox' | 'production') {
  const keys = vault.keys(kind)
  if (keys.state !== 'ready') throw new Error(`No keys: ${keys.state}`)
  const { apiKey, apiSecret, place, savedAt } = keys
  return { apiKey: apiKey.reveal(), apiSecret: apiSecret.reveal(), place, savedAt }
}

/** A vault's file as far as tests change it. */
interface EditableVault {
  connections: Record<'sandbox' | 'production', { apiKey: string; apiSecret: string }>
  dataKeys: Record<'practice' | 'sandbox' | 'production', unknown>
}

/** Changes the file of a vault, as damage or a thief would. */
export function edit(folder: string, change: (document: EditableVault) => void): void {
  const file = join(folder, 'vault.json')
  const document = JSON.parse(readFileSync(file, 'utf8'))
  change(document)
  writeFileSync(file, JSON.stringify(document))
}
