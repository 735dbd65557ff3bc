import { isDeepStrictEqual } from 'node:util'
import { type CountedCash, expectedCash } from '../../../shared/day/cash-up'
import type { DrawerEntry } from '../../../shared/day/drawer'
import type { CurrencyDay } from '../../../shared/day/report'
import type { Payment } from '../../../shared/payment/payment'
import type { Person } from '../../../shared/person'
import type { ClosedPeriod, MoneyMove, Moved, StoredCashUp } from '../world/facts'
import { hasMoved, isConfirmed } from './sale-sums'
import { type Change, factsOf, nameOf, type Scene } from './scene'
import { currencyOf } from './statements'

/** What a commit moved, in the period that ran then. What is undone is as if it had never been. */
export function moved(scene: Scene, { before, payment }: Change): void {
  const { moves, everMoved, signedIn } = scene.facts
  if (!before) askedFor(scene, payment)
  const { id: paymentId, sale } = payment
  if (hasMoved(scene, payment)) everMoved.add(sale)
  const known = moves.filter(move => move.paymentId === paymentId)
  const now = movedFor(scene, payment)
  const isAmong = (all: readonly Moved[], { by }: Moved) => all.some(each => each.by === by)
  for (const move of now.filter(each => !isAmong(known, each)))
    moves.push({
      ...{ ...move, period: scene.committed.day.period, paymentId, sale },
      person: move.what === 'confirmed' ? askerOf(scene, payment) : signedIn,
    })
  // What the service confirmed stays, whatever it answers later (money rule 6).
  for (const move of known.filter(each => each.what !== 'confirmed' && !isAmong(now, each)))
    moves.splice(moves.indexOf(move), 1)
}

/** A payment is new: it is on record for who asked. Of two who press at once it may be either. */
function askedFor(scene: Scene, payment: Payment): void {
  const { askedBy } = factsOf(scene, payment)
  const asker = askedBy.find(each => each?.id === payment.person?.id)
  if (asker === undefined)
    scene.report('shift', `${nameOf(payment)} was not asked for by ${payment.person?.name}`)
  else askedBy.unshift(asker)
}

const askerOf = (scene: Scene, payment: Payment) => factsOf(scene, payment).askedBy[0] ?? null

/** By what people pressed, and by what the service executed. */
function movedFor(scene: Scene, payment: Payment): Moved[] {
  const { draft, executions } = factsOf(scene, payment)
  const { received, givenBack } = payment
  // Of cash that was recorded the draft names no channel.
  const currency = currencyOf(scene, payment)
  const moves: Moved[] = givenBack.map(({ way, value }, place) => ({
    by: `give back ${place}`,
    what: `back by ${way}`,
    ...{ currency, value },
  }))
  if (received !== null) moves.push({ by: 'cash', what: 'cash', currency, value: draft.value })
  const [execution] = executions
  if (isConfirmed(scene, payment) && execution)
    moves.push({ by: 'service', what: 'confirmed', ...execution.amount })
  return moves
}

/** Each period has what moved while it ran, and a closed one stays as it was closed, byte by byte. */
export function checkPeriods(scene: Scene, running: readonly CurrencyDay[]): void {
  const { closed, closings } = scene.facts
  const stored = scene.cashUps()
  for (const [place, cashUp] of stored.entries()) {
    const known = closed[place]
    if (!known) closed.push(closedNow(scene, cashUp, place + 1))
    else if (!known.stored.body.equals(cashUp.body) || !known.stored.lines.equals(cashUp.lines))
      scene.report('cash-up', `period ${place + 1} is closed, and has changed`)
  }
  const period = stored.length + 1
  if (closings.some(press => press.isCertain && press.period >= period))
    scene.report('cash-up', `period ${period} was closed, and still runs`)
  const entries = scene.committed.day.drawer.entries(whole)
  checkDays(scene, period, { currencies: running, entries, counted: [], float: null })
}

export const whole = { after: { drawer: 0 }, person: Buffer.alloc(0) }

/** What a closed period was closed with: looked at when it is seen first. */
function closedNow(scene: Scene, stored: StoredCashUp, period: number): ClosedPeriod {
  const { cashUps } = scene.committed.day
  const say = (text: string) => scene.report('cash-up', `period ${period}: ${text}`)
  const cashUp = cashUps.find(period)
  if (cashUp === null) throw new Error(`Period ${period} is not the one of its row`)
  const { currencies, drawer: entries, open } = cashUp.report
  const { cash: counted } = cashUp
  const [own] = counted
  const press = scene.facts.closings.find(
    each => each.period === period && each.counted === own?.counted,
  )
  if (!press) say(`it was closed without a press, with ${own?.counted} in the drawer`)
  if (open.some(({ signOff }) => signOff === null)) say('what is open is not signed off')
  if (cashUp.ledgerCheck?.changes !== 0) say('its records are called changed')
  checkDays(scene, period, { currencies, entries, counted, float: press?.float ?? null })
  const isMove = (block: string) => ['confirmed', 'cash', 'refund'].includes(block)
  const lines = cashUps
    .lines(period)
    .filter(({ block }) => isMove(block))
    .map(({ block, currency, amount, paymentId }) => `${block} ${currency} ${amount} ${paymentId}`)
  const moves = scene.facts.moves
    .filter(move => move.period === period)
    .map(({ what, currency, value, paymentId }) => {
      const block = what === 'confirmed' || what === 'cash' ? what : 'refund'
      return `${block} ${currency} ${value} ${paymentId}`
    })
  if (!isDeepStrictEqual(lines.toSorted(inOrder), moves.toSorted(inOrder)))
    say(`it has the lines ${lines.join(', ')} of ${moves.join(', ')}`)
  return { stored, currencies }
}

