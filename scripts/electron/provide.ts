import { existsSync } from 'node:fs'
import path from 'node:path'
import { note } from '../command'
import { Problem } from '../problem'
import { carried, carriedFits, carriedHome, installCarried } from './carried'
import {
  downloadOfficial,
  executableIn,
  isOfficialInstalled,
  officialFolder,
  officialVersion,
} from './official'

/** An Electron that is there and can be started. */
export interface Electron {
  executable: string
  folder: string
  source: 'override' | 'official' | 'carried'
}

/**
 * Makes sure that there is an Electron to run, and says where: the one that the user named, the installed one, or a
 * download. A carried one in the cache says that the download failed before: the next start does not wait for it again.
 */
export async function provideElectron(): Promise<Electron> {
  const overridden = process.env.ELECTRON_OVERRIDE_DIST_PATH
  if (overridden) return fromOverride(overridden)
  const version = await officialVersion()
  if (await isOfficialInstalled(version)) return found('official', officialFolder)
  const isCarriedThere = carriedFits && existsSync(await carriedHome())
  if (isCarriedThere && process.env.KAUNTA_RETRY_DOWNLOAD !== '1') return fromCarried()
  return fromDownload(version)
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
  if (reason === undefined) return found('official', officialFolder)
  if (!carriedFits) throw noElectron(version, reason)
  note(
    `Electron ${version} could not be downloaded (${reason}).\n` +
      `Electron ${carried.electronVersion} from npm is used instead: for running and testing only. ` +
      'KAUNTA_RETRY_DOWNLOAD=1 tries the download again.',
  )
  return fromCarried()
}

async function fromCarried(): Promise<Electron> {
  return found('carried', await installCarried())
}

function noElectron(version: string, reason: string): Problem {
  return new Problem(
    `Electron ${version} could not be downloaded (${reason}), ` +
      `and npm carries none for ${process.platform} ${process.arch}.`,
    'Check the network (GitHub must be reachable, or set ELECTRON_MIRROR) and try again; ' +
      'or unpack Electron yourself and set ELECTRON_OVERRIDE_DIST_PATH to its folder.',
  )
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
