import { createReadStream } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import type { ConnectionKind } from '../../../shared/connection'
import type { Effort } from '../store/derivation'
import type { RandomBytes } from '../store/key-sealer'
import {
  BackupFailed,
  beginBackupFile,
  type ChunkSealer,
  chunkBytes,
  damaged,
  longestStart,
  openBackupFile,
  sealedChunkBytes,
} from './backup-format'

export const ledgerKinds = ['practice', 'sandbox', 'production'] as const satisfies ConnectionKind[]

/**
 * The files of a data folder that a backup holds. Left out: the log, what was set aside, and `key.json`, whose
 * content is wrapped again on the other computer.
 */
export const backupFiles = [
  'till.db',
  'ledger-practice.db',
  'ledger-sandbox.db',
  'ledger-production.db',
  'practice-service.jsonl',
  'unseen-results.json',
  'preferences.json',
] as const

const count = z.int().nonnegative()
const key = z.base64().length(44)

/**
 * The first part of a backup's content. It is encrypted like the rest, for it holds the key. What the till and its
 * ledgers have is read from their own files: see `contentsOf`.
 */
export const manifestSchema = z.strictObject({
  version: z.literal(1),
  app: z.string().max(40),
  /** Wall clock, ms. */
  madeAt: count,
  files: z
    .array(z.strictObject({ name: z.enum(backupFiles), size: count }))
    .max(backupFiles.length),
  key: z.strictObject({
    till: key,
    isProtected: z.boolean(),
    practice: key,
    ledgerIds: z.strictObject({ sandbox: z.string(), production: z.string() }),
  }),
})

export type Manifest = z.infer<typeof manifestSchema>

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
): Promise<void> {
  const { start, chunks } = await beginBackupFile(secret, deps)
  const file = await open(target, 'wx', 0o600)
  try {
    await file.appendFile(start)
    let number = 0
    for await (const { plain, isLast } of inChunks(contentOf(manifest, folder))) {
      await file.appendFile(chunks.seal(number, isLast, plain))
      number += 1
    }
    await file.sync()
  } finally {
    await file.close()
  }
}

/** The length of the manifest, the manifest, and the files in its order. */
async function* contentOf(manifest: Manifest, folder: string): AsyncGenerator<Buffer> {
  const text = Buffer.from(JSON.stringify(manifest))
  const length = Buffer.alloc(4)
  length.writeUInt32BE(text.length)
  yield Buffer.concat([length, text])
  for (const { name } of manifest.files)
    for await (const piece of createReadStream(join(folder, name))) yield piece
}

/** The same bytes in pieces of one size; only the last may be shorter, and there is always one. */
async function* inChunks(
  content: AsyncIterable<Buffer>,
): AsyncGenerator<{ plain: Buffer; isLast: boolean }> {
  let rest: Buffer = Buffer.alloc(0)
  for await (const piece of content) {
    rest = Buffer.concat([rest, piece])
    // What is left may be the end of the file, so one byte at least stays back.
    while (rest.length > chunkBytes) {
      yield { plain: rest.subarray(0, chunkBytes), isLast: false }
      rest = rest.subarray(chunkBytes)
    }
  }
  yield { plain: rest, isLast: true }
}

/** A manifest is a few thousand bytes; this keeps a strange one from taking all memory. */
const longestManifest = 1_048_576

/**
 * Reads all of a backup, checks every byte of it, and writes its files into a folder, which is empty. Throws
 * BackupFailed, or what node:fs throws; then the folder may hold a part of it.
 */
export async function readBackup(
  source: string,
  secret: string,
  folder: string,
  random: RandomBytes,
): Promise<Manifest> {
  const file = await open(source, 'r')
  try {
    const chunks = await openBackupFile(await readAt(file, 0, longestStart), secret, random)
    const { size } = await file.stat()
    const content = createContentReader(plainChunks(file, chunks, size))
    const manifest = await readManifest(content)
    for (const { name, size } of manifest.files) await writePart(content, join(folder, name), size)
    if (!(await content.isAtEnd())) throw damaged('more than its files')
    return manifest
  } finally {
    await file.close()
  }
}

async function readManifest(content: ContentReader): Promise<Manifest> {
  const length = (await content.take(4)).readUInt32BE()
  if (length > longestManifest) throw damaged('the list of its files')
  const read: unknown = JSON.parse((await content.take(length)).toString('utf8'))
  const manifest = manifestSchema.safeParse(read)
  if (manifest.success) return manifest.data
  // It is authenticated, so some version of this app wrote it.
  throw new BackupFailed('backup-newer', 'The list of its files is of another version')
}

async function writePart(content: ContentReader, path: string, size: number): Promise<void> {
  const target = await open(path, 'wx', 0o600)
  try {
    for await (const piece of content.pieces(size)) await target.appendFile(piece)
    await target.sync()
  } finally {
    await target.close()
  }
}

async function* plainChunks(
  file: FileHandle,
  chunks: ChunkSealer,
  size: number,
): AsyncGenerator<Buffer> {
  const count = Math.max(1, Math.ceil((size - chunks.startBytes) / sealedChunkBytes))
  for (let number = 0; number < count; number++) {
    const sealed = await readAt(
      file,
      chunks.startBytes + number * sealedChunkBytes,
      sealedChunkBytes,
    )
    const plain = chunks.open(number, number === count - 1, sealed)
    if (plain === null) throw damaged(`part ${number + 1} of ${count}`)
    yield plain
  }
}

async function readAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const buffer = Buffer.alloc(length)
  let filled = 0
  while (filled < length) {
    const { bytesRead } = await file.read(buffer, filled, length - filled, position + filled)
    if (bytesRead === 0) break
    filled += bytesRead
  }
  return buffer.subarray(0, filled)
}

/** Takes what it is asked for from chunks of any size. */
interface ContentReader {
  take(length: number): Promise<Buffer>
  pieces(length: number): AsyncGenerator<Buffer>
  isAtEnd(): Promise<boolean>
}

function createContentReader(chunks: AsyncGenerator<Buffer>): ContentReader {
  let rest: Buffer = Buffer.alloc(0)

  async function fill(): Promise<boolean> {
    while (rest.length === 0) {
      const next = await chunks.next()
      if (next.done) return false
      rest = next.value
    }
    return true
  }

  async function* pieces(length: number): AsyncGenerator<Buffer> {
    for (let left = length; left > 0; ) {
      if (!(await fill())) throw damaged('its end is missing')
      const piece = rest.subarray(0, left)
      rest = rest.subarray(piece.length)
      left -= piece.length
      yield piece
    }
  }

  return {
    pieces,
    async take(length) {
      const parts: Buffer[] = []
      for await (const piece of pieces(length)) parts.push(piece)
      return Buffer.concat(parts)
    },
    isAtEnd: async () => !(await fill()),
  }
}
