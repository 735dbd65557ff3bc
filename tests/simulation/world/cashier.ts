import type { Giving as GivingBack } from '../../../electron/main/sales/sale-actions'
import { type Result, success } from '../../../shared/ipc/result'
import type { Action } from '../../../shared/payment/actions'
import type { CashDraft } from '../../../shared/payment/draft'
import type { ResolutionHow } from '../../../shared/payment/event'
import type { WayBack, Why } from '../../../shared/payment/given-back'
import type { ObjectionMeaning } from '../../../shared/payment/objections'
import type { Payment } from '../../../shared/payment/payment'
import type { WordMeaning } from '../../../shared/payment/status-words'
import { progressWords, unknownWords } from '../../support/answer-grammar/payment-answer'
import type { OneTillEngine } from '../../support/payments/engine'
import type { SeededRandom } from '../../support/seeded-random'
import type { Meaning } from '../simulated-service/payment'
import type { Machine } from '../till/machine'
import { CashActs } from './cash-acts'
import { drawDraft, drawnLines, drawPhone } from './drafts'
import {
  addDraft,
  type CashierAction,
  type DraftFacts,
  endCalm,
  type Facts,
  fieldKey,
  readsDelivered,
  wordKey,
} from './facts'
import type { StaffActs } from './staff-acts'

/** A person at the till: impatient, and pressing what the screen would not even offer. */
export interface Cashier {
  /** Does one thing. */
  takeAction(): void
  /** Presses a button of a payment, whatever the screen offers; says this, or anything. */
  press(payment: Payment, action: Action, detail?: string): void
  /** Takes in cash what the sale of a payment lacks. */
  takeRest(payment: Payment): void
  /** Asks for money once more on the phone of a payment. */
  pushAgain(payment: Payment): void
  /** Works on at a till that knows less: customers ask again for what it does not have. */
  goOn(): void
}

interface CashierDeps {
  machine: Machine
  random: SeededRandom
  facts: Facts
  /** The shop's. */
  currency: string
  elapsed: () => number
  /** Of the till's monotonic clock, ms. */
  ticked: () => number
  payments: () => readonly Payment[]
  /** The one that runs. */
  period: () => number
  note: (text: string | (() => string)) => void
  staff: Pick<StaffActs, 'takeTurn'>
  /** A person has just asked for a payment, and the till took it. */
  pressed: (drafted: DraftFacts) => void
}

/** What a person does with a payment on the screen. Sometimes they press any button. */
const habits: Record<Payment['phase'], Partial<Record<Action, number>>> = {
  ready: { withdraw: 1 },
  held: { 'send-now': 2, withdraw: 1 },
  sending: { withdraw: 1, 'check-now': 1 },
  unknown: { 'try-again': 2, stop: 1 },
  pending: { 'check-now': 2, 'send-again': 2, 'stop-waiting': 1, 'take-cash': 1, resolve: 2 },
  settled: {
    'hand-over': 3,
    'give-back': 1,
    'classify-status': 1,
    'answer-objection': 1,
    resolve: 1,
    'check-now': 1,
  },
  expired: { 'check-now': 2, resolve: 1 },
  refused: { resolve: 1 },
  withdrawn: { 'send-now': 1 },
  abandoned: { resolve: 2, 'try-again': 1 },
  cash: { 'give-back': 1 },
}

export const inCash = 'paid in cash'
export const seenPaid = 'seen in the dashboard'
export const leftUnpaid = 'the customer left without paying'
export const otherwise = 'the customer left'

/** What a person says of how a payment ended, and the outcome that it is kept as. */
const resolutions: Readonly<Record<string, ResolutionHow>> = {
  [inCash]: 'paid-in-cash',
  [seenPaid]: 'seen-in-dashboard',
  [leftUnpaid]: 'not-paid',
  [otherwise]: 'other',
}

const wordMeanings = ['paid', 'failed', 'pending'] as const
const meaningOf = (detail: string): WordMeaning =>
  wordMeanings.find(meaning => meaning === detail) ?? 'failed'

const isOwnWord = (word: string) =>
  [...unknownWords, ...progressWords].some(own => wordKey(own) === wordKey(word))

/** Enough to meet on a phone and in a queue, few enough to be quick. */
const mostOfTill = 5

