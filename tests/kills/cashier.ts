import { scenarios } from '../../electron/practice/scenarios/table'
import { channelOf } from '../../shared/ipc/bridge'
import type { Result } from '../../shared/ipc/result'
import { type Action, isOpen } from '../../shared/payment/actions'
import type { Draft } from '../../shared/payment/draft'
import type { Payment, Phase } from '../../shared/payment/payment'
import { defaultSettings } from '../../shared/settings'
import { cardDraft, mobileDraft } from '../support/payments/payments'
import type { SeededRandom } from '../support/seeded-random'
import type { TillProcess } from './till-process'

/** One draft that a cashier pressed, and what the till said to it. */
export interface Press {
  draft: Draft
  /** Each time it was pressed; null while, or because, there was no answer. */
  answers: (Result<unknown> | null)[]
}

/** What people at the counter did and were told, kept outside the till. */
export interface PressJournal {
  presses(): readonly Press[]
  /** Writes the press down first; returns how to write its answer down. */
  press(draft: Draft): (answer: Result<unknown> | null) => void
  /** Every state in which the till showed a payment since the last call, oldest first. */
  takeShown(): Payment[]
  show(payment: Payment): void
}

/** An empty journal. */
export function createPressJournal(): PressJournal {
  const presses = new Map<string, Press>()
  let shown: Payment[] = []
  const show = (payment: Payment) => void shown.push(payment)
  return {
    presses: () => [...presses.values()],
    show,
    press(draft) {
      const press = presses.get(draft.draftId) ?? { draft, answers: [] }
      presses.set(draft.draftId, press)
      const index = press.answers.push(null) - 1
      return answer => {
        press.answers[index] = answer
        if (answer?.ok) show(answer.value as Payment)
      }
    },
    takeShown() {
      const taken = shown
      shown = []
      return taken
    },
  }
}

/** The payment that the till said it had recorded for this press, or null. */
export function promised(press: Press): Payment | null {
  const answer = press.answers.find(each => each?.ok)
  return answer?.ok ? (answer.value as Payment) : null
}

/** True when the till was asked, answered every time, and said each time that there is no payment. */
export function refusedForGood(press: Press): boolean {
  return press.answers.every(answer => answer !== null && !answer.ok)
}

/** Too large for a loop, or not settled by any answer before the loop ends. */
const unsuitable = ['answer-oversized', 'no-status', 'no-reference', 'no-expiry', 'forbidden']

/**
 * The simulation covers these: the loop's own check reads answers in the contract's form alone, and
 * a loop has no time for long lifetimes and for payments that a person has to settle.
 */
const coveredElsewhere = [
  'flat-paid',
  'flat-failed',
  'in-progress-word',
  'numeric-envelope',
  'repeat-shows-paid',
  'repeat-refused',
  'limit-page-after',
  'unknown-at-first',
  'status-unavailable',
  'four-hours-unanswered',
  'four-hours-paid-late',
  'expiry-in-the-past',
  'date-ahead',
  'odd-create',
  'odd-status',
  'checkout-too-long',
  'checkout-not-safe',
  'provider-disagrees',
  'payment-declined',
]
const leftOut = [...unsuitable, ...coveredElsewhere]
const scenarioPhones = scenarios.filter(({ id }) => !leftOut.includes(id)).map(({ phone }) => phone)

/** Impatient people at one till, who press what the screen offers. */
export interface Cashiers {
  /** Presses on until the till is dead. */
  work(till: TillProcess): Promise<void>
}

interface CashierDeps {
  seeded: SeededRandom
  journal: PressJournal
  /** Makes each draft's amount its own, so that the books tell drafts apart. */
  nextAmount: () => number
  /** Called with each press, in the instant after it was sent to the till. */
  pressed: () => void
}

/** What the screen offers in each phase. Main decides, also against a press that comes too late. */
const offers: Partial<Record<Phase, readonly Action[]>> = {
  ready: ['withdraw'],
  held: ['send-now', 'withdraw'],
  unknown: ['try-again', 'stop'],
  pending: ['check-now', 'stop-waiting'],
  settled: ['hand-over', 'check-now', 'classify-status', 'resolve', 'give-back'],
  expired: ['check-now', 'resolve'],
  abandoned: ['resolve'],
}
const moreWith: Partial<Record<Action, (payment: Payment) => object>> = {
  resolve: payment => ({ reason: 'looked at by the manager', status: payment.rawStatus ?? '' }),
  'classify-status': payment => ({ meaning: 'failed', status: payment.rawStatus ?? '' }),
  'give-back': ({ id, amount }) => ({
    ...{ draftId: id, value: amount.value, way: 'cash', why: 'goods' },
    reason: 'brought back',
  }),
}

