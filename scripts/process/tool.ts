import path from 'node:path'
import { readPackage } from '../project'

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