export function createCashier(deps: CashierDeps): Cashier {
  const { machine, random, facts, elapsed, note } = deps
  const cashActs = new CashActs({ ...deps, random: random.fork('cash') })
  let requested = 0
  let mostDrafts = mostOfTill

  function press(drafted: DraftFacts): void {
    drafted.pressedAt = elapsed()
    const { draft, name, askedBy } = drafted
    const by = facts.signedIn
    askedBy.push(by)
    const noteAnswer = (asked: Result<Payment>) => {
      if (asked.ok) noteTaken(drafted, asked)
      else askedBy.splice(askedBy.indexOf(by), 1)
    }
    // As the app's table of calls does (ipc/handlers/payments.ts).
    const asked = machine.guarded<Done>(engine =>
      draft.customerSeesNoPrompt
        ? engine.presses.requestAfterPrompt(draft)
        : engine.presses.request(draft),
    )
    note(`${name} is requested: ${resultText(asked)}`)
    if (asked instanceof Promise) deps.staff.takeTurn()
    if (typeof asked === 'string') return
    if (asked instanceof Promise) void asked.then(noteAnswer, noteNothing)
    else noteAnswer(asked)
    const mayBeGone = !(asked instanceof Promise || asked.ok) && asked.code === 'prompt-may-be-gone'
    if (mayBeGone && random.chance(0.6)) confirmNoPrompt(drafted)
  }

  function noteTaken(drafted: DraftFacts, asked: Result<Payment>): void {
    if (asked.ok && drafted.creates.length === 0) deps.pressed(drafted)
    if (asked.ok) drafted.takenAt ??= elapsed()
    if (asked.ok) drafted.paymentId ??= asked.value.id
  }

  /** What the till throws is its own affair: `guarded` has seen it. */
  const noteNothing = () => undefined

  /** The cashier has asked the customer, and presses again. */
  function confirmNoPrompt(drafted: DraftFacts): void {
    drafted.draft = { ...drafted.draft, customerSeesNoPrompt: true }
    press(drafted)
  }

  function request(): void {
    requestOn(drawPhone(random), earlierPayment())
  }

  function requestOn(phone: string, replaces: string | null): void {
    if (requested >= mostDrafts) return
    requested += 1
    const name = `D${requested}`
    const draft = drawDraft(random, { name, phone, replaces })
    const total = random.chance(0.15) ? draft.value + random.int(1, 5) * 1_000 : null
    const lines = drawnLines(total ?? draft.value)
    const drafted = addDraft(facts, name, { ...draft, total, lines }, elapsed())
    press(drafted)
    if (random.chance(0.15)) press(drafted)
  }

  /** Cash for a whole sale or for a part of it; the rest is asked for most often at once. */
  function cash(): void {
    const value = random.int(1, 5) * 1_000
    const total = random.chance(0.7) ? value + random.int(1, 5) * 1_000 : value
    const taken = recordCash({ value, total, sale: null, replaces: earlierPayment() })
    if (taken && random.chance(0.8)) payRest(taken)
  }

  function recordCash(
    part: Pick<CashDraft, 'value' | 'total' | 'sale' | 'replaces'>,
  ): Payment | null {
    if (requested >= mostDrafts) return null
    requested += 1
    const name = `C${requested}`
    const drawn = drawDraft(random, { name, phone: drawPhone(random), replaces: part.replaces })
    const lines = drawnLines(part.total ?? part.value)
    const drafted = addDraft(facts, name, { ...drawn, ...part, lines }, elapsed())
    drafted.askedBy.push(facts.signedIn)
    const { draftId, note: text } = drawn
    const draft = { draftId, lines, note: text, received: part.value, ...part }
    const asked = machine.guarded(engine => engine.charging.recordCash(draft))
    note(`${name}, cash, is recorded: ${resultText(asked)}`)
    if (typeof asked === 'string' || !asked.ok) return null
    drafted.paymentId ??= asked.value.id
    return asked.value
  }

  /** What the sale of a payment lacks, as the screen says it, a part of that or more; by any way. */
  function payRest({ sale, total }: Payment): void {
    const found = machine.guarded(engine => engine.ledger.sales.view(sale))
    const rest = typeof found === 'string' ? 0 : found.rest
    if (rest === 0 || requested >= mostDrafts) return
    const other = random.chance(0.5) ? Math.ceil(rest / 2) : Math.min(total, rest + 1_000)
    const value = random.chance(0.8) ? rest : other
    const part = { value, total, sale, replaces: null, lines: drawnLines(total) }
    if (random.chance(0.4)) return void recordCash(part)
    requested += 1
    const name = `D${requested}`
    const draft = drawDraft(random, { name, phone: drawPhone(random), replaces: null })
    press(addDraft(facts, name, { ...draft, ...part }, elapsed()))
  }

  function restOfAny(): void {
    const payments = deps.payments()
    if (payments.length > 0) payRest(random.pick(payments))
  }

  /** Some payments are repeated from one that went wrong. */
  function earlierPayment(): string | null {
    const payments = deps.payments()
    return payments.length > 0 && random.chance(0.2) ? random.pick(payments).id : null
  }

  function pressAgain(): void {
    const drafts = [...facts.drafts.values()]
    if (drafts.length > 0) press(random.pick(drafts))
  }

  function onAnyPayment(): void {
    const payments = deps.payments()
    if (payments.length === 0) return
    const payment = random.pick(payments)
    const cameToNothing = payment.phase === 'expired' || payment.outcome === 'failed'
    if (cameToNothing && random.chance(0.3)) requestOn(`+${payment.msisdn}`, payment.id)
    else onPayment(payment, actionOn(payment))
  }

  function actionOn({ phase, objections }: Payment): Action {
    // The screen asks for it.
    if (objections.length > 0 && random.chance(0.7)) return 'answer-objection'
    const usual = random.weighted(habits[phase] as Record<Action, number>)
    return random.chance(0.2) ? random.pick(Object.keys(performs) as Action[]) : usual
  }

  function onPayment(payment: Payment, action: Action, said?: string): void {
    // A manager says what a word of the service's own means; of known words there is nothing to say.
    if (action === 'classify-status' && !isOwnWord(payment.rawStatus ?? '')) return
    // Of a second word that is shown as a field the dashboard says nothing.
    if (action === 'answer-objection' && payment.objections.length > 0 && !fieldOf(payment)) return
    const detail = said ?? detailOf(action, payment)
    const done = machine.guarded(engine => carryOut(engine, payment, action, detail))
    note(`${action} ${detail} on ${payment.customer.lastName}: ${resultText(done)}`)
    // A read takes seconds, and another person may sign in meanwhile.
    if (done instanceof Promise) deps.staff.takeTurn()
    if (action === 'hand-over') printReceipt(payment)
  }

  /** Goods go with a receipt; who presses anything at all asks for one of what is not paid, too. */
  function printReceipt(payment: Payment): void {
    const receipt = { to: 'printer', automatic: false } as const
    const begun = machine.guarded(engine => {
      const begun = engine.receipts.begin(payment.id, receipt)
      return begun.ok ? success(begun.value.payment) : begun
    })
    note(`receipt of ${payment.customer.lastName}: ${resultText(begun)}`)
  }

  /** What the manager sees in the service's dashboard: what the service has decided by now. */
  function saidOfObjection(payment: Payment): string {
    const [objection] = payment.objections
    const truth = fieldOf(payment)?.truth
    const meaning = truth === 'paid' || truth === undefined ? 'nothing' : truth
    const asked = meaning === 'foreign' ? 'pending' : meaning
    return JSON.stringify({ name: '', value: '', ...objection, meaning: asked })
  }

  /** The field that a person is asked about, as the service wrote it, and what was true then. */
  function fieldOf(payment: Payment): { field: string; truth: Meaning } | undefined {
    const [{ name, value } = { name: '', value: '' }] = payment.objections
    const shown = value.replace(/[^\p{L}\p{N}.-]+/gu, ' ').trim()
    const isIt = (field: string) =>
      name.includes('provider') ? field === 'provider' : field.includes(shown)
    const fields = readsDelivered(facts, payment)
      .flatMap(({ saying }) => (saying.about === 'payment' ? [saying] : []))
      .flatMap(({ objects, truth }) => objects.filter(isIt).map(field => ({ field, truth })))
    // "0" is in "0.00" too, which a power cut may have lost.
    return fields.findLast(({ field }) => field.trim() === shown) ?? fields.at(-1)
  }

  /** What a field means is what the ledger has of it: a write that failed may be there or not (decision 12). */
  function explain(payment: Payment, detail: string, work: () => Done): Done {
    const { meaning } = JSON.parse(detail) as ChosenMeaning
    const key = fieldKey(payment.reference, fieldOf(payment)?.field ?? '')
    const before = facts.fieldMeanings.get(key)
    facts.fieldMeanings.set(key, meaning)
    try {
      return work()
    } finally {
      const now = deps.payments().find(({ id }) => id === payment.id)
      if (now?.phase === 'pending') endCalm(facts, elapsed())
      else if (before === undefined) facts.fieldMeanings.delete(key)
      else facts.fieldMeanings.set(key, before)
    }
  }

  function detailOf(action: Action, payment: Payment): string {
    if (action === 'take-cash') return inCash
    if (action === 'resolve') return random.pick(Object.keys(resolutions))
    if (action === 'send-again') return random.idempotencyKey()
    if (action === 'give-back')
      return random.pick([
        'cash, all',
        'service, all',
        'said, all',
        'cash, a part',
        'service, a part',
      ])
    if (action === 'answer-objection') return saidOfObjection(payment)
    return action === 'classify-status' ? random.pick(wordMeanings) : ''
  }

  /** What is about to be done counts as done while it is: its commit is judged before it returns. */
  function carryOut(engine: OneTillEngine, payment: Payment, action: Action, detail: string): Done {
    if (action === 'send-again') draftAgain(payment, detail)
    const at = elapsed()
    const { id: paymentId } = payment
    const entry: CashierAction = {
      at,
      paymentId,
      action,
      detail,
      how: null,
      giving: null,
      isCertain: false,
    }
    if (action === 'give-back') entry.giving = givingOf(engine, entry, facts)
    facts.cashierActions.push(entry)
    const work = () => performs[action](engine, entry)
    const says: Partial<Record<Action, () => Done>> = {
      'classify-status': () => mean(payment, meaningOf(detail), work),
      'answer-objection': () => explain(payment, detail, work),
    }
    const done = (says[action] ?? work)()
    entry.isCertain = !(done instanceof Promise) && done.ok
    if (!(done instanceof Promise || done.ok))
      facts.cashierActions.splice(facts.cashierActions.indexOf(entry), 1)
    return done
  }

  /** The press says that the customer sees no prompt; what is sent again is a payment of its own. */
  function draftAgain(payment: Payment, draftId: string): void {
    const first = facts.byDraftId.get(payment.draftId)
    if (!first) return
    const draft = { ...first.draft, draftId, replaces: payment.id, customerSeesNoPrompt: true }
    const again = addDraft(facts, `${first.name}+${facts.drafts.size + 1}`, draft, elapsed())
    again.askedBy.push(facts.signedIn)
  }

  /**
   * What a word means is what the ledger has of it: a COMMIT that threw may be there, and one that the
   * power cut short may not (decision 12). Once the connection keeps the word, the person is not asked again.
   */
  function mean(payment: Payment, meaning: WordMeaning, work: () => Done): Done {
    const { meanings, words } = facts
    const word = wordKey(payment.rawStatus ?? '')
    const before = meanings.get(word)
    const paymentIds = unclearFor(word)
    if (!isKept(word)) meanings.set(word, meaning)
    let isOnList = false
    try {
      const done = work()
      isOnList = !(done instanceof Promise) && done.ok
      if (isOnList) words[meaning].push(word)
      return done
    } finally {
      const now = deps.payments().find(({ id }) => id === payment.id)
      const means = now?.phase === 'pending' ? 'pending' : now?.outcome
      // Its reads begin again now.
      if (means === 'pending') endCalm(facts, elapsed())
      // Its word stood among others: it is asked about again, and only the list says what the word means.
      const expected = payment.doubt === null ? meaning : 'pending'
      const isLost = payment.doubt !== null && !isOnList
      if (payment.outcome !== 'unrecognised' || means !== expected || isLost) putBack(word, before)
      else if (payment.doubt === null && (meaning !== 'pending' || isKept(word)))
        facts.givings.push({ meaning, paymentIds })
    }
  }

  const unclearFor = (word: string) =>
    deps
      .payments()
      .filter(
        payment =>
          payment.outcome === 'unrecognised' &&
          wordKey(payment.rawStatus ?? '') === word &&
          !payment.mismatch,
      )
      .map(({ id }) => id)

  const isKept = (word: string) => wordMeanings.some(meaning => facts.words[meaning].includes(word))

  function putBack(word: string, before: WordMeaning | undefined): void {
    if (before === undefined) facts.meanings.delete(word)
    else facts.meanings.set(word, before)
  }

  return {
    takeAction() {
      deps.staff.takeTurn()
      if (cashActs.takeAction()) return
      const doing = random.weighted({
        request: 32,
        cash: 6,
        rest: 6,
        'press-again': 6,
        'a payment': 50,
      })
      if (doing === 'request') request()
      else if (doing === 'cash') cash()
      else if (doing === 'rest') restOfAny()
      else if (doing === 'press-again') pressAgain()
      else onAnyPayment()
    },
    press: onPayment,
    takeRest({ sale, total }) {
      const found = machine.guarded(engine => engine.ledger.sales.view(sale))
      mostDrafts = requested + 1
      if (typeof found !== 'string') recordCash({ value: found.rest, total, sale, replaces: null })
    },
    goOn() {
      mostDrafts = requested + mostOfTill
    },
    pushAgain(payment) {
      if (random.chance(0.5)) onPayment(payment, 'send-again')
      else requestOn(`+${payment.msisdn}`, earlierPayment())
    },
  }
}

