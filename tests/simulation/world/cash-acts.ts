import { type Result, success } from '../../../shared/ipc/result'
import type { Payment } from '../../../shared/payment/payment'
import type { SeededRandom } from '../../support/seeded-random'
import type { Machine } from '../till/machine'
import { ClosingActs } from './closing-acts'
import type { DrawerPress, Facts } from './facts'

/** What staff do with cash besides taking it: the drawer's float, what they pay in and out, *Undo*, and the cash-up. */
export class CashActs {
  /** Most schedules are of shops that do none of it: they stay what they were. */
  private readonly isUsual: boolean
  private readonly closings: ClosingActs

  /** `random`: a stream of its own. */
  constructor(
    private readonly deps: {
      machine: Pick<Machine, 'guarded' | 'engine'>
      random: SeededRandom
      facts: Facts
      currency: string
      elapsed: () => number
      /** Of the till's monotonic clock, ms. */
      ticked: () => number
      payments: () => readonly Payment[]
      /** The one that runs. */
      period: () => number
      note: (text: string | (() => string)) => void
    },
  ) {
    this.isUsual = deps.random.chance(0.3)
    const closed = () => this.undo(moved => moved[0])
    this.closings = new ClosingActs({ ...deps, random: deps.random.fork('closings'), closed })
  }

  /** Does one thing now and then; answers whether it did. */
  takeAction(): boolean {
    const { random } = this.deps
    if (!this.isUsual) return false
    if (this.closings.takeAction()) return true
    if (!random.chance(0.3)) return false
    if (random.chance(0.5)) this.moveCash()
    else this.undo(moved => (moved.length > 0 ? random.pick(moved) : undefined))
    return true
  }

  private moveCash(): void {
    const { random, facts } = this.deps
    const press: DrawerPress = {
      draftId: random.idempotencyKey(),
      kind: random.pick(['float', 'pay-in', 'pay-out']),
      value: random.int(1, 9) * 500,
      person: facts.signedIn,
      period: this.deps.period(),
      isCertain: false,
    }
    facts.drawer.push(press)
    this.press(press)
    if (random.chance(0.2)) this.press(press)
  }

  /** As the app's call does (outputs/day.ts). */
  private press(press: DrawerPress): void {
    const { draftId, kind, value, person } = press
    const { currency } = this.deps
    const entry = { draftId, kind, value, at: 0, currency, reason: kind, person }
    const done = this.deps.machine.guarded(({ ledger }) => success(ledger.day.drawer.add(entry)))
    if (typeof done !== 'string') press.isCertain = true
    this.deps.note(`${kind} of ${value}: ${resultText(done)}`)
  }

  /** Of a sale, the newest that a person moved, also where the screen no longer offers it. */
  private undo(choose: (moved: readonly Payment[]) => Payment | undefined): void {
    const { machine, facts, ticked, note } = this.deps
    const chosen = choose(this.deps.payments().filter(hasByHand))
    if (chosen === undefined) return
    const { id, sale, customer } = chosen
    const press = { sale, at: ticked(), isCertain: false, undone: null }
    facts.undos.push(press)
    const done = machine.guarded(engine => {
      const last = engine.ledger.sales.lastByHand(sale)
      return engine.undo.undo(id, last?.entry.number ?? 0)
    })
    if (typeof done !== 'string' && !done.ok) facts.undos.pop()
    press.isCertain = typeof done !== 'string' && done.ok
    note(`undo on ${customer.lastName}: ${resultText(done)}`)
  }
}

const hasByHand = ({ received, givenBack }: Payment) => received !== null || givenBack.length > 0

function resultText(done: Result<unknown> | 'not-selling' | 'failed'): string {
  if (typeof done === 'string') return done
  return done.ok ? 'ok' : done.code
}
