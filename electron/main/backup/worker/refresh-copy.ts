import { type FileHandle, open } from 'node:fs/promises'

const blockBytes = 1024 * 1024

/**
 * Makes a file the same as another, and writes only what differs: a copy that has to be made again is mostly there
 * already. Rejects with what node:fs throws.
 */
export async function refreshCopy(from: string, to: string, sign: () => void): Promise<void> {
  const source = await open(from, 'r')
  try {
    const copy = await open(to, 'a').then(async made => {
      await made.close()
      return open(to, 'r+')
    })
    try {
      await copy.chmod(0o600)
      await copy.truncate(await refreshBlocks(source, copy, sign))
    } finally {
      await copy.close()
    }
  } finally {
    await source.close()
  }
}

/** Returns how long the source is. */
async function refreshBlocks(
  source: FileHandle,
  copy: FileHandle,
  sign: () => void,
): Promise<number> {
  const wanted = Buffer.alloc(blockBytes)
  const there = Buffer.alloc(blockBytes)
  for (let at = 0; ; ) {
    const { bytesRead } = await source.read(wanted, 0, blockBytes, at)
    if (bytesRead === 0) return at
    const { bytesRead: old } = await copy.read(there, 0, bytesRead, at)
    const block = wanted.subarray(0, bytesRead)
    if (!there.subarray(0, old).equals(block)) await copy.write(block, 0, bytesRead, at)
    at += bytesRead
    sign()
  }
}
