import { existsSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { createPrivateFile, syncFolder } from '../files/durable-files'

/** Remembers, over a crash, that a ledger was being opened. Each call throws what node:fs throws. */
export interface CrashMarker {
  /** True when the last opening never came to its end: the till died of it, or the power went. */
  isUp(): boolean
  raise(): void
  lower(): void
}

/**
 * A marker next to the ledger. Hazard: damaged bytes can abort the whole process, which no handler
 * catches; without the marker such a till would die at every start.
 */
export function createCrashMarker(ledgerFile: string): CrashMarker {
  const marker = `${ledgerFile}.opening`
  return {
    isUp: () => existsSync(marker),
    raise() {
      if (!existsSync(marker)) createPrivateFile(marker)
      syncFolder(dirname(marker))
    },
    lower: () => rmSync(marker, { force: true }),
  }
}
