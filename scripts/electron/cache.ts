import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rename, rm, stat } from 'node:fs/promises'
import { homedir, hostname } from 'node:os'
import path from 'node:path'
import { note } from '../command'

const building = '.building-'
const abandonedAfter = 24 * 60 * 60 * 1000

/** Where this user's machine keeps things that can be fetched again: outside the project. */
export function cacheFolder(
  platform: NodeJS.Platform = process.platform,
  env: NodeJS.ProcessEnv = process.env,
  home: string = homedir(),
): string {
  return path.join(userCache(platform, env, home), 'kaunta')
}

function userCache(platform: NodeJS.Platform, env: NodeJS.ProcessEnv, home: string): string {
  if (platform === 'win32') return env.LOCALAPPDATA ?? path.join(home, 'AppData', 'Local')
  if (platform === 'darwin') return path.join(home, 'Library', 'Caches')
  const xdg = env.XDG_CACHE_HOME
  // The XDG specification: a relative path is to be ignored.
  return xdg && path.isAbsolute(xdg) ? xdg : path.join(home, '.cache')
}

/**
 * Makes `target` by `build`, or not at all: it is built elsewhere and appears whole, by one rename.
 * Two processes may do it at once; the first to finish wins and the other takes its work.
 * `build` gets a scratch folder and answers with the folder inside it that is the result.
 */
export async function publish(
  target: string,
  build: (scratch: string) => Promise<string>,
): Promise<void> {
  const parent = path.dirname(target)
  await mkdir(parent, { recursive: true })
  await sweep(parent)
  const scratch = await mkdtemp(path.join(parent, `${building}${hostname()}-${process.pid}-`))
  try {
    await moveInto(target, await build(scratch))
  } finally {
    await rm(scratch, { recursive: true, force: true })
  }
}

async function moveInto(target: string, made: string): Promise<void> {
  try {
    await rename(made, target)
  } catch (error) {
    if (!existsSync(target)) throw error
    note(`${target} was made by another process meanwhile; that one is used.`)
  }
}

/** Removes what interrupted builds left: of dead processes here, and anything a day old. */
async function sweep(parent: string): Promise<void> {
  const now = Date.now()
  for (const name of await readdir(parent)) {
    if (!name.startsWith(building)) continue
    const folder = path.join(parent, name)
    if (isOfDeadProcess(name) || (await isOld(folder, now))) {
      await rm(folder, { recursive: true, force: true })
    }
  }
}

async function isOld(folder: string, now: number): Promise<boolean> {
  const found = await stat(folder).catch((error: NodeJS.ErrnoException) => {
    // Its owner finished between the listing and here.
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  return found !== undefined && now - found.mtimeMs > abandonedAfter
}

function isOfDeadProcess(name: string): boolean {
  // Another host name (a container sharing this cache) has its own process numbers.
  const prefix = `${building}${hostname()}-`
  if (!name.startsWith(prefix)) return false
  const pid = Number.parseInt(name.slice(prefix.length), 10)
  return Number.isInteger(pid) && pid !== process.pid && !isAlive(pid)
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH'
  }
}
