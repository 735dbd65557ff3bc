import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { type FileHandle, mkdir, open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { failure, type Result, success } from '../../../../shared/ipc/result'
import { syncFolder } from '../../store/files/durable-files'

/**
 * Writes a new file where a person finds it; returns where. Throws what node:fs throws, also where there is
 * such a file already: nothing is ever written over another, and no half file stays.
 */
export function writeNew(folder: string, name: string, content: string | Uint8Array): string {
  mkdirSync(folder, { recursive: true })
  const file = join(folder, name)
  const descriptor = openSync(file, 'wx', 0o600)
  try {
    writeFileSync(descriptor, content)
    fsyncSync(descriptor)
    syncFolder(folder)
  } catch (error) {
    rmSync(file, { force: true })
    throw error
  } finally {
    closeSync(descriptor)
  }
  return file
}

/** The first of `name.pdf`, `name (2).pdf`, … that the folder does not have yet. */
export function unused(folder: string, name: string, extension: string): string {
  for (let other = 1; ; other++) {
    const file = `${name}${other === 1 ? '' : ` (${other})`}.${extension}`
    if (!existsSync(join(folder, file))) return file
  }
}

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

/** A folder that cannot be written is no fault of the ledger: selling goes on. */
export async function exported(write: () => Promise<string>): Promise<Result<{ file: string }>> {
  try {
    return success({ file: await write() })
  } catch (error) {
    return failure('export-failed', String(error))
  }
}
