import type { ClosedReason } from '../../../shared/ipc/till-state'

/** A till's file, or a copy of it, as a key that was opened finds it. */
export type FoundFile =
  | { state: 'absent' | 'damaged' | 'newer' }
  /** The disk did not let it be read: that says nothing about what is in it. */
  | { state: 'failed' }
  | { state: 'sound'; generation: number }

/** What was found with one opened key. */
export interface FoundWithKey {
  /** What key.json says: no older document is the till's newest. */
  generation: number
  isProtected: boolean
  /** There are sales that only a protected till makes. */
  hasRealLedger: boolean
  main: FoundFile
  /** The newest first; null before the folder is read. */
  copies: readonly FoundFile[] | null
}

export type Opening =
  /** A till in which nothing was ever protected starts empty. */
  | { do: 'begin' }
  /** `copy`: the place among the copies, or null for the file itself. */
  | { do: 'open'; copy: number | null; generation: number }
  /** The file itself is not enough. */
  | { do: 'look-at-copies' }
  /** `copy` and `generation`: the newest of the older ones, which an owner may accept. */
  | { do: 'close'; reason: 'older'; copy: number | null; generation: number }
  | { do: 'close'; reason: Extract<ClosedReason, 'gone' | 'key-gone' | 'newer' | 'failed'> }

/** Which file the till goes on with, by what was found. Pure: each row of docs/evidence/security.md is a case of it. */
export function decideOpening({ generation, main, copies, ...found }: FoundWithKey): Opening {
  if (main.state === 'newer') return { do: 'close', reason: 'newer' }
  if (main.state === 'failed') return { do: 'close', reason: 'failed' }
  if (main.state === 'sound' && main.generation >= generation)
    return { do: 'open', copy: null, generation: main.generation }
  if (copies === null) return { do: 'look-at-copies' }
  const newest = newestOf(main, copies)
  if (newest && newest.generation >= generation) return { do: 'open', ...newest }
  if (copies.some(({ state }) => state === 'failed')) return { do: 'close', reason: 'failed' }
  if (newest) return { do: 'close', reason: 'older', ...newest }
  if (found.isProtected) return { do: 'close', reason: 'gone' }
  // What is here is of another key: an open one was put in its place.
  const isOther = found.hasRealLedger || copies.length > 0
  return isOther ? { do: 'close', reason: 'key-gone' } : { do: 'begin' }
}

function newestOf(main: FoundFile, copies: readonly FoundFile[]) {
  const sound = [main, ...copies].flatMap((file, place) =>
    file.state === 'sound'
      ? [{ copy: place === 0 ? null : place - 1, generation: file.generation }]
      : [],
  )
  const [newest = null] = sound.toSorted((one, other) => other.generation - one.generation)
  return newest
}

/** Which of two outcomes is better, where the two copies of key.json disagree: a till that opens comes first. */
export function rankOf(opening: Opening): number {
  if (opening.do === 'open') return 1e9 + opening.generation
  if (opening.do === 'close')
    return { older: 3, failed: 4, newer: 2, gone: 1, 'key-gone': 0 }[opening.reason]
  return 0
}
