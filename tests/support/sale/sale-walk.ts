import assert from 'node:assert/strict'
import type { WayBack } from '../../../shared/payment/given-back'
import {
  dueOf,
  goodsMayGo,
  hasOf,
  isConfirmed,
  mayHandOver,
  type SaleMoney,
  type SalePayment,
} from '../../../shared/sale/cover'
import type { Movement, NumberedMovement } from '../../../shared/sale/entry'
import {
  askService,
  giveBack,
  mostToAsk,
  mostToGiveBack,
  mostToTake,
  type Outcome,
  paid,
  seenPaid,
  takeCash,
  takenBack,
  takeSaidBack,
  undo,
} from '../../../shared/sale/movements'
import { type Press, pressesOf, type ToDo, toDosOf } from '../../../shared/sale/to-do'
import { CustomerBook } from './customer-book'

/** A step of a walk: what happens, and a number that chooses payment, value and way. */
export type Step = readonly [kind: StepKind, choice: number]

const ways: readonly WayBack[] = ['cash', 'service', 'said']

/** One sale as a till has it, and next to it the book of its customer. */
export class SaleWalk {
  readonly book: CustomerBook
  readonly #payments: SalePayment[] = []
  readonly #entries: NumberedMovement[] = []
  readonly #total: number
  #handedOverAfter: number | null = null
  #lateEndedAfter: number | null = null
  #borneAfter: number | null = null
  /** What the newest presses did to the book, to be undone. */
  readonly #presses: { number: number; wereGoodsGone: boolean; revert: () => void }[] = []
  /** The payments that staff said they saw paid. */
  readonly #said = new Set<string>()
  /** The payments whose paid money staff looked for and found. */
  readonly #found = new Set<string>()

  constructor(total: number) {
    this.#total = total
    this.book = new CustomerBook(total)
  }

  get sale(): SaleMoney {
    return {
      total: this.#total,
      payments: this.#payments,
      entries: this.#entries,
      handedOverAfter: this.#handedOverAfter,
      lateEndedAfter: this.#lateEndedAfter,
      borneAfter: this.#borneAfter,
    }
  }

  take([kind, choice]: Step): void {
    steps[kind](this, choice)
    this.check()
  }

  /** Each payment ends, each end is read, and each to-do is ended by one of its presses. Then the books are even. */
  end(choices: readonly number[]): void {
    for (const [n, payment] of this.#payments.entries())
      if (choices[n % choices.length]) this.approve(payment)
      else this.book.decline(payment.id)
    for (let n = 0; n < 100; n++) {
      for (const payment of this.#payments) this.read(payment)
      const choice = choices[n % choices.length] ?? 0
      const toDo = pick(toDosOf(this.sale), choice)
      if (toDo === undefined) break
      this.#press(toDo, choice)
      this.check()
    }
    assert.deepEqual(toDosOf(this.sale), [])
    if (goodsMayGo(this.sale)) this.handOver()
    assert.equal(this.book.difference, 0)
  }

  /** What holds after each step. */
  check(): void {
    const { sale, book } = this
    assert.equal(hasOf(sale), book.told)
    for (const toDo of toDosOf(sale)) assert.ok(pressesOf(toDo, sale).length > 1)
    if (isConfirmed(sale)) this.#checkGreen()
  }

  #checkGreen(): void {
    const confirmed = this.#payments.filter(
      ({ id, value }) => this.book.toldOf(id) === value && !this.#isSaid(id),
    )
    assert.ok(confirmed.length > 0)
    assert.equal(
      this.#payments.some(({ id }) => this.#isSaid(id)),
      false,
    )
    this.#expectNoContradiction()
    assert.ok(this.book.told >= this.book.wanted)
  }

