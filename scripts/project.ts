import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { Problem } from './problem'

/** The project's own folder, whatever folder a script is started from. */
export const root = path.resolve(import.meta.dirname, '..')

/** A path inside the project. */
export const inProject = (...parts: string[]): string => path.join(root, ...parts)

/** A JSON file's content, unjudged: the caller checks what it relies on. */
export async function readJson(file: string): Promise<unknown> {
  return JSON.parse(await readFile(file, 'utf8'))
}

/** The folder and the manifest of a package that is installed in the project. */
export async function readPackage(name: string): Promise<{ folder: string; manifest: unknown }> {
  const folder = inProject('node_modules', ...name.split('/'))
  try {
    return { folder, manifest: await readJson(path.join(folder, 'package.json')) }
  } catch (cause) {
    throw new Problem(`${name} is not installed.`, 'Run `npm install`, then try again.', { cause })
  }
}
