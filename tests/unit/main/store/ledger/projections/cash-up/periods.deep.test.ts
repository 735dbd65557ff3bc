import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as fc from 'fast-check'
import { afterAll, expect, it } from 'vitest'
import type { Ledger } from '../../../../../../../electron/main/store/ledger/ledger'
import type { BlockName } from '../../../../../../../shared/day/blocks'
import { needsResolving } from '../../../../../../../shared/payment/actions'
import type { Method } from '../../../../../../../shared/payment/channel'
import type { PaymentEvent } from '../../../../../../../shared/payment/event'
import type { Payment } from '../../../../../../../shared/payment/payment'
import { closeDay } from '../../../../../../support/day-payments'
import { morning } from '../../../../../../support/payments/clock'
import { ledgerIn } from '../../../../../../support/payments/ledger'
import { type Step, sellAs, step, tryAppend } from '../../../../../../support/random-days'

/*
 * Random days of random tills, against a model that is simpler than the code: a book of who got what when. Of each
 * payment it has the first period in which it saw it paid, or settled in cash, and each time that staff said it was paid,
 * or no longer say so. It adds up one payment after the other.
 */

/** The simple model. */
const newModel = () => ({
  period: 1,
  payments: new Map<string, Payment>(),
  takenIn: new Map<string, number>(),
  paidIn: new Map<string, number>(),
  cashIn: new Map<string, number>(),
  /** What staff say was paid at this moment. */
  seen: new Set<string>(),
  /** Each change of that. */
  seenIn: [] as { id: string; period: number; sign: 1 | -1 }[],
  /** By the payment and what a person said, where that means no money. */
  saidIn: new Map<string, number>(),
})
type Model = ReturnType<typeof newModel>

const isOver = (payment: Payment) =>
  ['settled', 'expired', 'abandoned', 'refused', 'withdrawn'].includes(payment.phase)

/** Money came with this event, or before: an answer that it failed was not the last word. */
function isPaid({ outcome, mismatch }: Payment, event: PaymentEvent): boolean {
  const isAfterAll = event.type === 'contradicted' && event.meaning === 'paid'
  return outcome === 'paid' || (isAfterAll && outcome === 'failed' && mismatch === null)
}

function see(model: Model, payment: Payment, event: PaymentEvent): void {
  const { id } = payment
  const first = (seenIn: Map<string, number>, key = id) =>
    seenIn.set(key, seenIn.get(key) ?? model.period)
  model.payments.set(id, payment)
  first(model.takenIn)
  if (isPaid(payment, event)) first(model.paidIn)
  if (payment.resolution?.how === 'paid-in-cash') first(model.cashIn)
  if (event.type === 'undone') model.cashIn.delete(id)
  const said = saidOf(model, payment)
  if (said !== null) first(model.saidIn, `${id} ${said}`)
  const isSeen = event.type === 'resolved' ? event.how === 'seen-in-dashboard' : model.seen.has(id)
  setSeen(model, id, isSeen && !model.paidIn.has(id))
}

function setSeen(model: Model, id: string, isSeen: boolean): void {
  if (model.seen.has(id) === isSeen) return
  model.seenIn.push({ id, period: model.period, sign: isSeen ? 1 : -1 })
  if (isSeen) model.seen.add(id)
  else model.seen.delete(id)
}

/** A person's word that there is no money counts only while neither the service nor cash says more. */
function saidOf(model: Model, payment: Payment): 'notPaid' | 'otherwise' | null {
  const how = payment.resolution?.how
  if (how !== 'not-paid' && how !== 'other') return null
  const isMoney =
    payment.outcome === 'paid' || payment.contradictedByPaid || model.cashIn.has(payment.id)
  if (isMoney) return null
  return how === 'other' ? 'otherwise' : 'notPaid'
}