/** What a person says of a field that speaks against the service's word. */
interface ChosenMeaning {
  name: string
  value: string
  meaning: ObjectionMeaning
}

/** What a person's press came to; a read's answer comes later. */
type Done = Result<Payment> | Promise<Result<Payment>>

const performs: Record<Action, (engine: OneTillEngine, press: CashierAction) => Done> = {
  withdraw: (engine, { paymentId }) => engine.actions.withdraw(paymentId),
  'send-now': (engine, { paymentId }) => engine.presses.sendNow(paymentId),
  'try-again': (engine, { paymentId }) => tryAgain(engine, paymentId),
  'send-again': (engine, { paymentId, detail }) => engine.presses.sendAgain(paymentId, detail),
  stop: (engine, { paymentId }) => engine.actions.abandon(paymentId),
  'check-now': (engine, { paymentId }) => engine.actions.checkNow(paymentId),
  'stop-waiting': (engine, { paymentId }) => engine.actions.stopWaiting(paymentId),
  'answer-objection': (engine, { paymentId, detail }) => answerObjection(engine, paymentId, detail),
  'take-cash': (engine, { paymentId, detail }) => engine.sales.takeCash(paymentId, detail),
  'hand-over': (engine, { paymentId }) => handOver(engine, paymentId),
  'give-back': givesBack,
  'classify-status': (engine, { paymentId, detail }) =>
    engine.actions.classifyStatus(paymentId, meaningOf(detail)),
  resolve: resolves,
}

