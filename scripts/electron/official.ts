import { existsSync } from 'node:fs'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { run } from '../process/run'
import { withProgress } from '../progress'
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

const rememberedFor = 24 * 60 * 60 * 1000

/** A download that failed, remembered so that not every start waits for it again. */
export interface FailedDownload {
  version: string
  at: number
  reason: string
}

const fileIn = (cache: string) => path.join(cache, 'electron-download-failed.json')

/** Whether a remembered failure still says something about a download now. */
export function isStillTrue(failed: FailedDownload, version: string, now: number): boolean {
  const age = now - failed.at
  // A clock that was set back must not keep the memory alive for longer.
  return failed.version === version && age >= 0 && age < rememberedFor
}

/** The last failed download, if there was one. */
export async function recallFailure(cache: string): Promise<FailedDownload | undefined> {
  try {
    return JSON.parse(await readFile(fileIn(cache), 'utf8')) as FailedDownload
  } catch (error) {
    // Half-written by a crash: then nothing is remembered, and the download is simply tried.
    if (error instanceof SyntaxError) return undefined
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

/** Remembers that a download failed. */
export async function rememberFailure(cache: string, failed: FailedDownload): Promise<void> {
  await mkdir(cache, { recursive: true })
  await writeFile(fileIn(cache), JSON.stringify(failed))
}

/** Forgets it: a download worked. */
export async function forgetFailure(cache: string): Promise<void> {
  await rm(fileIn(cache), { force: true })
}
