import { closeSync, fsyncSync, openSync } from 'node:fs'
import { dirname } from 'node:path'

/** Makes a new, empty file that only this user can read. Throws where there is one already. */
export function createPrivateFile(file: string): void {
  closeSync(openSync(file, 'wx', 0o600))
}

/** Brings a file and its name in the folder to the disk. */
export function syncFile(file: string): void {
  syncPath(file, 'r+')
  syncFolder(dirname(file))
}

/** Brings a folder's names to the disk. Windows cannot open a folder; NTFS journals names itself. */
export function syncFolder(folder: string, platform: NodeJS.Platform = process.platform): void {
  if (platform !== 'win32') syncPath(folder, 'r')
}

function syncPath(path: string, flags: 'r' | 'r+'): void {
  const descriptor = openSync(path, flags)
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}
