import { existsSync } from 'node:fs'
import path from 'node:path'
import { note } from '../command'
import { Problem } from '../problem'
import { cacheFolder } from './cache'
import { carried, carriedFits, installCarried } from './carried'
import {
  downloadOfficial,
  executableIn,
  forgetFailure,
  isOfficialInstalled,
  isStillTrue,
  officialFolder,
  officialVersion,
  recallFailure,
  rememberFailure,
} from './official'

/** An Electron that is there and can be started. */
export interface Electron {
  executable: string
  folder: string
  source: 'override' | 'official' | 'carried'
}

/** Makes sure that there is an Electron to run, and says where. Asks the network only if it must. */
export async function provideElectron(): Promise<Electron> {
  const overridden = process.env.ELECTRON_OVERRIDE_DIST_PATH
  const version = await officialVersion()
  const failed = await recallFailure(cacheFolder())
  const source = chooseSource({
    overridden: Boolean(overridden),
    installed: await isOfficialInstalled(version),
    carriedFits: carriedFits(process.platform, process.arch),
    failedLately: failed !== undefined && isStillTrue(failed, version, Date.now()),
    retry: process.env.KAUNTA_RETRY_DOWNLOAD === '1',
  })
  if (source === 'override') return fromOverride(overridden ?? '')
  if (source === 'official') return found('official', officialFolder)
  return source === 'carried' ? fromCarried() : fromDownload(version)
}

function found(source: Electron['source'], folder: string): Electron {
  return { source, folder, executable: executableIn(folder) }
}

function fromOverride(folder: string): Electron {
  const electron = found('override', path.resolve(folder))
  if (existsSync(electron.executable)) return electron
  throw new Problem(
    `ELECTRON_OVERRIDE_DIST_PATH names ${folder}, but ${electron.executable} does not exist.`,
    'Unset it, or set it to the folder that holds the Electron executable.',
  )
}

async function fromDownload(version: string): Promise<Electron> {
  const reason = await downloadOfficial(version)
  if (reason === undefined) {
    await forgetFailure(cacheFolder())
    return found('official', officialFolder)
  }
  if (!carriedFits(process.platform, process.arch)) throw noElectron(version, reason)
  await rememberFailure(cacheFolder(), { version, at: Date.now(), reason })
  note(
    `Electron ${version} could not be downloaded (${reason}).\n` +
      `Electron ${carried.electronVersion} from npm is used instead: for running and testing only. ` +
      'The download is tried again after a day, or at once with KAUNTA_RETRY_DOWNLOAD=1.',
  )
  return fromCarried()
}

async function fromCarried(): Promise<Electron> {
  return found('carried', await installCarried(cacheFolder()))
}

function noElectron(version: string, reason: string): Problem {
  return new Problem(
    `Electron ${version} could not be downloaded (${reason}), ` +
      `and npm carries none for ${process.platform} ${process.arch}.`,
    'Check the network (GitHub must be reachable, or set ELECTRON_MIRROR) and try again; ' +
      'or unpack Electron yourself and set ELECTRON_OVERRIDE_DIST_PATH to its folder.',
  )
}

/** Where an Electron executable can come from, in the order of preference. */
type Source = 'override' | 'official' | 'download' | 'carried'

/** What the choice of a source depends on. */
export interface Situation {
  /** The user named a folder (ELECTRON_OVERRIDE_DIST_PATH). */
  overridden: boolean
  /** The official Electron of the declared version is installed. */
  installed: boolean
  /** The carried Electron runs on this machine. */
  carriedFits: boolean
  /** The official download failed a short while ago. */
  failedLately: boolean
  /** The user asks for another try. */
  retry: boolean
}

/** Which source to use now. A failed download is only skipped where something else can run. */
export function chooseSource(now: Situation): Source {
  if (now.overridden) return 'override'
  if (now.installed) return 'official'
  return now.carriedFits && now.failedLately && !now.retry ? 'carried' : 'download'
}

/** The oldest Electron that must run what we build: build targets follow it. */
const floor = '33'

/** What a build must know. */
export function buildEnvironment(): NodeJS.ProcessEnv {
  return { ...process.env, ELECTRON_MAJOR_VER: floor }
}

/** What a child must know to run this Electron: electron-vite reads the first, others the second. */
export function electronEnvironment(electron: Electron): NodeJS.ProcessEnv {
  // Set in some editors' terminals; with it Electron starts as plain Node.
  const { ELECTRON_RUN_AS_NODE: _, ...inherited } = buildEnvironment()
  return {
    ...inherited,
    ELECTRON_EXEC_PATH: electron.executable,
    ELECTRON_OVERRIDE_DIST_PATH: electron.folder,
  }
}
