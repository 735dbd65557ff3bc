import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import type { Effort } from '../store/derivation'
import type { RandomBytes } from '../store/key-sealer'
import { beginBackupFile, chunkBytes } from './backup-format'
import type { Manifest } from './manifest'

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
