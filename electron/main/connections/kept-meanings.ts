import type { ConnectionKind } from '../../../shared/connection'
import type { EventOf } from '../../../shared/payment/event'
import { type SavedRuling, savedRulingsSchema } from '../../../shared/payment/objections'
import { statusWordsSchema, type WordMeaning } from '../../../shared/payment/status-words'
import type { Settings } from '../../../shared/settings'
import type { PressesDeps } from '../sales/presses'
import { type KeptSettings, withWords } from '../store/settings'

/** Keeps in the settings what managers say of a connection's words and fields; `changed` tells the windows. */
export function keepingIn(
  settings: Pick<KeptSettings, 'update'>,
  kind: ConnectionKind,
  changed: () => void,
): Pick<PressesDeps, 'keepMeaning' | 'keepRuling'> {
  const keep = (how: (all: Settings) => Settings) => {
    settings.update(how)
    changed()
  }
  return {
    keepMeaning: (status, meaning) => keep(all => withMeaning(all, kind, status, meaning)),
    keepRuling: said => keep(all => withRuling(all, kind, said)),
  }
}

/**
 * What a manager says of a field is kept for the connection, until an owner confirms it. What does not fit in the
 * list stays on the payment's record alone: a full list must not stop the till.
 */
function withRuling(
  all: Settings,
  kind: ConnectionKind,
  { name, value, meaning, at, person }: EventOf<'objection-answered'>,
): Settings {
  const others = all[kind].rulings.filter(each => each.name !== name || each.value !== value)
  const said = { name, value, meaning, at, person, confirmed: false }
  const next = savedRulingsSchema.safeParse([...others, said])
  return next.success ? withRulings(all, kind, next.data) : all
}

export function withRulings(all: Settings, kind: ConnectionKind, rulings: SavedRuling[]): Settings {
  return { ...all, [kind]: { ...all[kind], rulings } }
}

/**
 * The meaning that a manager gives a status word is kept for that connection (money rule 5). A word that
 * does not fit in the list stays on the payment's record alone: a full list must not stop the till.
 */
function withMeaning(
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
