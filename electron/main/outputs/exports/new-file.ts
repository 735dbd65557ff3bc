import { type FileHandle, mkdir, open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type Result, success } from '../../../../shared/ipc/result'
import { diskFailure } from '../../platform/disk-fault'
import { numbered } from '../../platform/file-names'

/**
 * Writes a new file where a person finds it, `<name>.csv`, `<name>-2.csv` …; returns where. Rejects with what node:fs
 * throws. Nothing is ever written over another file, and no half file stays.
 */
export async function writeNewFile(
  folder: string,
  name: string,
  extension: 'csv' | 'pdf' | 'zip',
  content: string | Uint8Array | ((file: FileHandle) => Promise<void>),
): Promise<string> {
  await mkdir(folder, { recursive: true })
  const { file, path } = await openUnused(folder, name, extension, 1)
  try {
    await (typeof content === 'function' ? content(file) : file.writeFile(content))
    await file.sync()
    await file.close()
    await syncNames(folder)
    return path
  } catch (error) {
    await file.close()
    await rm(path, { force: true })
    throw error
  }
}

/** Brings a folder's names to the disk. Windows cannot open a folder; NTFS journals names itself. */
async function syncNames(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await open(folder, 'r')
  await handle.sync().finally(() => handle.close())
}

async function openUnused(
  folder: string,
  name: string,
  extension: string,
  number: number,
): Promise<{ file: FileHandle; path: string }> {
  const path = join(folder, `${numbered(name, number)}.${extension}`)
  try {
    return { file: await open(path, 'wx', 0o600), path }
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
    return openUnused(folder, name, extension, number + 1)
  }
}

/** Where a person finds what is exported, and which files were written there in this run. */
export class ExportFolder {
  private readonly written = new Set<string>()

  constructor(readonly path: string) {}

  note(file: string): void {
    this.written.add(file)
  }

  /** A window may not look round the computer: only such a file is shown. */
  has(file: string): boolean {
    return this.written.has(file)
  }

  /** A folder that cannot be written is no fault of the ledger: selling goes on. */
  async exported(write: () => Promise<string>): Promise<Result<{ file: string }>> {
    try {
      const file = await write()
      this.note(file)
      return success({ file })
    } catch (error) {
      return diskFailure('export-failed', error)
    }
  }
}
