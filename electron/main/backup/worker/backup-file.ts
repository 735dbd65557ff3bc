import { createCipheriv, createDecipheriv } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { type FileHandle, open, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { z } from 'zod'
import type { Effort } from '../../store/derivation'
import { checkedText, readChecked } from '../../store/files/checked-json'
import { syncFile } from '../../store/files/durable-files'
import { createKeySealer, type RandomBytes, type Sealer } from '../../store/key-sealer'
import { createLock, lockSchema, sealerOf } from '../../store/passphrase-lock'
import { readRecoveryCode, recoveryKey } from '../../store/recovery-code'
import { BackupFailed } from '../backup-failed'
import { type Manifest, sealedSchema } from '../manifest'

/*
 * A backup file: the line `KAUNTA BACKUP 1`, a header (a line of JSON with a checksum), and the files, one after the
 * other. The header has the manifest, sealed by a recovery code, or by a passphrase with its lock (scrypt with its
 * effort and salt). The manifest names the files and has the backup's own random key. Each file is AES-256-GCM under
 * that key, with its place in the list as the nonce, and its tag behind it: one that is changed, moved, or of another
 * backup does not open, and the sizes say where a file that was cut ends.
 */

const magic = Buffer.from('KAUNTA BACKUP 1\n')
const anyVersion = /^KAUNTA BACKUP \d+\n/
const newline = 10
/** A header is a few thousand bytes; this keeps a strange file from taking all memory. */
const longestHeader = 65_536
const tagBytes = 16
const cipherName = 'aes-256-gcm'
const sealedName = 'backup/manifest'

const headerSchema = z.strictObject({
  /** Null: the recovery code opens it. */
  lock: lockSchema.nullable(),
  manifest: z.base64().min(1),
})

interface WriteDeps {
  random: RandomBytes
  effort: Effort
  /** A recovery code or a passphrase. */
  secret: string
}

/**
 * Writes a new backup file of the files in a folder, and brings it to the disk. Memory stays bounded. Throws
 * what node:fs throws; then there may be a part of it.
 */
export async function writeBackup(
  target: string,
  manifest: Manifest,
  folder: string,
  { secret, ...deps }: WriteDeps,
  sign: () => void,
): Promise<void> {
  const code = readRecoveryCode(secret)
  const { lock, sealer } =
    code === null
      ? await createLock(secret, deps)
      : { lock: null, sealer: createKeySealer(recoveryKey(code), deps.random) }
  const filesKey = deps.random(32)
  const sealed = { manifest, filesKey: filesKey.toString('base64') }
  const header = { lock, manifest: sealer.seal(sealedName, Buffer.from(JSON.stringify(sealed))) }
  const start = Buffer.concat([magic, Buffer.from(`${checkedText(header)}\n`)])
  const file = await open(target, 'wx', 0o600)
  try {
    const write = syncingWriter(file, sign)
    await write(start)
    for (const [place, { name }] of manifest.files.entries()) {
      const cipher = createCipheriv(cipherName, filesKey, nonceOf(place))
      for await (const piece of createReadStream(join(folder, name)))
        await write(cipher.update(piece))
      await write(cipher.final())
      await write(cipher.getAuthTag())
    }
  } finally {
    await file.close()
  }
  syncFile(target)
}

/** A disk takes what is written into its memory first: brought to it in pieces, the last one takes no minute. */
const syncedBytes = 16 * 1024 * 1024

function syncingWriter(file: FileHandle, sign: () => void) {
  let unsynced = 0
  return async (bytes: Uint8Array) => {
    await file.writeFile(bytes)
    unsynced += bytes.length
    if (unsynced >= syncedBytes) {
      await file.datasync()
      unsynced = 0
    }
    sign()
  }
}

/**
 * Reads all of a backup, checks every byte of it, and writes its files into a folder, which is empty. Throws
 * BackupFailed, or what node:fs throws; then the folder may hold a part of it. With a passphrase it takes half a
 * second by design.
 */
export async function readBackup(
  source: string,
  secret: string,
  folder: string,
  random: RandomBytes,
  sign: () => void,
): Promise<Manifest> {
  const { header, end } = await readStart(source)
  const sealer = await sealerFor(header.lock, secret, random)
  const opened = sealer?.open(sealedName, header.manifest) ?? null
  if (opened === null)
    throw new BackupFailed('backup-wrong-passphrase', 'It does not open with this')
  const read = sealedSchema.safeParse(JSON.parse(opened.toString('utf8')))
  // It is authenticated, so some version of this app wrote it.
  if (!read.success) throw new BackupFailed('backup-newer', 'The list of its files is another one')
  const { manifest, filesKey } = read.data
  const sizes = manifest.files.map(({ size }) => size + tagBytes)
  const { size } = await stat(source)
  if (size !== sizes.reduce((sum, each) => sum + each, end)) throw damaged('its length')
  let from = end
  for (const [place, file] of manifest.files.entries()) {
    const decipher = createDecipheriv(cipherName, Buffer.from(filesKey, 'base64'), nonceOf(place))
    const behind = from + file.size
    decipher.setAuthTag(await bytesOf(source, behind, tagBytes))
    const content = file.size === 0 ? Readable.from([]) : partOf(source, from, file.size)
    const target = createWriteStream(join(folder, file.name), { flags: 'wx', mode: 0o600 })
    content.on('data', sign)
    await pipeline(content, decipher, target).catch(error => {
      // A disk that fails names what it could not do.
      throw Object.hasOwn(error, 'syscall') ? error : damaged(file.name)
    })
    syncFile(join(folder, file.name))
    from = behind + tagBytes
  }
  return manifest
}

async function readStart(source: string) {
  const bytes = await bytesOf(source, 0, magic.length + longestHeader)
  if (!bytes.subarray(0, magic.length).equals(magic)) throw strange(bytes)
  const end = bytes.indexOf(newline, magic.length) + 1
  const header = headerSchema.safeParse(readChecked(bytes.toString('utf8', magic.length, end)))
  if (!header.success) throw damaged('its header')
  return { header: header.data, end }
}

/** Null for a passphrase where only a recovery code opens it. */
async function sealerFor(
  lock: z.infer<typeof headerSchema>['lock'],
  secret: string,
  random: RandomBytes,
): Promise<Sealer | null> {
  if (lock !== null) return sealerOf(lock, secret, random)
  const code = readRecoveryCode(secret)
  return code === null ? null : createKeySealer(recoveryKey(code), random)
}

/** Each backup has its own random key, so a nonce is never used twice with one key. */
function nonceOf(place: number): Buffer {
  const nonce = Buffer.alloc(12)
  nonce.writeUInt32BE(place)
  return nonce
}

function partOf(file: string, from: number, length: number): Readable {
  return createReadStream(file, { start: from, end: from + length - 1 })
}

async function bytesOf(file: string, from: number, length: number): Promise<Buffer> {
  return Buffer.concat(await partOf(file, from, length).toArray())
}

function strange(bytes: Buffer): BackupFailed {
  const isNewer = anyVersion.test(bytes.subarray(0, 40).toString('latin1'))
  return isNewer
    ? new BackupFailed('backup-newer', 'It has another version')
    : new BackupFailed('backup-not-one', 'It does not begin as a backup does')
}

/** What is said of a file that does not hold what was written. */
function damaged(where: string): BackupFailed {
  return new BackupFailed('backup-damaged', `The file is damaged: ${where}`)
}