/** Cashiers who remember the payments that they saw, also over a restart. */
export function createCashiers({ seeded, journal, nextAmount, pressed }: CashierDeps): Cashiers {
  const seen = new Map<string, Payment>()

  async function press(till: TillProcess, draft: Draft): Promise<void> {
    const answered = journal.press(draft)
    const answer = till.ask(channelOf('payments', 'request'), draft)
    pressed()
    answered(await answer)
  }

  async function takeAction(till: TillProcess, payment: Payment): Promise<void> {
    const offered = offers[payment.phase]
    if (!offered) return
    const action = seeded.pick(offered)
    const more = moreWith[action]
    // What takes more facts than the payment is a manager's.
    const channel = channelOf('payments', more ? 'decide' : 'act')
    await till.ask(channel, { paymentId: payment.id, action, ...more?.(payment) })
  }

  async function change(till: TillProcess): Promise<void> {
    const shop = { ...defaultSettings.shop, name: `Shop ${seeded.int(1, 1e6)}` }
    await till.ask(channelOf('settings', 'save'), { section: 'shop', value: shop })
  }

  /** One thing that a cashier does. A draft that got no answer is pressed again, as it was. */
  async function step(till: TillProcess): Promise<void> {
    const dice = seeded.fraction()
    const unanswered = journal.presses().filter(({ answers }) => answers.at(-1) === null)
    if (dice < 0.5) await press(till, newDraft(seeded, nextAmount()))
    else if (dice < 0.6) {
      const draft = newDraft(seeded, nextAmount())
      await Promise.all([press(till, draft), press(till, draft)])
    } else if (dice < 0.7 && unanswered.length > 0) await press(till, seeded.pick(unanswered).draft)
    else if (dice < 0.75) await change(till)
    else if (seen.size > 0) await takeAction(till, seeded.pick([...seen.values()].slice(-12)))
  }

  return {
    async work(till) {
      let dead = false
      till.ended.then(() => {
        dead = true
      })
      till.onPayment(payment => {
        journal.show(payment)
        seen.set(payment.id, payment)
      })
      const one = async () => {
        while (!dead) {
          await step(till)
          await pause(seeded.int(0, 60))
        }
      }
      await Promise.all([one(), one()])
    },
  }
}

const pause = (ms: number) => new Promise<void>(resolve => setTimeout(resolve, ms))

/** A draft for a customer whose number makes something happen, or for one of many who just pay. */
export function newDraft(seeded: SeededRandom, value: number): Draft {
  const plain = `2557${seeded.int(10_000_000, 99_999_999)}`
  const phone = seeded.chance(0.5) ? plain : seeded.pick(scenarioPhones)
  return seeded.chance(0.8) ? mobileDraft({ phone, value }) : cardDraft({ phone, value })
}

/** Approves, answer lost after execution, declines: see electron/practice/scenarios. */
const phones = ['255700000001', '255700000021', '255700000002'] as const
const limitMs = 4_000

/**
 * The same three payments each time: pressed one after the other, brought to their results, the paid
 * ones handed over. Ends early when the till stops selling or dies.
 */
export async function sellFixedPayments(till: TillProcess, journal: PressJournal): Promise<void> {
  const payments = new Map<string, Payment>()
  till.onPayment(payment => {
    journal.show(payment)
    payments.set(payment.id, payment)
  })
  const over = new Promise<void>(resolve => {
    const timer = setTimeout(resolve, limitMs)
    const end = () => {
      clearTimeout(timer)
      resolve()
    }
    const looked = () => {
      if (payments.size === phones.length && ![...payments.values()].some(isOpen)) end()
    }
    till.onPayment(looked)
    till.until(stage => stage.name === 'blocked', limitMs).then(stage => stage && end())
    till.ended.then(end)
  })
  for (const [index, phone] of phones.entries()) {
    const draft = mobileDraft({ phone, value: 1_000 + index })
    const answered = journal.press(draft)
    answered(await till.ask(channelOf('payments', 'request'), draft))
  }
  await over
  for (const { id, outcome } of payments.values())
    if (outcome === 'paid')
      await till.ask(channelOf('payments', 'act'), { paymentId: id, action: 'hand-over' })
}
