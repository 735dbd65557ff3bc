import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'

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
