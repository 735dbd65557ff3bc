import type { ConnectionKind } from '../../../shared/connection'
import type { ParsedOf } from '../../../shared/ipc/contract'
import type { HandlersOf } from '../../../shared/ipc/handlers'
import { failure, type Result, success } from '../../../shared/ipc/result'
import type { RulingView, SavedRuling } from '../../../shared/payment/objections'
import type { Payment } from '../../../shared/payment/payment'
import type { SalesEngine } from '../sales/sales-engine'
import type { KeptSettings } from '../store/settings'
import { withRulings } from './kept-meanings'
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

/** What waits for a person because of this field may be paid now. */
function readAgain(engine: SalesEngine, name: string): void {
  const waiting = engine.ledger.toDos().filter(hasObjection(name))
  for (const { id } of waiting) void engine.actions.checkNow(id)
}

const hasObjection =
  (name: string) =>
  ({ objections }: Payment) =>
    objections.some(each => each.name === name)
