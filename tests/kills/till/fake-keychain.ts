import { createCipheriv, createDecipheriv } from 'node:crypto'
import {
  createKeychainSealer,
  type KeychainSealer,
} from '../../../electron/main/store/keychain-sealer'

const key = Buffer.alloc(16, 'key')
const iv = Buffer.alloc(16, ' ')

/**
 * The till's own keychain sealer over a fake of the operating system's: one fixed key, so that
 * every start, and every salvage of the ledger, opens what an earlier one sealed.
 */
export function fakeKeychain(): KeychainSealer {
  const sealer = createKeychainSealer({
    isEncryptionAvailable: () => true,
    getSelectedStorageBackend: () => 'fake',
    encryptString(text) {
      const cipher = createCipheriv('aes-128-cbc', key, iv)
      return Buffer.concat([cipher.update(text), cipher.final()])
    },
    decryptString(sealed) {
      const decipher = createDecipheriv('aes-128-cbc', key, iv)
      return Buffer.concat([decipher.update(sealed), decipher.final()]).toString('utf8')
    },
  })
  if (!sealer) throw new Error('The fake keychain was not accepted')
  return sealer
}
