import type { ClosedReason } from '../../../shared/ipc/till-state'

/** A till's file, or a copy of it, as a key that was opened finds it. */
export type FoundFile =
  | { state: 'absent' | 'damaged' | 'newer' }
  /** The disk did not let it be read: that says nothing about what is in it. */
  | { state: 'failed' }
  /** `number`: of its sealed row. */
  | { state: 'sound'; number: number }

/** What was found with one opened key. */
export interface FoundWithKey {
  isProtected: boolean
  /** There are payments that only a protected till makes. */
  hasRealLedger: boolean
  main: FoundFile
  /** The newest first; null before the folder is read. */
  copies: readonly FoundFile[] | null
}

export type Opening =
  /** A till in which nothing was ever protected starts empty. */
  | { do: 'begin' }
  /** `copy`: the place among the copies, or null for the file itself. */
  | { do: 'open'; copy: number | null; number: number }
  /** The file itself is not enough. */
  | { do: 'look-at-copies' }
  | { do: 'close'; reason: Extract<ClosedReason, 'gone' | 'key-gone' | 'newer' | 'failed'> }

/** Which file the till goes on with, by what was found. Pure: each row of docs/evidence/security.md is a case of it. */
export function decideOpening({ main, copies, ...found }: FoundWithKey): Opening {
  if (main.state === 'newer') return { do: 'close', reason: 'newer' }
  if (main.state === 'failed') return { do: 'close', reason: 'failed' }
  if (main.state === 'sound') return { do: 'open', copy: null, number: main.number }
  if (copies === null) return { do: 'look-at-copies' }
  const copy = newestOf(copies)
  if (copy) return { do: 'open', ...copy }
  if (copies.some(({ state }) => state === 'failed')) return { do: 'close', reason: 'failed' }
  if (found.isProtected) return { do: 'close', reason: 'gone' }
  // What is here is of another key: an open one was put in its place.
  const isOther = found.hasRealLedger || copies.length > 0
  return isOther ? { do: 'close', reason: 'key-gone' } : { do: 'begin' }
}

function newestOf(copies: readonly FoundFile[]) {
  const sound = copies.flatMap((file, copy) =>
    file.state === 'sound' ? [{ copy, number: file.number }] : [],
  )
  return sound.toSorted((one, other) => other.number - one.number)[0]
}

/** Which of two outcomes is better, where the two copies of key.json disagree: a till that opens comes first. */
export function rankOf(opening: Opening): number {
  if (opening.do === 'open') return 1e9 + opening.number
  if (opening.do === 'close') return { failed: 4, newer: 2, gone: 1, 'key-gone': 0 }[opening.reason]
  return 0
}
