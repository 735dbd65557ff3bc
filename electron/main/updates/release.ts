import { createPublicKey, verify } from 'node:crypto'
import { z } from 'zod'
import type { UpdateInstaller, UpdateRefusal, UpdateSettings } from '../../../shared/updates'

/** An update that is not taken. The till that runs stays as it is. */
export class UpdateRefused extends Error {
  override readonly name = 'UpdateRefused'
  constructor(
    readonly why: UpdateRefusal,
    detail: string,
  ) {
    super(detail)
  }
}

/** The packages that a till can have been installed from, by the end of their names. */
export type PackageKind = 'exe' | 'zip' | 'AppImage' | 'deb' | 'rpm'

/** Which package this computer takes. A Linux without dpkg is one with rpm. */
export function packageKindOf(
  platform: NodeJS.Platform,
  { appImage, hasDpkg }: { appImage: boolean; hasDpkg: boolean },
): PackageKind {
  if (platform === 'win32') return 'exe'
  if (platform === 'darwin') return 'zip'
  if (appImage) return 'AppImage'
  return hasDpkg ? 'deb' : 'rpm'
}

/**
 * A deb or rpm is installed as root. The package lies where the cashier's account can change it after it was
 * checked, so the till never hands it to a program with root's rights (decision 38).
 */
export function installerOf(kind: PackageKind): UpdateInstaller {
  return kind === 'deb' || kind === 'rpm' ? 'person' : 'till'
}

/** What comes before the 32 bytes of an Ed25519 key in its standard form (RFC 8410). */
const derPrefix = Buffer.from('302a300506032b6570032100', 'hex')

/**
 * Whether `signature` (base64) is the publisher's of exactly this text. Any other kind of text is
 * "no", never an exception.
 */
export function isSignedBy(publicKey: string, text: string, signature: string): boolean {
  const raw = Buffer.from(publicKey, 'base64')
  const bytes = Buffer.from(signature.trim(), 'base64')
  if (raw.length !== 32 || bytes.length !== 64) return false
  const key = createPublicKey({ key: Buffer.concat([derPrefix, raw]), format: 'der', type: 'spki' })
  return verify(null, Buffer.from(text), key, bytes)
}

/** Where a till asks for newer versions, and what it can take from there. */
export interface UpdateSource extends UpdateSettings {
  /** The version that runs. */
  version: string
  kind: PackageKind
  /** Where packages are kept: a folder of its own. */
  folder: string
}

/** What the till uses of `Updater`, whose file loads electron-updater. Everything here throws UpdateRefused. */
export interface VersionFetcher {
  /** The newer version, or null where there is none. */
  check(signal: AbortSignal): Promise<string | null>
  /** Fetches what `check` found, and verifies it; returns the package's path. */
  download(progress: (percent: number) => void, signal: AbortSignal): Promise<string>
  /** Starts the installer, where the package is still what was fetched. It starts the new version. The till has stopped, and quits after it. */
  install(): Promise<void>
}

const versionSchema = z.string().regex(/^\d{1,6}\.\d{1,6}\.\d{1,6}$/)

/** A plain name next to the list: no folder, no other address. */
const fileNameSchema = z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,150}$/)

const mostBytes = 1_000_000_000

/** What of `latest*.yml` decides something. electron-builder writes more. */
const releaseSchema = z.object({
  version: versionSchema,
  files: z
    .array(
      z.object({
        url: fileNameSchema,
        /** Of the whole file, base64. */
        sha512: z.string().regex(/^[A-Za-z0-9+/]{86}==$/),
        size: z.int().min(1).max(mostBytes),
      }),
    )
    .min(1)
    .max(20),
})

export type Release = z.infer<typeof releaseSchema>
export type ReleaseFile = Release['files'][number]

/** Reads a list whose signature holds. Throws UpdateRefused where it says what it must not. */
export function readRelease(document: unknown): Release {
  const parsed = releaseSchema.safeParse(document)
  if (parsed.success) return parsed.data
  const fields = parsed.error.issues.map(({ path }) => path.join('.')).slice(0, 5)
  throw new UpdateRefused('unreadable', `Not usable: ${fields.join(', ')}`)
}

/** How another version relates to the one that runs. */
export function compareVersions(other: string, running: string): 'newer' | 'same' | 'older' {
  const [theirs, ours] = [other, running].map(text => text.split('.').map(Number))
  for (const at of [0, 1, 2]) {
    const difference = (theirs?.[at] ?? 0) - (ours?.[at] ?? 0)
    if (difference !== 0) return difference > 0 ? 'newer' : 'older'
  }
  return 'same'
}

/** How packages name a processor. */
const archNames: Record<string, readonly string[]> = {
  x64: ['amd64', 'x86_64', 'x64'],
  arm64: ['arm64', 'aarch64'],
}

/** The package for this computer, or null: one for another processor is none. */
export function packageOf(
  { files }: Release,
  kind: PackageKind,
  arch: string = process.arch,
): ReleaseFile | null {
  const fitting = files.filter(({ url }) => url.endsWith(`.${kind}`))
  const isFor = (url: string, names: readonly string[]) => names.some(name => url.includes(name))
  const own = fitting.find(({ url }) => isFor(url, archNames[arch] ?? [arch]))
  const neutral = fitting.find(({ url }) => !isFor(url, Object.values(archNames).flat()))
  return own ?? neutral ?? null
}
