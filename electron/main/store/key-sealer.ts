import { createCipheriv, createDecipheriv } from 'node:crypto'

export type RandomBytes = (size: number) => Buffer

/** Seals secrets into printable text that is worthless without the key behind it. */
export interface Sealer {
  /** `name` says what is sealed, so that one sealed value cannot stand in for another. */
  seal(name: string, plain: Buffer): string
  /** Null for anything but what `seal` gave for this name. */
  open(name: string, sealed: string): Buffer | null
}

const CIPHER = 'aes-256-gcm'
const NONCE_BYTES = 12
const TAG_BYTES = 16

/**
 * Seals with a key of 32 bytes. The text is the base64 of nonce, tag and sealed bytes; the name is
 * authenticated with them. A nonce is random and used once: twice with one key would undo GCM.
 */
export function createKeySealer(key: Buffer, random: RandomBytes): Sealer {
  return {
    seal(name, plain) {
      const nonce = random(NONCE_BYTES)
      const cipher = createCipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES })
      cipher.setAAD(Buffer.from(name))
      const sealed = Buffer.concat([cipher.update(plain), cipher.final()])
      return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64')
    },
    open(name, sealed) {
      try {
        return decrypt(key, name, Buffer.from(sealed, 'base64'))
      } catch {
        return null
      }
    },
  }
}

function decrypt(key: Buffer, name: string, bytes: Buffer): Buffer {
  const nonce = bytes.subarray(0, NONCE_BYTES)
  const decipher = createDecipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES })
  decipher.setAAD(Buffer.from(name))
  decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES))
  const plain = decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES))
  return Buffer.concat([plain, decipher.final()])
}
