import { type FileHandle, mkdir, open, rm } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * Writes a new file in a folder that may hold others: `<name>.csv`, `<name>-2.csv` … Nothing is
 * overwritten, and a file that could not be finished is taken away again.
 */
export async function writeNewFile(
  folder: string,
  name: string,
  write: (file: FileHandle) => Promise<void>,
  ending = 'csv',
): Promise<string> {
  await mkdir(folder, { recursive: true })
  const { file, path } = await openUnused(folder, name, ending, 1)
  try {
    await write(file)
    await file.sync()
    await file.close()
    return path
  } catch (error) {
    await file.close()
    await rm(path, { force: true })
    throw error
  }
}

async function openUnused(
  folder: string,
  name: string,
  ending: string,
  number: number,
): Promise<{ file: FileHandle; path: string }> {
  const path = join(folder, `${name}${number === 1 ? '' : `-${number}`}.${ending}`)
  try {
    return { file: await open(path, 'wx', 0o600), path }
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
    return openUnused(folder, name, ending, number + 1)
  }
}
