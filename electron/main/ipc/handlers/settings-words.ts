import type { ConnectionKind } from '../../../../shared/connection'
import {
  type StatusWords,
  statusWordsSchema,
  type WordMeaning,
} from '../../../../shared/payment/status-words'
import type { Settings } from '../../../../shared/settings'

/** The settings with a connection's own status words. */
export function withWords(all: Settings, kind: ConnectionKind, words: StatusWords): Settings {
  return { ...all, [kind]: { ...all[kind], words } }
}

/**
 * A manager's word for a status is kept for that connection (money rule 5), once. A word that the
 * list has no room for stays on the sale's record alone: that must not stop the till.
 */
export function withMeaning(
  all: Settings,
  kind: ConnectionKind,
  status: string | null,
  meaning: WordMeaning,
): Settings {
  const { words } = all[kind]
  const known = new Set([...words[meaning], status?.trim().toLowerCase() ?? ''])
  const next = statusWordsSchema.safeParse({ ...words, [meaning]: [...known] })
  return next.success ? withWords(all, kind, next.data) : all
}
