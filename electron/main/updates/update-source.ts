import type { UpdateSettings } from '../../../shared/updates'
import type { PackageKind } from './package-kind'

/** Where a till asks for newer versions, and what it can take from there. */
export interface UpdateSource extends UpdateSettings {
  /** The version that runs. */
  version: string
  kind: PackageKind
  /** Where packages are kept: a folder of its own. */
  folder: string
}

/** One place of updates, as far as the till uses it. Everything here throws UpdateRefused. */
export interface Updater {
  /** The newer version, or null where there is none. */
  check(signal: AbortSignal): Promise<string | null>
  /** Fetches what `check` found, and verifies it; gives the package's path. */
  download(progress: (percent: number) => void, signal: AbortSignal): Promise<string>
  /** Whether the package is still what was fetched. */
  isIntact(): Promise<boolean>
  /** Starts the installer, which starts the new version. The till has stopped, and quits after it. */
  install(): Promise<void>
}