  #expectNoContradiction(): void {
    assert.deepEqual(
      this.#payments.filter(({ contradicted }) => contradicted),
      [],
    )
  }

  #isSaid(payment: string): boolean {
    return this.#said.has(payment)
  }

  payment(choice: number): SalePayment | undefined {
    return pick(this.#payments, choice)
  }

  #add(moved: readonly Movement[]): number {
    // What the shop bears is what is unpaid until money moves again.
    if (moved.length > 0) this.book.borne = 0
    for (const movement of moved)
      this.#entries.push({ ...movement, number: this.#entries.length + 1 })
    return this.#entries.length
  }

  /** The number of the newest entry; null where the till refused. */
  #commit(outcome: Outcome<string>): number | null {
    if ('refused' in outcome) return null
    for (const payment of this.#payments)
      if (outcome.stopped.includes(payment.id)) payment.stopped = true
    return this.#add(outcome.moved)
  }

  ask(value: number, instead: boolean): void {
    const prompts = instead ? 0 : this.#prompts()
    const fits = prompts + value + this.book.told <= this.book.wanted
    const isRefused = this.#commit(askService(this.sale, { value, instead })) === null
    if (dueOf(this.sale) > 0) assert.equal(isRefused, !fits)
    if (isRefused) return
    const id = `payment ${this.#payments.length}`
    this.#payments.push({ id, value, state: 'open', stopped: false, contradicted: false })
    assert.ok(this.#prompts() + this.book.told <= this.book.wanted)
  }

  /** What the customer is asked for on a phone or a page while somebody waits. */
  #prompts(): number {
    const waited = this.#payments.filter(({ state, stopped }) => state === 'open' && !stopped)
    return waited.reduce((sum, { value }) => sum + value, 0)
  }

  takeCash(value: number): void {
    const number = this.#commit(takeCash(this.sale, { value, received: value }))
    if (number === null) return
    this.book.takeCash(value)
    assert.ok(this.book.told <= this.book.wanted)
    this.#remember(number, () => this.book.takeCash(-value))
  }

  /** Goods come back, or are not taken: some of them, or all. */
  giveBackGoods(value: number, way: WayBack, allGoods: boolean): void {
    const { wanted, told } = this.book
    const number = this.#commit(giveBack(this.sale, { value, way, why: 'goods', allGoods }))
    if (number === null) return
    assert.ok(told >= value)
    this.book.getBack(value)
    this.book.wanted = allGoods ? 0 : wanted - value
    this.#remember(number, () => {
      this.book.getBack(-value)
      this.book.wanted = wanted
    })
  }

  giveBackTooMuch(value: number, way: WayBack): void {
    const number = this.#commit(giveBack(this.sale, { value, way, why: 'too-much' }))
    if (number === null) return
    this.book.getBack(value)
    this.#remember(number, () => this.book.getBack(-value))
  }

  #remember(number: number, revert: () => void): void {
    this.#presses.push({ number, wereGoodsGone: this.book.areGoodsGone, revert })
  }

  /** `choice`: how long after the press, in tenths of a second. */
  undo(choice: number): void {
    const press = this.#presses.at(-1)
    if (press === undefined) return
    const { number, wereGoodsGone, revert } = press
    const since = { elapsed: choice * 100, cashedUp: choice % 10 === 9 }
    if (this.#commit(undo(this.sale, number, since)) === null) return
    assert.ok(since.elapsed <= 60_000 && !since.cashedUp)
    assert.equal(this.book.areGoodsGone, wereGoodsGone)
    this.#presses.pop()
    revert()
  }

  handOver(): void {
    if (!mayHandOver(this.sale)) return
    this.#expectNoContradiction()
    assert.equal(this.book.areGoodsGone, false)
    assert.ok(this.book.told >= this.book.wanted)
    this.book.areGoodsGone = true
    this.#handedOverAfter = this.#entries.length
  }

  endLate(): void {
    this.#lateEndedAfter = this.#entries.length
  }

  approve(payment: SalePayment): void {
    this.book.approve(payment.id, payment.value, 'paid')
  }

  /** The till asks the service, which may say for once that a paid payment failed. */
  read(payment: SalePayment, isWrong = false): void {
    const fate = this.book.fateOf(payment.id)
    if (fate === 'part') this.#readPart(payment)
    else if (fate === 'paid' && !isWrong) this.#readPaid(payment)
    else if (fate !== 'undecided') this.#readFailed(payment, fate === 'paid')
  }

  #readPaid(payment: SalePayment): void {
    const moved = paid(this.sale, payment)
    this.#add(moved)
    payment.state = 'over'
    if (moved.length === 0) return
    payment.contradicted = false
    this.#said.delete(payment.id)
    this.book.tell(payment.id, payment.value)
  }

  /** A word against what the till has; not where staff looked for the money already, and it is still there. */
  #readFailed(payment: SalePayment, isPaid: boolean): void {
    payment.state = 'over'
    const hasMoney = this.book.toldOf(payment.id) > 0
    if (hasMoney && !(isPaid && this.#found.has(payment.id))) payment.contradicted = true
  }

  /** It is of another amount: a person has to look. */
  #readPart(payment: SalePayment): void {
    const told = this.book.toldOf(payment.id)
    payment.state = 'unclear'
    if (told > 0 && told !== partOf(payment)) payment.contradicted = true
  }

  giveUp(payment: SalePayment): void {
    if (payment.state === 'open') payment.state = 'unknown'
  }

  stopWaiting(payment: SalePayment): void {
    payment.stopped = true
  }

  /** Staff say what they saw: the truth, but for a forged message about a payment that is not decided. */
  resolve(payment: SalePayment, isMistaken = false): void {
    if (payment.state !== 'unknown' && payment.state !== 'unclear') return
    const fate = this.book.fateOf(payment.id)
    const isPaid = fate === 'part' || (fate === 'paid') !== isMistaken
    if (isPaid) this.#seePaid(payment, fate === 'part' ? partOf(payment) : payment.value)
    else if (this.book.toldOf(payment.id) === 0) payment.state = 'over'
  }

  #seePaid(payment: SalePayment, value: number): void {
    if (this.#commit(seenPaid(this.sale, payment, value)) === null) return
    this.book.tell(payment.id, value)
    this.#said.add(payment.id)
  }

  /** Staff look for the money of a payment that the service contradicts. */
  answerContradiction(payment: SalePayment): void {
    if (!payment.contradicted) return
    payment.contradicted = false
    if (this.book.fateOf(payment.id) === 'paid') this.#found.add(payment.id)
    else this.#lose(payment)
  }

  #lose(payment: SalePayment): void {
    const outcome = this.#isSaid(payment.id)
      ? takeSaidBack(this.sale, payment)
      : takenBack(this.sale, payment, payment.value)
    assert.ok(!('refused' in outcome))
    this.#commit(outcome)
    this.#said.delete(payment.id)
    this.book.tell(payment.id, 0)
  }

  bear(): void {
    if (!toDosOf(this.sale).includes('unpaid')) return
    const { told, wanted, areGoodsGone } = this.book
    this.book.borne = (areGoodsGone ? wanted : 0) - told
    this.#borneAfter = this.#entries.length
  }

  /** Ends a to-do by one of its presses. */
  #press(toDo: ToDo, choice: number): void {
    const press = pick(pressesOf(toDo, this.sale), Math.floor(choice / 10))
    const before = JSON.stringify(this.sale)
    if (press) presses[press](this, choice)
    assert.notEqual(JSON.stringify(this.sale), before, `${press} does nothing`)
  }

  takeRest(choice: number): void {
    const rest = mostToTake(this.sale)
    if (choice % 3 > 0) this.takeCash(rest)
    else this.askAndPay(rest)
  }

  askAndPay(value: number): void {
    this.ask(value, true)
    const payment = this.#payments.at(-1)
    if (payment) this.approve(payment)
  }

  giveAllBack(way: WayBack): void {
    const value = mostToGiveBack(this.sale, { way, why: 'goods' })
    if (value > 0) this.giveBackGoods(value, way, true)
  }

  giveRestBack(way: WayBack): void {
    const value = mostToGiveBack(this.sale, { way, why: 'too-much' })
    if (value > 0) this.giveBackTooMuch(value, way)
  }

  answerAll(): void {
    for (const payment of this.#payments) this.answerContradiction(payment)
  }

  resolveAll(): void {
    for (const payment of this.#payments) this.resolve(payment)
  }
}

/** Less than was asked for. */
function partOf({ value }: SalePayment): number {
  return Math.ceil(value * 0.8)
}

function pick<T>(list: readonly T[], choice: number): T | undefined {
  return list[choice % list.length]
}

/** How each press is done; staff say the truth about a contradiction, whichever press is meant. */
const presses: Record<Press, (walk: SaleWalk, choice: number) => void> = {
  'give-cash-back': walk => walk.giveRestBack('cash'),
  'given-back-elsewhere': walk => walk.giveRestBack('said'),
  'given-back-in-dashboard': walk => walk.giveRestBack('service'),
  'take-the-rest': (walk, choice) => walk.takeRest(choice),
  'give-back': walk => walk.giveAllBack('cash'),
  'shop-bears-it': walk => walk.bear(),
  'hand-over': walk => walk.handOver(),
  'nothing-to-do': walk => walk.endLate(),
  'money-is-there': walk => walk.answerAll(),
  'taken-back': walk => walk.answerAll(),
  'keep-said': walk => walk.answerAll(),
  'take-said-back': walk => walk.answerAll(),
  'seen-paid': walk => walk.resolveAll(),
  'not-paid': walk => walk.resolveAll(),
}

type OfPayment = (walk: SaleWalk, payment: SalePayment, choice: number) => void

const ofPayment = (does: OfPayment) => (walk: SaleWalk, choice: number) => {
  const payment = walk.payment(choice)
  if (payment) does(walk, payment, choice)
}

/** From 1 to a third more than the most. */
const around = (most: number, choice: number) =>
  1 + (choice % Math.ceil((Math.max(most, 2) * 4) / 3))

const way = (choice: number): WayBack => ways[choice % ways.length] ?? 'cash'

/** What can happen. Values are not kept to what the till allows: it has to refuse the others. */
const steps = {
  ask: (walk, choice) => walk.ask(around(mostToAsk(walk.sale), choice), false),
  askForAll: walk => {
    const value = mostToAsk(walk.sale)
    if (value > 0) walk.ask(value, false)
  },
  askInstead: walk => {
    const value = mostToTake(walk.sale)
    if (value > 0) walk.ask(value, true)
  },
  cash: (walk, choice) => walk.takeCash(around(mostToTake(walk.sale), choice)),
  rest: walk => {
    const value = mostToTake(walk.sale)
    if (value > 0) walk.takeCash(value)
  },
  someGoodsBack: (walk, choice) => {
    const value = around(hasOf(walk.sale), choice)
    // With the goods here, who gets everything back takes nothing.
    const isAll = !walk.book.areGoodsGone && value === hasOf(walk.sale)
    walk.giveBackGoods(value, way(choice), isAll)
  },
  allGoodsBack: (walk, choice) => walk.giveAllBack(way(choice)),
  tooMuchBack: (walk, choice) =>
    walk.giveBackTooMuch(around(walk.book.told - walk.book.wanted, choice), way(choice)),
  restBack: (walk, choice) => walk.giveRestBack(way(choice)),
  undo: (walk, choice) => walk.undo(choice),
  handOver: walk => walk.handOver(),
  bear: walk => walk.bear(),
  endLate: walk => walk.endLate(),
  approve: ofPayment((walk, payment) => walk.approve(payment)),
  pay: ofPayment((walk, payment) => {
    walk.approve(payment)
    walk.read(payment)
  }),
  approvePart: ofPayment((walk, payment) => walk.book.approve(payment.id, partOf(payment), 'part')),
  decline: ofPayment((walk, payment) => walk.book.decline(payment.id)),
  takeBack: ofPayment((walk, payment) => walk.book.takeBack(payment.id, payment.value)),
  lose: ofPayment((walk, payment) => {
    walk.book.takeBack(payment.id, payment.value)
    walk.read(payment)
    walk.answerContradiction(payment)
  }),
  read: ofPayment((walk, payment) => walk.read(payment)),
  readWrongly: ofPayment((walk, payment) => walk.read(payment, true)),
  giveUp: ofPayment((walk, payment) => walk.giveUp(payment)),
  stopWaiting: ofPayment((walk, payment) => walk.stopWaiting(payment)),
  resolve: ofPayment((walk, payment, choice) => walk.resolve(payment, choice % 4 === 0)),
  answer: ofPayment((walk, payment) => walk.answerContradiction(payment)),
} satisfies Record<string, (walk: SaleWalk, choice: number) => void>

export type StepKind = keyof typeof steps

export const stepKinds = Object.keys(steps) as StepKind[]
