import { createHash, hkdfSync } from 'node:crypto'

/*
 * The recovery code: 128 random bits and 12 bits that check them, as 28 letters and digits in groups of four.
 * The letters are Crockford's: none looks like a digit, and I, L and O count as 1, 1 and 0.
 */

const letters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const secretBytes = 16
const checkBits = 12n
const length = 28
const groupLength = 4

/** A new code, from strong randomness. */
export function newRecoveryCode(random: (size: number) => Buffer): string {
  return codeOf(random(secretBytes))
}

function codeOf(secret: Buffer): string {
  let number = (numberOf(secret) << checkBits) | checkOf(secret)
  let text = ''
  for (let place = 0; place < length; place++) {
    text = letters.charAt(Number(number & 31n)) + text
    number >>= 5n
  }
  return (text.match(new RegExp(`.{${groupLength}}`, 'g')) ?? []).join('-')
}

function numberOf(bytes: Buffer): bigint {
  return BigInt(`0x${bytes.toString('hex')}`)
}

function checkOf(secret: Buffer): bigint {
  const [first = 0, second = 0] = createHash('sha256').update(secret).digest()
  return BigInt((first << 4) | (second >> 4))
}

/**
 * A code as typed, in the form that is printed; null for a text that is no code, or has a slip of the finger in
 * it. Capitals, blanks and dashes do not matter.
 */
export function readRecoveryCode(typed: string): string | null {
  const plain = typed.toUpperCase().replace(/[\s-]/g, '').replace(/[IL]/g, '1').replace(/O/g, '0')
  const places = [...plain].map(letter => letters.indexOf(letter))
  if (places.length !== length || places.includes(-1)) return null
  const number = places.reduce((sum, place) => (sum << 5n) | BigInt(place), 0n)
  const hex = (number >> checkBits).toString(16).padStart(secretBytes * 2, '0')
  const secret = Buffer.from(hex, 'hex')
  const isWhole = secret.length === secretBytes && checkOf(secret) === (number & 0xfffn)
  return isWhole ? codeOf(secret) : null
}

/** The key of 32 bytes that a code stands for. It needs no slow derivation: 128 bits are too many to try. */
export function recoveryKey(code: string): Buffer {
  return Buffer.from(hkdfSync('sha256', code, '', 'kaunta recovery code', 32))
}
