import { mkdtemp, rmdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { run } from '../process/run'

const gigabyte = 1024 ** 3
/** The most that the files of a run may take, bytes, and what the computer must have left for it. */
const size = 6 * gigabyte
const leastMemory = 10 * gigabyte

/**
 * Does work whose temporary files are in memory: to make, sync and remove them on a disk takes a sixth of the processor
 * time of a test that has many. Where no disk in memory can be had they are where they always are.
 */
export async function withMemoryDisk<T>(work: () => Promise<T>): Promise<T> {
  const folder = await mountMemory()
  if (folder === null) return work()
  const before = process.env.TMPDIR
  process.env.TMPDIR = folder
  try {
    return await work()
  } finally {
    if (before === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = before
    // Lazily: a program that a test left behind may have a file open.
    await run('umount', ['-l', folder], { output: 'keep' })
    await rmdir(folder)
  }
}

/** Mounts one; its folder. Null where only root on Linux could, or where memory is short. */
async function mountMemory(): Promise<string | null> {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return null
  if (process.availableMemory() < leastMemory) return null
  const folder = await mkdtemp(path.join(tmpdir(), 'kaunta-tests-'))
  const how = ['-t', 'tmpfs', '-o', `size=${size},mode=1777`, 'tmpfs', folder]
  const { code } = await run('mount', how, { output: 'keep' })
  if (code === 0) return folder
  await rmdir(folder)
  return null
}
