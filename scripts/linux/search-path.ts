import { accessSync, constants } from 'node:fs'
import path from 'node:path'

/** Whether a command can be found on the PATH. */
export function onPath(command: string, searched: string = process.env.PATH ?? ''): boolean {
  return searched.split(path.delimiter).some(folder => isExecutable(path.join(folder, command)))
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}
