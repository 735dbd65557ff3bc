import type { CashUp } from '../../../shared/day/cash-up'
import type { Result } from '../../../shared/ipc/result'
import type { SeededRandom } from '../../support/seeded-random'
import type { Machine } from '../till/machine'
import { type ClosingPress, endCalm, type Facts } from './facts'

/** So long the reads of a closing can keep others waiting, ms. */
const readTime = 15_000

/** What the schedules have no sealed file for. */
const unsealed = {
  store: {
    database: () => null,
    recordIfPossible: () => undefined,
    copyIfPossible: () => undefined,
  },
  log: { error: () => undefined },
}
const shop = { name: 'Duka la Asha', till: 'Till 1' }

type Said = Pick<ClosingPress, 'counted' | 'float'>

/** The owner closes the period now and then. */
export class ClosingActs {
  private readonly isUsual: boolean

  /** `random`: a stream of its own. `closed`: what a person may press right after it. */
  constructor(
    private readonly deps: {
      machine: Pick<Machine, 'guarded' | 'engine'>
      random: SeededRandom
      facts: Facts
      currency: string
      elapsed: () => number
      closed: () => void
      note: (text: string | (() => string)) => void
    },
  ) {
    this.isUsual = deps.random.chance(0.9)
  }

  /** Does it now and then; answers whether it did. */
  takeAction(): boolean {
    const { random } = this.deps
    if (!this.isUsual || !random.chance(0.18)) return false
    // No other press has the same: it tells by which a period was closed.
    const counted = random.int(0, 1_000_000)
    const float = random.chance(0.3) ? random.int(0, 9) * 500 : null
    this.close({ counted, float }, random.chance(0.8))
    if (random.chance(0.2)) this.close({ counted, float }, true)
    return true
  }

  /** As the app's call does (outputs/day.ts). `isSigned`: each payment that the screen lists as open has a reason. */
  private close(said: Said, isSigned: boolean): void {
    const { machine, facts, currency, elapsed, note } = this.deps
    const inCash = (amount: number) => ({ currency, amount })
    const done = machine.guarded(engine => {
      const { period, open } = engine.ledger.day.report(0)
      const press: ClosingPress = { ...said, period, isCertain: false }
      facts.closings.push(press)
      endCalm(facts, elapsed() + readTime)
      const reason = 'the customer comes tomorrow'
      const closing = {
        period,
        signOffs: isSigned ? open.map(({ paymentId }) => ({ paymentId, reason })) : [],
        counted: [inCash(said.counted)],
        floats: said.float === null ? [] : [inCash(said.float)],
      }
      const isWanted = () => machine.engine() === engine
      const closed = engine.closing.close(closing, { ...unsealed, by: null, shop, isWanted })
      return closed.then(result => this.closed(press, result))
    })
    if (typeof done === 'string') note(`the period is not closed: ${done}`)
  }

  /** What opened while the service was asked has to be signed too: the screen asks again. */
  private closed(press: ClosingPress, result: Result<CashUp>): void {
    const { random, facts, closed, note } = this.deps
    note(`period ${press.period} is closed: ${result.ok ? 'ok' : result.code}`)
    press.isCertain = result.ok
    if (!result.ok) facts.closings = facts.closings.filter(each => each !== press)
    if (result.ok && random.chance(0.6)) closed()
    else if (!result.ok && result.code === 'cash-up-unsigned' && random.chance(0.8))
      this.close(press, true)
  }
}
