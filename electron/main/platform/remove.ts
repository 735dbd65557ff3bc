import { lstatSync, readdirSync, rmdirSync, unlinkSync } from 'node:fs'
import { join } from 'node:path'

/*
 * In place of `rmSync`, which loses the code of an error on Node 24: a read-only disk was not recognised. A rule of
 * the linter forbids it in electron/main.
 */

/** Removes a file, if it is there. Throws what node:fs throws, with its code. */
export function removeFile(file: string): void {
  try {
    unlinkSync(file)
  } catch (error) {
    if (Reflect.get(Object(error), 'code') !== 'ENOENT') throw error
  }
}

/** Removes a folder with all that is in it, or a file, if it is there; links are not followed. Throws as above. */
export function removeAll(path: string): void {
  if (lstatSync(path, { throwIfNoEntry: false })?.isDirectory()) {
    for (const name of readdirSync(path)) removeAll(join(path, name))
    rmdirSync(path)
  } else removeFile(path)
}
