import type { EngineSettings } from '../../electron/main/payments/engine-settings'
import { displayStatusOf, isTooMuch } from '../../renderer/sale-status/display-status'
import { type Ending, endingsOf } from '../../renderer/sale-status/endings'
import { paymentScreenOf } from '../../renderer/sale-status/presenter'
import type { LiveAction, Moment } from '../../renderer/sale-status/screen-content'
import { isOfOtherAccount } from '../../shared/payment/account'
import { needsResolving } from '../../shared/payment/actions'
import { freshnessOf, isLateToTryAgain } from '../../shared/payment/freshness'
import { givenFor, wayBackSchema } from '../../shared/payment/given-back'
import { isOverdue } from '../../shared/payment/overdue'
import type { Payment } from '../../shared/payment/payment'
import { promptOf } from '../../shared/payment/prompt'
import type { SaleView } from '../../shared/sale/sale-view'
import type { OneTillEngine } from '../support/payments/engine'
import type { SeededRandom } from '../support/seeded-random'
import { nameOf } from './rules/scene'
import { limitsOf } from './till/adapter'
import { inCash, leftUnpaid, otherwise, seenPaid } from './world/cashier'
import type { World } from './world/world'

/** What a payment asks of a person. */
type Question = 'not sent' | 'unknown' | 'late' | 'how it ended' | 'too much' | 'lacks' | 'unpaid'

type Button = Exclude<LiveAction, 'newSale' | 'chargeAgain' | 'sellAgain'>

/** A button, and what is said in its dialog. */
type Press = readonly [Button, string]

/** What the screen of a payment offers that ends each. The other buttons ask the service, or begin another sale. */
const ends: Record<Question, readonly Button[]> = {
  'not sent': ['withdraw'],
  unknown: ['stop', 'resolve'],
  late: ['hand-over', 'give-back', 'resolve'],
  'how it ended': ['resolve', 'take-cash'],
  'too much': ['give-back'],
  lacks: ['takeRest', 'give-back'],
  unpaid: ['takeRest', 'resolve'],
}

/** What is pressed for each ending of the dialog. */
const endings: Record<Ending, Press> = {
  'paid-in-cash': ['resolve', inCash],
  'seen-in-dashboard': ['resolve', seenPaid],
  'not-paid': ['resolve', leftUnpaid],
  'shop-bears-it': ['resolve', otherwise],
  'money-is-there': ['resolve', otherwise],
  'taken-back': ['give-back', 'service, all, taken-back'],
  other: ['resolve', otherwise],
}

/** A question ends with its second press at the latest. */
const mostPresses = 2

/** A payment that waits for a person, with its sale. */
interface Asking {
  payment: Payment
  sale: SaleView
  question: Question
}

interface LastPressesDeps {
  world: World
  /** A stream of its own. */
  random: SeededRandom
  isDone: () => boolean
  settle: () => Promise<void>
}

/** When all is well, a person ends all that the till asks: each question by two presses at most that its screen offers. */
export class LastPresses {
  private readonly pressed = new Map<string, number>()

  constructor(private readonly deps: LastPressesDeps) {}

  async endAll(): Promise<void> {
    for (let [next] = this.asking(); next && !this.deps.isDone(); [next] = this.asking())
      if (!(await this.press(next))) return
  }

  /** Customers take the goods that they paid for, and some bring a part of them back. */
  async takeGoods(): Promise<void> {
    const { world, random, isDone, settle } = this.deps
    for (const payment of world.scene.committed.recent(100)) {
      if (isDone()) return
      world.cashier.press(payment, 'hand-over')
      if (random.chance(0.5)) world.cashier.press(payment, 'give-back', 'cash, a part, goods')
      await settle()
    }
  }

