import { statfsSync } from 'node:fs'

/** Space for many sales and for what the engine keeps next to the ledger while it writes, bytes. */
const leastRoom = 1024 * 1024

/**
 * Throws ENOSPC where the disk has less than a megabyte left for this user, so that a till says so
 * before a customer stands there; and what node:fs throws where the folder cannot be looked at.
 */
export function assertRoom(folder: string): void {
  const { bavail, bsize } = statfsSync(folder)
  if (bavail * bsize >= leastRoom) return
  const error = new Error(`Less than a megabyte is left on the disk of ${folder}`)
  throw Object.assign(error, { code: 'ENOSPC' })
}
