import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { withProgress } from '../command'
import { run } from '../process/run'
import { inProject, readPackage } from '../project'

const packageFolder = inProject('node_modules', 'electron')
const longest = 10 * 60 * 1000

/** Where the official Electron is, or would be, unpacked. */
export const officialFolder = path.join(packageFolder, 'dist')

/** The executable inside a folder that holds an unpacked Electron. */
export function executableIn(folder: string, platform: NodeJS.Platform = process.platform): string {
  if (platform === 'darwin')
    return path.join(folder, 'Electron.app', 'Contents', 'MacOS', 'Electron')
  return path.join(folder, platform === 'win32' ? 'electron.exe' : 'electron')
}

/** The version of the `electron` package: what we declare and ship. */
export async function officialVersion(): Promise<string> {
  const { manifest } = await readPackage('electron')
  return (manifest as { version: string }).version
}

/** Whether the official Electron of the declared version is there, whole. */
export async function isOfficialInstalled(version: string): Promise<boolean> {
  const marks = ['path.txt', path.join('dist', 'version')].map(name =>
    path.join(packageFolder, name),
  )
  // Its installer writes path.txt last.
  if (![...marks, executableIn(officialFolder)].every(existsSync)) return false
  const found = await readFile(path.join(officialFolder, 'version'), 'utf8')
  return found.trim().replace(/^v/, '') === version
}

/** Lets the `electron` package fetch its own binary. Answers with the reason when it could not. */
export async function downloadOfficial(version: string): Promise<string | undefined> {
  const installer = path.join(packageFolder, 'install.js')
  const ended = await withProgress(`Downloading Electron ${version}`, () =>
    run(process.execPath, [installer], { output: 'keep', timeoutMs: longest }),
  )
  if (ended.timedOut) return `no end after ${longest / 60_000} minutes`
  // It ends with 0 also where it only believes it is installed (a stray path.txt).
  if (ended.code === 0 && (await isOfficialInstalled(version))) return undefined
  return firstLine(ended.output) ?? `its installer ended with code ${ended.code}`
}

function firstLine(output: string): string | undefined {
  return output
    .split('\n')
    .find(line => /error/i.test(line))
    ?.trim()
}
