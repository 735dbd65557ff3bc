import { createCipheriv, createDecipheriv } from 'node:crypto'
import { z } from 'zod'
import type { FailureCode } from '../../../shared/ipc/result'
import type { Effort } from '../store/derivation'
import { checkedText, readChecked } from '../store/files/checked-json'
import { createKeySealer, type RandomBytes } from '../store/key-sealer'
import { createLock, lockSchema, sealerOf } from '../store/passphrase-lock'
import { readRecoveryCode, recoveryKey } from '../store/recovery-code'

/** A backup that could not be made, read or restored; `code` is what a screen says of it. */
export class BackupFailed extends Error {
  override readonly name = 'BackupFailed'

  constructor(
    readonly code: Extract<FailureCode, `backup-${string}`>,
    detail: string,
    options?: ErrorOptions,
  ) {
    super(detail, options)
  }
}

/*
 * A backup file: the line `KAUNTA BACKUP 1`, the length of the header (4 bytes), the header as JSON, and
 * sealed chunks. The header has a checksum and the file's own key, sealed by a recovery code, or by a passphrase
 * with its lock (scrypt with its effort and salt). Each chunk is AES-256-GCM with the nonce `prefix · number · last`, and the
 * header as associated data (the STREAM construction): a chunk that is changed, moved, left out or put in
 * from another file does not open, and a file that was cut has no last one.
 */

const magic = Buffer.from('KAUNTA BACKUP 1\n')
const anyVersion = /^KAUNTA BACKUP \d+\n/
const longestHeader = 4_096
const lengthBytes = 4
const prefixBytes = 7
const tagBytes = 16
const cipherName = 'aes-256-gcm'
const keyName = 'backup/key'

/** Bytes of content in each chunk but the last. */
export const chunkBytes = 65_536
/** The same chunk in the file. */
export const sealedChunkBytes = chunkBytes + tagBytes

/** The most that has to be read before the first chunk. */
export const longestStart = magic.length + lengthBytes + longestHeader

const headerSchema = z.strictObject({
  /** Null: the recovery code opens it. */
  lock: lockSchema.nullable(),
  key: z.base64().min(1),
  prefix: z.base64().length(Math.ceil(prefixBytes / 3) * 4),
})

/** What seals and opens the chunks of one file. */
export interface ChunkSealer {
  /** How many bytes stand before the first chunk. */
  startBytes: number
  seal(number: number, isLast: boolean, plain: Buffer): Buffer
  /** Null for anything but what was sealed in this place. */
  open(number: number, isLast: boolean, sealed: Buffer): Buffer | null
}

/** The start of a new file, which a recovery code or a passphrase opens, and what seals its chunks. */
export async function beginBackupFile(
  secret: string,
  deps: { random: RandomBytes; effort: Effort },
): Promise<{ start: Buffer; chunks: ChunkSealer }> {
  const code = readRecoveryCode(secret)
  const { lock, sealer } =
    code === null
      ? await createLock(secret, deps)
      : { lock: null, sealer: createKeySealer(recoveryKey(code), deps.random) }
  const key = deps.random(32)
  const prefix = deps.random(prefixBytes)
  const header = Buffer.from(
    checkedText({ lock, key: sealer.seal(keyName, key), prefix: prefix.toString('base64') }),
  )
  const length = Buffer.alloc(lengthBytes)
  length.writeUInt32BE(header.length)
  const start = Buffer.concat([magic, length, header])
  return { start, chunks: chunkSealer(key, prefix, start) }
}

/** Opens the start of a file; throws BackupFailed. With a passphrase it takes half a second by design. */
export async function openBackupFile(
  bytes: Buffer,
  secret: string,
  random: RandomBytes,
): Promise<ChunkSealer> {
  const { start, header } = readStart(bytes)
  const { lock } = header
  const code = readRecoveryCode(secret)
  const byCode = code && lock === null ? createKeySealer(recoveryKey(code), random) : null
  const sealer = lock === null ? byCode : await sealerOf(lock, secret, random)
  const key = sealer?.open(keyName, header.key) ?? null
  if (key === null) throw new BackupFailed('backup-wrong-passphrase', 'It does not open with this')
  return chunkSealer(key, Buffer.from(header.prefix, 'base64'), start)
}

function readStart(bytes: Buffer) {
  if (!bytes.subarray(0, magic.length).equals(magic)) throw strange(bytes)
  const headerAt = magic.length + lengthBytes
  if (bytes.length < headerAt) throw damaged('its start')
  const length = bytes.readUInt32BE(magic.length)
  const end = headerAt + length
  if (length > longestHeader || bytes.length < end) throw damaged('its header')
  const header = headerSchema.safeParse(readChecked(bytes.toString('utf8', headerAt, end)))
  if (!header.success) throw damaged('its header')
  return { start: bytes.subarray(0, end), header: header.data }
}

function strange(bytes: Buffer): BackupFailed {
  const isNewer = anyVersion.test(bytes.subarray(0, 40).toString('latin1'))
  return isNewer
    ? new BackupFailed('backup-newer', 'It has another version')
    : new BackupFailed('backup-not-one', 'It does not begin as a backup does')
}

/** What is said of a file that does not hold what was written. */
export function damaged(where: string): BackupFailed {
  return new BackupFailed('backup-damaged', `The file is damaged: ${where}`)
}

function chunkSealer(key: Buffer, prefix: Buffer, start: Buffer): ChunkSealer {
  const nonce = (number: number, isLast: boolean) => {
    const place = Buffer.alloc(5)
    place.writeUInt32BE(number)
    place.writeUInt8(isLast ? 1 : 0, 4)
    return Buffer.concat([prefix, place])
  }
  // Each file has its own random key, so a nonce is never used twice with one key.
  return {
    startBytes: start.length,
    seal(number, isLast, plain) {
      const cipher = createCipheriv(cipherName, key, nonce(number, isLast))
      cipher.setAAD(start)
      return Buffer.concat([cipher.update(plain), cipher.final(), cipher.getAuthTag()])
    },
    open(number, isLast, sealed) {
      if (sealed.length < tagBytes) return null
      const decipher = createDecipheriv(cipherName, key, nonce(number, isLast), {
        authTagLength: tagBytes,
      })
      decipher.setAAD(start)
      decipher.setAuthTag(sealed.subarray(-tagBytes))
      try {
        return Buffer.concat([decipher.update(sealed.subarray(0, -tagBytes)), decipher.final()])
      } catch {
        return null
      }
    },
  }
}
