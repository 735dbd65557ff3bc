import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import type { Clock } from '../../electron/main/platform/clock'
import { createLog } from '../../electron/main/platform/log'
import {
  createKeychainSealer,
  type KeychainSealer,
  type SafeStorage,
} from '../../electron/main/store/keychain-sealer'
import { TillStore, type TillStoreDeps } from '../../electron/main/store/till-store'
import type { ServiceKind } from '../../shared/connection'

const NOW = 1_750_000_000_000
export const PASSPHRASE = 'correct horse battery'
export const KEYS = { apiKey: 'PLANTED-api-key-1234', apiSecret: 'PLANTED-api-secret-5678' }

/** Cheap to try, for tests only. */
export const EFFORT = { cost: 1_024, blockSize: 8, parallelization: 1 }

/** A clock that does not move. */
const still: Clock = { wall: () => NOW, monotonic: () => 0, after: () => () => undefined }

/** The store of a folder, as at a start; `keychain` null where the computer has none. */
export function storeIn(
  folder: string,
  keychain: KeychainSealer | null = null,
  more: Partial<TillStoreDeps> = {},
): TillStore {
  return new TillStore({
    folder,
    keychain: () => keychain,
    random: randomBytes,
    clock: still,
    log: createLog({ write: () => undefined }),
    changed: () => undefined,
    effort: EFFORT,
    ...more,
  })
}

/** Keys and an address, as saved and tested. */
export function saveKeys(store: TillStore, kind: ServiceKind = 'production', keys = KEYS): void {
  store.commit(document => ({
    ...document,
    keys: { ...document.keys, [kind]: { ...keys, savedAt: NOW } },
    settings: {
      ...document.settings,
      [kind]: { ...document.settings[kind], address: 'https://pay.example' },
    },
  }))
}

/** A fake of Electron's safeStorage: like it on Linux, AES-CBC without any check of damage. */
export interface FakeSafeStorage extends SafeStorage {
  available: boolean
  backend: string
  /** As when the keyring is locked after the start. */
  locked: boolean
}

export function fakeSafeStorage(key = randomBytes(16)): FakeSafeStorage {
  const iv = Buffer.alloc(16, ' ')
  const fake: FakeSafeStorage = {
    available: true,
    backend: 'gnome_libsecret',
    locked: false,
    isEncryptionAvailable: () => fake.available,
    getSelectedStorageBackend: () => fake.backend,
    encryptString(plainText) {
      if (fake.locked) throw new Error('Error while encrypting')
      const cipher = createCipheriv('aes-128-cbc', key, iv)
      return Buffer.concat([cipher.update(plainText), cipher.final()])
    },
    decryptString(encrypted) {
      if (fake.locked) throw new Error('Error while decrypting')
      const decipher = createDecipheriv('aes-128-cbc', key, iv)
      return Buffer.concat([decipher.update(encrypted), decipher.final()]).toString('utf8')
    },
  }
  return fake
}

/** A keychain that is there. */
export function keychainOf(storage: FakeSafeStorage = fakeSafeStorage()): KeychainSealer {
  const keychain = createKeychainSealer(storage)
  if (keychain === null) throw new Error('No keychain')
  return keychain
}
