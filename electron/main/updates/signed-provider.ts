import type { CancellationToken, ResolvedUpdateFileInfo, UpdateInfo } from 'electron-updater'
import { Provider } from 'electron-updater'
import {
  type ProviderRuntimeOptions,
  parseUpdateInfo,
} from 'electron-updater/out/providers/Provider.js'
import type { PackageKind } from './package-kind'
import { UpdateRefused } from './refusal'
import { compareVersions, packageOf, readRelease } from './release'
import { isSignedBy } from './signature'

/** What electron-updater passes on from `setFeedURL`. */
export interface SignedProviderOptions {
  provider: 'custom'
  updateProvider: typeof SignedProvider
  address: string
  publicKey: string
  /** The version that runs. */
  version: string
  kind: PackageKind
  /** Ends a request that takes too long. */
  token: () => CancellationToken
}

/**
 * Reads `latest*.yml` only with the publisher's signature next to it, in `latest*.yml.sig`: electron-updater
 * verifies a package by the hash in this list, and nothing verifies the list.
 */
export class SignedProvider extends Provider<UpdateInfo> {
  readonly #options: SignedProviderOptions
  readonly #base: URL

  constructor(options: SignedProviderOptions, _updater: unknown, runtime: ProviderRuntimeOptions) {
    super(runtime)
    this.#options = options
    this.#base = new URL(`${options.address.replace(/\/+$/, '')}/`)
  }

  /** electron-updater would send an id of this till. */
  override setRequestHeaders(): void {
    super.setRequestHeaders(null)
  }

  async getLatestVersion(): Promise<UpdateInfo> {
    const name = `${this.getDefaultChannelName()}.yml`
    const list = await this.#read(name)
    const signature = await this.#read(`${name}.sig`)
    if (!isSignedBy(this.#options.publicKey, list, signature))
      throw new UpdateRefused('signature', `${name} is not signed with the key of the settings`)
    const release = readRelease(parse(list, name))
    const { version, kind } = this.#options
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
    const file = packageOf(readRelease(info), this.#options.kind)
    return file ? [{ url: new URL(file.url, this.#base), info: file }] : []
  }

  async #read(name: string): Promise<string> {
    const url = new URL(name, this.#base)
    // What a cache keeps of one file must not be judged with another day's signature.
    url.searchParams.set('at', Date.now().toString(36))
    const text = await this.httpRequest(url, { accept: '*/*' }, this.#options.token())
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
