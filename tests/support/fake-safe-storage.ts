import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import type { SafeStorage } from '../../electron/main/store/keychain-sealer'

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
