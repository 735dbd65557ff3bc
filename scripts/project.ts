import { accessSync, constants } from 'node:fs'
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

/**
 * The script behind a command that a package installs, to be run by this Node: the `.cmd` files
 * npm makes on Windows cannot be started without a shell.
 */
export async function toolScript(packageName: string, command: string): Promise<string> {
  const { folder, manifest } = await readPackage(packageName)
  const { bin } = manifest as { bin?: string | Record<string, string> }
  const script = typeof bin === 'string' ? bin : bin?.[command]
  if (!script) throw new Error(`${packageName} has no command ${command}`)
  return path.join(folder, script)
}

/** Whether a command can be found on the PATH. */
export function onPath(command: string): boolean {
  return (process.env.PATH ?? '').split(path.delimiter).some(folder => {
    try {
      accessSync(path.join(folder, command), constants.X_OK)
      return true
    } catch {
      return false
    }
  })
}
