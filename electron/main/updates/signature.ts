import { createPublicKey, verify } from 'node:crypto'

/** What comes before the 32 bytes of an Ed25519 key in its standard form (RFC 8410). */
const derPrefix = Buffer.from('302a300506032b6570032100', 'hex')

/**
 * Whether `signature` (base64) is the publisher's of exactly this text. Any other kind of text is
 * "no", never an exception.
 */
export function isSignedBy(publicKey: string, text: string, signature: string): boolean {
  const raw = Buffer.from(publicKey, 'base64')
  const bytes = Buffer.from(signature.trim(), 'base64')
  if (raw.length !== 32 || bytes.length !== 64) return false
  const key = createPublicKey({
    key: Buffer.concat([derPrefix, raw]),
    format: 'der',
    type: 'spki',
  })
  return verify(null, Buffer.from(text), key, bytes)
}
