import { win32 } from 'node:path'

/**
 * Where a till's data is, or null for Electron's own answer. On Windows that one is in the roaming profile, from which two
 * computers could sell on copies of one ledger: the local one instead.
 */
export function localDataFolder(
  platform: NodeJS.Platform,
  local: string | undefined,
  name: string,
): string | null {
  return platform === 'win32' && local && win32.isAbsolute(local) ? win32.join(local, name) : null
}
