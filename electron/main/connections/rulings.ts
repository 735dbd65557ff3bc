import type { ConnectionKind } from '../../../shared/connection'
import type { ParsedOf } from '../../../shared/ipc/contract'
import type { HandlersOf } from '../../../shared/ipc/handlers'
import { failure, type Result, success } from '../../../shared/ipc/result'
import type { EventOf } from '../../../shared/payment/event'
import {
  type RulingView,
  type SavedRuling,
  savedRulingsSchema,
} from '../../../shared/payment/objections'
import type { Payment } from '../../../shared/payment/payment'
import { statusWordsSchema, type WordMeaning } from '../../../shared/payment/status-words'
import type { Settings } from '../../../shared/settings'
import type { PaymentEngine } from '../payments/engine'
import type { PressesDeps } from '../payments/presses'
import { type KeptSettings, withWords } from '../store/settings'
import type { WithEngine } from './with-engine'

/** What managers said of fields that speak against PAID; an owner confirms it for the connection (money rule 5). */
export class Rulings implements HandlersOf<'rulings'> {
  constructor(
    private readonly deps: {
      withEngine: WithEngine
      settings: Pick<KeptSettings, 'change' | 'get'>
    },
  ) {}

  list(): Promise<Result<readonly RulingView[]>> {
    return this.deps.withEngine(({ kind, ledger }) => {
      const { rulings } = this.deps.settings.get()[kind]
      return success(
        rulings.map(ruling => ({ ...ruling, payments: ledger.rulings.payments(ruling) })),
      )
    })
  }

  confirm({ ofAnyValue, ...field }: ParsedOf<'rulings', 'confirm'>): Promise<Result<null>> {
    return this.deps.withEngine(engine => {
      const confirmed = this.#changeOne(engine.kind, field, ruling => [
        { ...ruling, value: ofAnyValue ? null : ruling.value, confirmed: true },
      ])
      if (confirmed.ok) readAgain(engine, field.name)
      return confirmed
    })
  }

  takeBack(field: ParsedOf<'rulings', 'takeBack'>): Promise<Result<null>> {
    return this.deps.withEngine(({ kind }) => this.#changeOne(kind, field, () => []))
  }

  /** Changes the list of the connection in use, where the field is on it. */
  #changeOne(
    kind: ConnectionKind,
    { name, value }: ParsedOf<'rulings', 'takeBack'>,
    how: (ruling: SavedRuling) => SavedRuling[],
  ): Result<null> {
    const { settings } = this.deps
    const { rulings } = settings.get()[kind]
    const isIt = (each: SavedRuling) => each.name === name && each.value === value
    if (!rulings.some(isIt))
      return failure('action-not-possible', `Nothing is kept of ${name}: ${value}`)
    const changed = rulings.flatMap(each => (isIt(each) ? how(each) : [each]))
    return settings.change(all => withRulings(all, kind, changed))
  }
}

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

/** What waits for a person because of this field may be paid now. */
function readAgain(engine: PaymentEngine, name: string): void {
  const waiting = engine.ledger.unresolved().filter(hasObjection(name))
  for (const { id } of waiting) void engine.actions.checkNow(id)
}

const hasObjection =
  (name: string) =>
  ({ objections }: Payment) =>
    objections.some(each => each.name === name)

/**
 * What a manager says of a field is kept for the connection, until an owner confirms it. What does not fit in the
 * list stays on the sale's record alone: a full list must not stop the till.
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

function withRulings(all: Settings, kind: ConnectionKind, rulings: SavedRuling[]): Settings {
  return { ...all, [kind]: { ...all[kind], rulings } }
}

/**
 * The meaning that a manager gives a status word is kept for that connection (money rule 5). A word that
 * does not fit in the list stays on the sale's record alone: a full list must not stop the till.
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
