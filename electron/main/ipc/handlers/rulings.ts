import type { ConnectionKind } from '../../../../shared/connection'
import type { Handlers } from '../../../../shared/ipc/handlers'
import { failure, type Result, success } from '../../../../shared/ipc/result'
import type { EventOf } from '../../../../shared/payment/event'
import { type SavedRuling, savedRulingsSchema } from '../../../../shared/payment/objections'
import type { Payment } from '../../../../shared/payment/payment'
import type { Settings } from '../../../../shared/settings'
import type { WithEngine } from '../../connections/with-engine'
import type { PaymentEngine } from '../../payments/engine'
import type { ChangeSettings, HandlerDeps } from './handler-deps'

/** What managers said of fields that speak against PAID; an owner confirms it for the connection (money rule 5). */
export function rulingsHandlers(
  withEngine: WithEngine,
  change: ChangeSettings,
  { settings }: Pick<HandlerDeps, 'settings'>,
): Handlers['rulings'] {
  /** Changes the list of the connection in use, where the field is on it. */
  const changeOne = (
    engine: PaymentEngine,
    { name, value }: { name: string; value: string | null },
    how: (ruling: SavedRuling) => SavedRuling[],
  ): Result<null> => {
    const { rulings } = settings.get()[engine.kind]
    const isIt = (each: SavedRuling) => each.name === name && each.value === value
    if (!rulings.some(isIt))
      return failure('action-not-possible', `Nothing is kept of ${name}: ${value}`)
    const changed = rulings.flatMap(each => (isIt(each) ? how(each) : [each]))
    return change(all => withRulings(all, engine.kind, changed))
  }

  return {
    list: () =>
      withEngine(engine =>
        success(
          settings.get()[engine.kind].rulings.map(ruling => ({
            ...ruling,
            payments: engine.ledger.rulings.payments(ruling),
          })),
        ),
      ),
    confirm: ({ ofAnyValue, ...field }) =>
      withEngine(engine => {
        const confirmed = changeOne(engine, field, ruling => [
          { ...ruling, value: ofAnyValue ? null : ruling.value, confirmed: true },
        ])
        if (confirmed.ok) readAgain(engine, field.name)
        return confirmed
      }),
    takeBack: field => withEngine(engine => changeOne(engine, field, () => [])),
  }
}

/** What waits for a person because of this field may be paid now. */
function readAgain(engine: PaymentEngine, name: string): void {
  const waiting = engine.ledger.unresolved().filter(hasObjection(name))
  for (const { id } of waiting) void engine.checkNow(id)
}

const hasObjection =
  (name: string) =>
  ({ objections }: Payment) =>
    objections.some(each => each.name === name)

/**
 * What a manager says of a field is kept for the connection, until an owner confirms it. What does not fit in the
 * list stays on the sale's record alone: a full list must not stop the till.
 */
export function withRuling(
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
