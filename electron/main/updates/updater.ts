import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createReadStream, mkdirSync, writeFileSync } from 'node:fs'
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
  Provider,
  type ResolvedUpdateFileInfo,
  RpmUpdater,
  type UpdateInfo,
} from 'electron-updater'
import { ElectronHttpExecutor } from 'electron-updater/out/electronHttpExecutor.js'
import {
  type ProviderRuntimeOptions,
  parseUpdateInfo,
} from 'electron-updater/out/providers/Provider.js'
import type { UpdateRefusal } from '../../../shared/updates'
import { diskFault } from '../platform/disk-fault'
import {
  compareVersions,
  isSignedBy,
  type PackageKind,
  packageOf,
  type ReleaseFile,
  readRelease,
  UpdateRefused,
  type UpdateSource,
  type VersionFetcher,
} from './release'

type Executor = Pick<ElectronHttpExecutor, 'createRequest'>

interface UpdaterOptions extends UpdateSource {
  /** Lets the new version start while this process ends. */
  release: () => void
  /** Chromium's network unless given. */
  executor?: Executor
}

/** A version's list of packages is shorter. */
const mostListBytes = 64_000
/** How long macOS' own updater may take to unpack, ms. */
const longestUnpacking = 5 * 60_000

const updaters = {
  exe: NsisUpdater,
  zip: MacUpdater,
  AppImage: AppImageUpdater,
  deb: DebUpdater,
  rpm: RpmUpdater,
}

/** electron-updater with a signed list, no id of this till, and nothing done by itself. All calls throw UpdateRefused. */
export class Updater implements VersionFetcher {
  readonly #updater: InstanceType<(typeof updaters)[PackageKind]>
  /** Of the piece of work that runs, and how much an answer to it may hold. */
  #token = new CancellationToken()
  #mostBytes = mostListBytes
  #found: ReleaseFile | null = null
  #file: string | null = null

  constructor(private readonly options: UpdaterOptions) {
    const { address, publicKey, version, kind, folder } = options
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    // electron-updater reads from a file where it keeps packages, so that a package is fetched once. JSON is YAML.
    const appUpdateConfigPath = join(folder, 'app-update.yml')
    writeFileSync(appUpdateConfigPath, JSON.stringify({ updaterCacheDirName: 'packages' }))
    // Its own idea of the app reads Electron's paths, and quits: the till stops in an order of its own.
    this.#updater = new updaters[kind](undefined, {
      version,
      name: 'Kaunta',
      isPackaged: true,
      appUpdateConfigPath,
      userDataPath: folder,
      baseCachePath: folder,
      whenReady: () => Promise.resolve(),
      relaunch: () => undefined,
      quit: () => undefined,
      onQuit: () => undefined,
    })
    Object.assign(this.#updater, {
      // Given an app of ours, it makes none.
      httpExecutor: this.#limit(options.executor ?? new ElectronHttpExecutor()),
      // It would keep an id of this till in a file.
      stagingUserIdPromise: { value: Promise.resolve('') },
      // It would write to the console.
      logger: null,
      // A payment can be open when the list has been read, and when the till closes.
      autoDownload: false,
      autoInstallOnAppQuit: false,
      // It would ask for files that the list does not sign.
      disableDifferentialDownload: true,
    })
    const token = () => this.#token
    const list = { address, publicKey, version, kind, token }
    const feed = { provider: 'custom', updateProvider: SignedProvider, ...list }
    // Sound: electron-updater passes the options of a custom provider on as they are.
    this.#updater.setFeedURL(feed as unknown as Parameters<AppUpdater['setFeedURL']>[0])
  }

  async check(signal: AbortSignal): Promise<string | null> {
    this.#begin(signal, mostListBytes)
    const checked = await refusing('unreachable', () => this.#updater.checkForUpdates())
    if (!checked?.isUpdateAvailable) return null
    const release = readRelease(checked.updateInfo)
    this.#found = packageOf(release, this.options.kind)
    return release.version
  }

  async download(progress: (percent: number) => void, signal: AbortSignal): Promise<string> {
    const running = this.#begin(signal, this.#found?.size ?? 0)
    const tell = ({ percent }: ProgressInfo) => progress(Math.floor(percent))
    this.#updater.on('download-progress', tell)
    try {
      const [path] = await refusing('download', () => this.#updater.downloadUpdate(running))
      if (path === undefined) throw new UpdateRefused('download', 'There is no package')
      this.#file = path
      return path
    } finally {
      this.#updater.off('download-progress', tell)
    }
  }

  /** Days can pass after the download, and a damaged package would take the place of a till that works. */
  async install(): Promise<void> {
    if (this.#file === null || (await sha512Of(this.#file)) !== this.#found?.sha512)
      throw new UpdateRefused('download', 'The package was changed after it was fetched')
    this.options.release()
    await refusing('install', () => this.#startInstaller())
  }

  #begin(signal: AbortSignal, mostBytes: number): CancellationToken {
    const token = new CancellationToken()
    this.#token = token
    this.#mostBytes = mostBytes
    signal.addEventListener('abort', () => token.cancel(), { once: true })
    if (signal.aborted) token.cancel()
    return token
  }

  /**
   * The same executor with two things that it lacks: a cancelled download ends on the wire too, and an answer
   * without an end fills neither memory nor disk.
   */
  #limit(executor: Executor): Executor {
    const createRequest = executor.createRequest.bind(executor)
    executor.createRequest = (options, callback) => {
      const token = this.#token
      const most = this.#mostBytes
      const request = createRequest(options, response => {
        let bytes = 0
        response.on('data', (piece: Buffer | string) => {
          bytes += piece.length
          if (bytes > most) token.cancel()
        })
        callback(response)
      })
      token.once('cancel', () => request.abort())
      return request
    }
    return executor
  }

  async #startInstaller(): Promise<void> {
    const updater = this.#updater
    // `quitAndInstall` of the others quits the app, which is quitting.
    if (updater instanceof BaseUpdater) {
      const started = updater.install(true, true)
      if (!started) throw new Error('The installer did not start')
      return
    }
    // macOS unpacks the package first; until then the till must not end.
    const { autoUpdater } = await import('electron')
    const begun = once(autoUpdater, 'before-quit-for-update', {
      signal: AbortSignal.timeout(longestUnpacking),
    })
    updater.quitAndInstall()
    await begun
  }
}