/** Where the goods are gone without money, nothing else is left to say than that the shop bears it. */
function resolves(engine: OneTillEngine, press: CashierAction): Done {
  const { paymentId, detail } = press
  const resolve = (how: ResolutionHow) => {
    press.how = how
    return engine.sales.resolve(paymentId, detail, how)
  }
  const said = resolve(resolutions[detail] ?? 'other')
  const isRefused = !said.ok && said.code === 'action-not-possible'
  return isRefused ? resolve('shop-bears-it') : said
}

/** The detail is the meaning, and what was on the screen. */
function answerObjection(engine: OneTillEngine, paymentId: string, detail: string): Done {
  const { name, value, meaning } = JSON.parse(detail) as ChosenMeaning
  return engine.actions.answerObjection(paymentId, { name, value }, meaning)
}

/** What is too much, or for goods all that is here or half of it, as the detail says; a new press each time. */
function givingOf(
  engine: OneTillEngine,
  { paymentId, detail }: CashierAction,
  facts: Facts,
): GivingBack {
  const [way = 'cash', share, said] = detail.split(', ') as [WayBack, string, Why?]
  const most = engine.sales.toGiveBack(paymentId)
  // A manager looked into the dashboard, and the money is gone.
  const isTakenBack = detail === 'service, all' && (most?.['taken-back'].service ?? 0) > 0
  const paidTooMuch = most !== null && most['too-much'][way] > 0
  const why = said ?? (isTakenBack ? 'taken-back' : paidTooMuch ? 'too-much' : 'goods')
  const here = most?.[why][way] ?? 0
  const value = Math.max(1, share === 'all' ? here : Math.floor(here / 2))
  const presses = facts.cashierActions.filter(({ giving }) => giving !== null).length
  const draftId = paymentId.slice(0, -2) + presses.toString(16).padStart(2, '0')
  return { draftId, value, way, why, reason: detail }
}

function givesBack(engine: OneTillEngine, { paymentId, giving }: CashierAction): Done {
  if (giving === null) throw new Error('Nothing is said of what is given back')
  return engine.sales.giveBack(paymentId, giving)
}

function handOver(engine: OneTillEngine, paymentId: string): Done {
  const done = engine.presses.handOver(paymentId)
  return done.ok ? success(done.value.payment) : done
}

/** A cashier asks again, and after an hour a manager with them. */
function tryAgain(engine: OneTillEngine, paymentId: string): Done {
  const tried = engine.presses.tryAgain(paymentId, 'cashier')
  const needsManager = !tried.ok && tried.code === 'manager-needed'
  return needsManager ? engine.presses.tryAgain(paymentId, 'manager') : tried
}

function resultText(done: Done | 'not-selling' | 'failed'): string {
  if (done instanceof Promise) return 'under way'
  if (typeof done === 'string') return done
  return done.ok ? `ok, ${done.value.phase}` : done.code
}