/** What a naive sum over all payments says that the running period has in a block. */
function naive(model: Model, block: BlockName, currency: string): number {
  let sum = 0
  for (const [id, payment] of model.payments) {
    if (payment.amount.currency !== currency) continue
    const isHere = [model.paidIn, model.cashIn].some(each => each.has(id)) || model.seen.has(id)
    const times: Record<string, number> = {
      confirmed: Number(model.paidIn.get(id) === model.period),
      cash: Number(model.cashIn.get(id) === model.period),
      seen: model.seenIn
        .filter(each => each.id === id && each.period === model.period)
        .reduce((total, { sign }) => total + sign, 0),
      unknown: Number(!isHere && (!isOver(payment) || needsResolving(payment))),
    }
    const said = saidOf(model, payment)
    if (said !== null) times[said] = Number(model.saidIn.get(`${id} ${said}`) === model.period)
    sum += (times[block] ?? 0) * payment.amount.value
  }
  return sum
}

function compare(ledger: Ledger, model: Model): void {
  const report = ledger.day.report(morning)
  expect(report.period).toBe(model.period)
  for (const currency of ['TZS', 'KES']) {
    const day = report.currencies.find(each => each.currency === currency)
    for (const block of ['confirmed', 'cash', 'seen', 'notPaid', 'otherwise', 'unknown'] as const) {
      const total = naive(model, block, currency)
      expect(day?.blocks[block].amount ?? 0, `${block} ${currency}`).toBe(total)
      for (const part of [day?.channels, day?.cashiers])
        expect((part ?? []).reduce((sum, each) => sum + each.blocks[block].amount, 0)).toBe(total)
    }
    const inHours = (methods: readonly Method[]) =>
      (day?.hours ?? [])
        .flatMap(({ money }) => methods.map(method => money[method].amount))
        .reduce((sum, amount) => sum + amount, 0)
    expect(inHours(['mobile', 'card'])).toBe(naive(model, 'confirmed', currency))
    expect(inHours(['cash'])).toBe(naive(model, 'cash', currency))
  }
  const earlier = [...model.paidIn].filter(
    ([id, period]) => period === model.period && (model.takenIn.get(id) ?? 0) < period,
  )
  const marked = report.earlier.map(({ paymentId }) => paymentId)
  expect(new Set(marked)).toEqual(new Set(earlier.map(([id]) => id)))
}

/** Every payment that was ever paid is in one closed period or in the running one, and in no other. */
function countOnce(ledger: Ledger, model: Model): void {
  const seen = new Map<string, number[]>()
  for (let period = 1; period < model.period; period++)
    for (const { paymentId, block } of ledger.day.cashUps.lines(period))
      if (block === 'confirmed') seen.set(paymentId, [...(seen.get(paymentId) ?? []), period])
  for (const [id, period] of model.paidIn) {
    const closedIn = seen.get(id) ?? []
    expect(closedIn, id).toEqual(period < model.period ? [period] : [])
  }
}

function run(ledger: Ledger, steps: readonly Step[]): void {
  const model = newModel()
  let clock = morning
  for (const each of steps) {
    if (each.do === 'sell')
      sellAs(ledger, each, clock, (payment, event) => see(model, payment, event))
    if (each.do === 'happen') {
      const id = [...model.payments.keys()][each.payment % model.payments.size]
      const event = { ...each.event, at: clock }
      // What an earlier period counted is not undone: main refuses it.
      const isClosed = event.type === 'undone' && model.cashIn.get(id ?? '') !== model.period
      const payment = id === undefined || isClosed ? null : tryAppend(ledger, id, event)
      if (payment) see(model, payment, event)
    }
    if (each.do === 'close') {
      closeDay(ledger, {}, clock)
      model.period += 1
    }
    if (each.do === 'set-clock') clock = Math.max(0, clock + each.by)
    compare(ledger, model)
  }
  closeDay(ledger, {}, clock)
  model.period += 1
  countOnce(ledger, model)
}

/** In memory where the system has a folder for that: hundreds of commits a run. */
const folder = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'kaunta-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

it('count every payment once, whatever happens when, and whatever the clock says', () => {
  fc.assert(
    fc.property(fc.array(step, { minLength: 10, maxLength: 80 }), steps => {
      const { ledger, close } = ledgerIn(mkdtempSync(join(folder, 'run-')))
      run(ledger, steps)
      close()
    }),
    { numRuns: 40, endOnFailure: true },
  )
}, 120_000)