interface SignedList extends Pick<UpdateSource, 'address' | 'publicKey' | 'version' | 'kind'> {
  /** Ends a request that takes too long. */
  token: () => CancellationToken
}

/**
 * Reads `latest*.yml` only with the publisher's signature next to it, in `latest*.yml.sig`: electron-updater
 * verifies a package by the hash in this list, and nothing verifies the list.
 */
class SignedProvider extends Provider<UpdateInfo> {
  readonly #list: SignedList
  readonly #base: URL

  constructor(list: SignedList, _updater: unknown, runtime: ProviderRuntimeOptions) {
    super(runtime)
    this.#list = list
    this.#base = new URL(`${list.address.replace(/\/+$/, '')}/`)
  }

  /** electron-updater would send an id of this till. */
  override setRequestHeaders(): void {
    super.setRequestHeaders(null)
  }

  async getLatestVersion(): Promise<UpdateInfo> {
    const { publicKey, version, kind } = this.#list
    const name = `${this.getDefaultChannelName()}.yml`
    const list = await this.#read(name)
    const signature = await this.#read(`${name}.sig`)
    if (!isSignedBy(publicKey, list, signature))
      throw new UpdateRefused('signature', `${name} is not signed with the key of the settings`)
    const release = readRelease(parse(list, name))
    const compared = compareVersions(release.version, version)
    if (compared === 'older')
      throw new UpdateRefused('older', `${release.version} is older than ${version}`)
    if (compared === 'newer' && packageOf(release, kind) === null)
      throw new UpdateRefused('no-package', `${release.version} has no ${kind} package`)
    const [file] = release.files
    return { ...release, path: file?.url ?? '', sha512: file?.sha512 ?? '', releaseDate: '' }
  }

  /** Only the package for this computer: electron-updater would take another one where it is missing. */
  resolveFiles(info: UpdateInfo): ResolvedUpdateFileInfo[] {
    const file = packageOf(readRelease(info), this.#list.kind)
    return file ? [{ url: new URL(file.url, this.#base), info: file }] : []
  }

  async #read(name: string): Promise<string> {
    const url = new URL(name, this.#base)
    // What a cache keeps of one file must not be judged with another day's signature.
    url.searchParams.set('at', Date.now().toString(36))
    const text = await this.httpRequest(url, { accept: '*/*' }, this.#list.token())
    if (text === null) throw new UpdateRefused('unreachable', `${name} is empty`)
    return text
  }
}

function parse(list: string, name: string): unknown {
  try {
    return parseUpdateInfo(list, name, new URL(`file:///${name}`))
  } catch {
    throw new UpdateRefused('unreadable', `${name} is not YAML`)
  }
}

/** What fails for another reason than ours is refused for `why`. */
async function refusing<T>(why: UpdateRefusal, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof UpdateRefused) throw error
    const disk = diskFault(error)
    // What is not there was not downloaded.
    const isDisk = disk !== null && disk !== 'gone'
    throw new UpdateRefused(isDisk ? 'disk' : why, (error as Error).message)
  }
}

async function sha512Of(file: string): Promise<string> {
  const hash = createHash('sha512')
  await pipeline(createReadStream(file), hash)
  return hash.digest('base64')
}