  /** False where nothing ends it: the rule is broken. */
  private async press(asking: Asking): Promise<boolean> {
    const { world, random, settle } = this.deps
    const { payment, question } = asking
    const key = `${payment.id} ${question}`
    const before = this.pressed.get(key) ?? 0
    this.pressed.set(key, before + 1)
    const { settings } = world.scene
    const offered = this.ask(engine => offeredBy(engine, settings, asking)) ?? []
    if (offered.length === 0 || before === mostPresses) {
      const name = nameOf(payment)
      world.scene.report('to-do', `${name} asks "${question}", and ${before} presses do not end it`)
      return false
    }
    const [action, detail] = random.pick(offered)
    if (action === 'takeRest') world.cashier.takeRest(payment)
    else world.cashier.press(payment, action, detail)
    await settle()
    return true
  }

  /** What waits for a person, oldest first. */
  private asking(): Asking[] {
    return (
      this.ask(({ ledger }) => {
        const stopped = ledger.open().filter(({ phase }) => phase === 'held' || phase === 'unknown')
        return [...ledger.toDos(), ...stopped].map(payment => {
          const sale = ledger.sales.view(payment.sale)
          return { payment, sale, question: questionOf(payment, sale) }
        })
      }) ?? []
    )
  }

  private ask<Answer>(work: (engine: OneTillEngine) => Answer): Answer | null {
    const answer = this.deps.world.machine.guarded(work)
    return typeof answer === 'string' ? null : (answer as Answer)
  }
}

function questionOf(payment: Payment, sale: SaleView): Question {
  if (payment.phase === 'held') return 'not sent'
  if (payment.phase === 'unknown') return 'unknown'
  if (isTooMuch(payment, sale)) return 'too much'
  if (displayStatusOf(payment) === 'paidLate') return 'late'
  if (needsResolving(payment)) return 'how it ended'
  return sale.toDos.includes('unpaid') ? 'unpaid' : 'lacks'
}

/** The presses that its screen offers, and that end what it asks. */
function offeredBy(engine: OneTillEngine, settings: EngineSettings, asking: Asking): Press[] {
  const { payment, sale, question } = asking
  const moment = momentOf(engine, settings, asking)
  const { primary, others, apart } = paymentScreenOf(payment, moment)
  return ends[question]
    .filter(action => [primary, ...others, ...apart].includes(action))
    .flatMap((action): readonly Press[] => {
      if (action === 'resolve') return endingsOf(payment, sale.rest).map(ending => endings[ending])
      if (action === 'give-back') return waysBack(engine, payment)
      // A sale that a card began can be in another currency than cash.
      if (action === 'takeRest')
        return payment.amount.currency === settings.currency ? [[action, '']] : []
      return [[action, action === 'take-cash' ? inCash : '']]
    })
}

/** As its dialog: what is too much first, and all of it. */
function waysBack({ sales }: OneTillEngine, { id }: Payment): Press[] {
  const most = sales.toGiveBack(id)
  const ways = givenFor.map(why =>
    wayBackSchema.options
      .filter(way => most !== null && most[why][way] > 0)
      .map((way): Press => ['give-back', `${way}, all, ${why}`]),
  )
  return ways.find(each => each.length > 0) ?? []
}

/** What the screen goes by, as its hook has it (renderer/features/payment/use-moment.ts). */
function momentOf(
  engine: OneTillEngine,
  settings: EngineSettings,
  { payment, sale }: Asking,
): Moment {
  const { elapsed } = engine
  const ages = elapsed.agesOf(payment)
  return {
    sale,
    freshness: freshnessOf(payment, ages, limitsOf(settings, payment)),
    isLate: isLateToTryAgain(ages),
    elsewhere: isOfOtherAccount(payment, engine.account()),
    overdue: isOverdue(payment, elapsed.overdueFacts(payment)),
    promptGone: promptOf(payment, elapsed.promptFacts(payment)) === 'gone',
    // These choose words alone.
    ...{ timeUp: false, why: 'queue', tooLate: false, waited: 0, secondsLeft: null },
  }
}