const inOrder = (one: string, other: string) => (one < other ? -1 : 1)

interface DayTold {
  currencies: readonly CurrencyDay[]
  /** What moved in its drawer without a sale. */
  entries: readonly DrawerEntry[]
  /** What was counted in the drawer, and what was expected then. */
  counted: readonly CountedCash[]
  /** What a person said only at the closing that the drawer had begun with. */
  float: number | null
}

/** A period's sums of each currency are what moved while it ran; the drawer holds that, and what staff put in and out. */
function checkDays(scene: Scene, period: number, told: DayTold): void {
  const { currency: own } = scene.settings
  const inPeriod = scene.facts.moves.filter(move => move.period === period)
  const besides = withoutSales(scene, period, told.entries)
  const named = [...told.currencies, ...inPeriod].map(({ currency }) => currency)
  for (const currency of new Set([own, ...named])) {
    const moves = inPeriod.filter(move => move.currency === currency)
    const day = told.currencies.find(each => each.currency === currency)
    const counted = told.counted.find(each => each.currency === currency)
    const inCash = sumOf(moves, 'cash') - sumOf(moves, 'back by cash')
    const float = told.float ?? besides.float
    const held = currency === own ? inCash + float + besides.moved : inCash
    const say = (text: string) => scene.report('cash', `period ${period}, ${currency}: ${text}`)
    for (const [what, sum] of Object.entries(sumsOf(day)) as [Moved['what'], number][])
      if (sum !== sumOf(moves, what)) say(`${what} is ${sum}, not ${sumOf(moves, what)}`)
    checkCashiers(scene, day?.cashiers ?? [], moves)
    const expected = counted?.expected ?? (day ? expectedCash(day) : 0)
    if (expected !== held) say(`the drawer should hold ${held}, not ${expected}`)
  }
}

/** What a day or a shift says of one currency. */
export function sumsOf(day: CurrencyDay | undefined): Record<Moved['what'], number> {
  return {
    confirmed: day?.blocks.confirmed.amount ?? 0,
    cash: day?.blocks.cash.amount ?? 0,
    'back by cash': day?.refunds.cash.amount ?? 0,
    'back by service': day?.refunds.service.amount ?? 0,
    'back by said': day?.refunds.said.amount ?? 0,
  }
}

/** Each person's line of a day has the cash that they took, and what the service confirmed of what they asked for. */
function checkCashiers(
  { report }: Scene,
  cashiers: CurrencyDay['cashiers'],
  moves: readonly MoneyMove[],
): void {
  for (const id of new Set([...cashiers, ...moves].map(idOf))) {
    const told = cashiers.find(each => idOf(each) === id)?.blocks
    const theirs = moves.filter(move => idOf(move) === id)
    for (const what of ['confirmed', 'cash'] as const) {
      const text = `the day has ${told?.[what].amount} ${what} of ${id}`
      if ((told?.[what].amount ?? 0) !== sumOf(theirs, what))
        report('shift', `${text}, not ${sumOf(theirs, what)}`)
    }
  }
}

export const idOf = ({ person }: { person: Person | null }) => person?.id ?? ''

const sumOf = (moves: readonly MoneyMove[], what: Moved['what']) =>
  moves.reduce((so, move) => (move.what === what ? so + move.value : so), 0)

/**
 * What a period's drawer holds besides the cash of sales, by what staff did: its last float, and what they paid in and out.
 * Each press is on record once; one that a power cut interrupted counts if it is on record.
 */
function withoutSales({ facts, report }: Scene, period: number, entries: readonly DrawerEntry[]) {
  const presses = facts.drawer.filter(press => press.period === period)
  const timesOnRecord = ({ draftId }: { draftId: string }) =>
    entries.filter(each => each.draftId === draftId).length
  for (const { draftId, kind, value } of entries)
    if (!presses.some(press => press.draftId === draftId && press.value === value))
      report('cash', `period ${period}: a ${kind} of ${value} is on record without a press`)
  for (const press of presses)
    if (timesOnRecord(press) > 1 || (press.isCertain && timesOnRecord(press) === 0))
      report('cash', `the ${press.kind} is ${timesOnRecord(press)} times on record`)
  const written = presses.filter(press => timesOnRecord(press) > 0)
  const sum = (kind: string) =>
    written.reduce((so, press) => (press.kind === kind ? so + press.value : so), 0)
  const float = written.findLast(({ kind }) => kind === 'float')?.value ?? 0
  return { float, moved: sum('pay-in') - sum('pay-out') }
}
