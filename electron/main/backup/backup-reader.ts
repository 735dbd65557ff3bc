import { createHash } from 'node:crypto'
import { type FileHandle, open } from 'node:fs/promises'
import { join } from 'node:path'
import type { RandomBytes } from '../store/key-sealer'
import { BackupFailed } from './backup-error'
import {
  type ChunkSealer,
  damaged,
  longestStart,
  openBackupFile,
  sealedChunkBytes,
} from './backup-format'
import { type Manifest, manifestSchema } from './manifest'

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
    for (const each of manifest.files) await writeChecked(content, join(folder, each.name), each)
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

async function writeChecked(
  content: ContentReader,
  path: string,
  { name, size, sha256 }: Manifest['files'][number],
): Promise<void> {
  const hash = createHash('sha256')
  const target = await open(path, 'wx', 0o600)
  try {
    for await (const piece of content.pieces(size)) {
      hash.update(piece)
      await target.appendFile(piece)
    }
    await target.sync()
  } finally {
    await target.close()
  }
  if (hash.digest('hex') !== sha256) throw damaged(name)
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
