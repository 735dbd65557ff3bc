import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createReadStream } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import {
  AppImageUpdater,
  type AppUpdater,
  BaseUpdater,
  CancellationToken,
  DebUpdater,
  MacUpdater,
  NsisUpdater,
  type ProgressInfo,
  RpmUpdater,
} from 'electron-updater'
import { ElectronHttpExecutor } from 'electron-updater/out/electronHttpExecutor.js'
import type { UpdateRefusal } from '../../../shared/updates'
import type { PackageKind } from './package-kind'
import { UpdateRefused } from './refusal'
import { packageOf, type ReleaseFile, readRelease } from './release'
import { SignedProvider, type SignedProviderOptions } from './signed-provider'
import type { Updater, UpdateSource } from './update-source'

/** electron-updater's way to the network. */
type Executor = Pick<ElectronHttpExecutor, 'createRequest'>

interface UpdaterParts extends UpdateSource {
  /** Lets the new version start while this process ends. */
  release: () => void
  /** Chromium's network unless told. */
  executor?: Executor
}

/** So long is no list of a version's packages. */
const mostListBytes = 64_000

const updaters = {
  exe: NsisUpdater,
  zip: MacUpdater,
  AppImage: AppImageUpdater,
  deb: DebUpdater,
  rpm: RpmUpdater,
}

/** electron-updater, with a signed list, no id of this till, and nothing done by itself. */
export async function createUpdater(options: UpdaterParts): Promise<Updater> {
  let token = new CancellationToken()
  let mostBytes = mostListBytes
  const limited = limit(options.executor ?? new ElectronHttpExecutor(), {
    token: () => token,
    mostBytes: () => mostBytes,
  })
  const updater = await openUpdater(options, limited, () => token)

  /** The token of one piece of work. */
  function begin(signal: AbortSignal, most: number): CancellationToken {
    token = new CancellationToken()
    mostBytes = most
    const running = token
    signal.addEventListener('abort', () => running.cancel(), { once: true })
    if (signal.aborted) running.cancel()
    return running
  }

  let found: ReleaseFile | null = null
  let file: string | null = null

  async function isIntact(): Promise<boolean> {
    return file !== null && found !== null && (await sha512Of(file)) === found.sha512
  }

  return {
    isIntact,
    async check(signal) {
      begin(signal, mostListBytes)
      const checked = await refusing('unreachable', () => updater.checkForUpdates())
      if (!checked?.isUpdateAvailable) return null
      const release = readRelease(checked.updateInfo)
      found = packageOf(release, options.kind)
      return release.version
    },
    async download(progress, signal) {
      const running = begin(signal, found?.size ?? 0)
      const tell = ({ percent }: ProgressInfo) => progress(Math.floor(percent))
      updater.on('download-progress', tell)
      try {
        const [path] = await refusing('download', () => updater.downloadUpdate(running))
        file = path ?? null
        // electron-updater takes what it fetched before by its name.
        if (path === undefined || !(await isIntact()))
          throw new UpdateRefused('download', 'The package is not the one of the list')
        return path
      } finally {
        updater.off('download-progress', tell)
      }
    },
    async install() {
      if (!(await isIntact()))
        throw new UpdateRefused('download', 'The package was changed after it was fetched')
      options.release()
      await refusing('install', () => startInstaller(updater))
    },
  }
}

type AnyUpdater = InstanceType<(typeof updaters)[PackageKind]>

async function openUpdater(
  { address, publicKey, version, kind, folder }: UpdateSource,
  httpExecutor: Executor,
  token: () => CancellationToken,
): Promise<AnyUpdater> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  // electron-updater reads from a file where it keeps packages. JSON is YAML.
  const appUpdateConfigPath = join(folder, 'app-update.yml')
  await writeFile(appUpdateConfigPath, JSON.stringify({ updaterCacheDirName: 'packages' }))
  const updater = new updaters[kind](undefined, {
    version,
    name: 'Kaunta',
    isPackaged: true,
    appUpdateConfigPath,
    userDataPath: folder,
    baseCachePath: folder,
    whenReady: () => Promise.resolve(),
    relaunch: () => undefined,
    // The till is quitting already when something is installed.
    quit: () => undefined,
    onQuit: () => undefined,
  })
  // Given an app of ours, it makes neither: and no file for an id that is never sent.
  Object.assign(updater, { httpExecutor, stagingUserIdPromise: { value: Promise.resolve('') } })
  Object.assign(updater, {
    logger: null,
    autoDownload: false,
    autoInstallOnAppQuit: false,
    allowDowngrade: false,
    allowPrerelease: false,
    disableWebInstaller: true,
    disableDifferentialDownload: true,
  })
  const feed: SignedProviderOptions = {
    provider: 'custom',
    updateProvider: SignedProvider,
    address,
    publicKey,
    version,
    kind,
    token,
  }
  // Sound: electron-updater passes the options of a custom provider on as they are.
  updater.setFeedURL(feed as unknown as Parameters<AppUpdater['setFeedURL']>[0])
  return updater
}

/**
 * The same executor with two things that it lacks: a cancelled download ends on the wire too, and an answer
 * without an end fills neither memory nor disk.
 */
function limit(
  executor: Executor,
  { token, mostBytes }: { token: () => CancellationToken; mostBytes: () => number },
): Executor {
  const createRequest = executor.createRequest.bind(executor)
  executor.createRequest = (options, callback) => {
    const running = token()
    const most = mostBytes()
    const request = createRequest(options, response => {
      let bytes = 0
      response.on('data', (piece: Buffer | string) => {
        bytes += piece.length
        if (bytes > most) running.cancel()
      })
      callback(response)
    })
    running.once('cancel', () => request.abort())
    return request
  }
  return executor
}

/** How long macOS' own updater may take to unpack, ms. */
const longestUnpacking = 5 * 60_000

async function startInstaller(updater: AnyUpdater): Promise<void> {
  if (updater instanceof BaseUpdater) {
    const started = updater.install(true, true)
    if (!started) throw new Error('The installer did not start')
    return
  }
  const { autoUpdater } = await import('electron')
  const begun = once(autoUpdater, 'before-quit-for-update', {
    signal: AbortSignal.timeout(longestUnpacking),
  })
  updater.quitAndInstall()
  await begun
}

/** What fails for another reason than ours is refused for `why`. */
async function refusing<T>(why: UpdateRefusal, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof UpdateRefused) throw error
    const { code, message } = error as NodeJS.ErrnoException
    const isDisk = code === 'ENOSPC' || code === 'EACCES' || code === 'EROFS' || code === 'EIO'
    throw new UpdateRefused(isDisk ? 'disk' : why, message)
  }
}

async function sha512Of(file: string): Promise<string> {
  const hash = createHash('sha512')
  await pipeline(createReadStream(file), hash)
  return hash.digest('base64')
}
