import { lstatSync } from 'node:fs'
import { basename, join, win32 } from 'node:path'

/** A document names a file that is not in the data folder. */
export class OutsideFolder extends Error {
  override name = 'OutsideFolder'
}

/**
 * The path of a file whose name was read from a document, which a person may have edited. Throws OutsideFolder
 * where the name is a path, or where a link of that name, or of its journal's, leads elsewhere.
 */
export function fileInFolder(folder: string, name: string): string {
  const isPlain = name === basename(name) && name === win32.basename(name) && !name.includes(':')
  if (!isPlain || name === '' || name === '.' || name === '..')
    throw new OutsideFolder('A name in the vault is a path')
  const path = join(folder, name)
  for (const each of [path, `${path}-journal`])
    if (lstatSync(each, { throwIfNoEntry: false })?.isSymbolicLink())
      throw new OutsideFolder('A name in the vault is a link')
  return path
}
