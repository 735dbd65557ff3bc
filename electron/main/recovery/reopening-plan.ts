import type { BlockReason } from '../../../shared/ipc/till-state'

const seconds = [1, 2, 5, 10, 20, 30, 60, 60, 60, 60, 60, 60]

/** A till that sold for so long (ms) after it had reopened has recovered: the pauses begin anew. */
export const soundFor = 5 * 60_000

/** How long to wait before reopening the ledger once more, ms; null when only a person may ask. */
export function pauseBeforeReopening(attempts: number): number | null {
  const pause = seconds[attempts]
  return pause === undefined ? null : pause * 1_000
}

/** Trouble that can pass without anybody doing something in the till. */
export function mayPass(reason: BlockReason): boolean {
  return ['storage-full', 'storage-read-only', 'storage-failed', 'ledger-in-use'].includes(reason)
}
