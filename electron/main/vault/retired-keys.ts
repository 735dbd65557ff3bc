import { openDataKey } from './data-keys'
import type { DataKind, FileMove, RetiredKey } from './vault-document'
import type { VaultState } from './vault-state'

/** A file whose key was retired and opens now: its keychain is back. */
export interface ReturnableFile {
  /** Its name in the data folder. */
  file: string
  /** When it was set aside, ms since the epoch. */
  at: number
}

/**
 * The keys of files that nobody could open. HAZARD: a key and its file go together, and no disk renames
 * both at once. So what is to be renamed is decided here with the keys, in one write, and carried out
 * behind it; `moves` says what a crash may have left to do.
 */
export interface RetiredKeys {
  /**
   * Takes a key out of use and keeps it for the file named; the next use makes a new one. Throws what
   * the store throws.
   */
  retireDataKey(kind: DataKind, file: string | null, moves: readonly FileMove[]): void
  /** The newest first. */
  returnable(kind: DataKind): ReturnableFile[]
  /**
   * Puts the retired key of a file to use again, and keeps the one in use for `keptAs`. False where
   * there is none that opens.
   */
  returnDataKey(kind: DataKind, file: string, keptAs: string, moves: readonly FileMove[]): boolean
  moves(): readonly FileMove[]
  /** All of them have been carried out. */
  moved(): void
}

/** `now`: ms since the epoch. */
export function createRetiredKeys(state: VaultState, now: () => number): RetiredKeys {
  const opens = ({ kind, key }: RetiredKey) => openDataKey(state, kind, key).state === 'ready'

  /** The key in use, as it is kept once it is no longer; none where there is none. */
  const inUse = (kind: DataKind, file: string | null): RetiredKey[] => {
    const key = state.document().dataKeys[kind]
    return key === null ? [] : [{ kind, file, at: now(), key }]
  }

  const commit = (
    kind: DataKind,
    key: RetiredKey['key'] | null,
    retired: RetiredKey[],
    moves: readonly FileMove[],
  ) => {
    const document = state.document()
    const dataKeys = { ...document.dataKeys, [kind]: key }
    state.commit({ ...document, dataKeys, retired, moves: [...document.moves, ...moves] })
  }

  return {
    retireDataKey(kind, file, moves) {
      commit(kind, null, [...state.document().retired, ...inUse(kind, file)], moves)
    },
    returnable(kind) {
      const mine = state.document().retired.filter(one => one.kind === kind && opens(one))
      return mine.flatMap(({ file, at }) => (file === null ? [] : [{ file, at }])).reverse()
    },
    returnDataKey(kind, file, keptAs, moves) {
      const { retired } = state.document()
      const back = retired.find(one => one.kind === kind && one.file === file && opens(one))
      if (!back) return false
      const others = retired.filter(one => one !== back)
      commit(kind, back.key, [...others, ...inUse(kind, keptAs)], moves)
      return true
    },
    moves: () => state.document().moves,
    moved() {
      if (state.document().moves.length > 0) state.commit({ ...state.document(), moves: [] })
    },
  }
}
