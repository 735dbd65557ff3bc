import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as fc from 'fast-check'
import { afterAll, expect, it } from 'vitest'
import type { Ledger } from '../../../../../../../electron/main/store/ledger/ledger'
import type { BlockName } from '../../../../../../../shared/day/blocks'
import { needsResolving } from '../../../../../../../shared/payment/actions'
import type { Payment } from '../../../../../../../shared/payment/payment'
import { closeDay } from '../../../../../../support/day-sales'
import { morning } from '../../../../../../support/payments/clock'
import { ledgerIn } from '../../../../../../support/payments/ledger'
import { type Step, sellAs, step, tryAppend } from '../../../../../../support/random-days'

/*
 * Random days of random tills, against a model that is simpler than the code: it remembers of each sale
 * the first period in which it saw it paid, or settled in cash, and adds up one sale after the other.
 */

/** The simple model. */
const newModel = () => ({
  period: 1,
  sales: new Map<string, Payment>(),
  takenIn: new Map<string, number>(),
  paidIn: new Map<string, number>(),
  cashIn: new Map<string, number>(),
  /** By the sale and what a person said, where that was not cash. */
  saidIn: new Map<string, number>(),
})
type Model = ReturnType<typeof newModel>

const isPaid = (sale: Payment) => sale.outcome === 'paid' && sale.mismatch === null
const isOver = (sale: Payment) =>
  ['settled', 'expired', 'abandoned', 'refused', 'withdrawn'].includes(sale.phase)

function see(model: Model, sale: Payment): void {
  const first = (seenIn: Map<string, number>, key = sale.id) =>
    seenIn.set(key, seenIn.get(key) ?? model.period)
  model.sales.set(sale.id, sale)
  first(model.takenIn)
  if (isPaid(sale)) first(model.paidIn)
  if (sale.resolution?.how === 'paid-in-cash') first(model.cashIn)
  const said = saidOf(model, sale)
  if (said !== null) first(model.saidIn, `${sale.id} ${said}`)
}

const saidBlocks = {
  'seen-in-dashboard': 'seen',
  'not-paid': 'notPaid',
  other: 'otherwise',
} as const

/** A person's word counts only while neither the service nor cash says more. */
function saidOf(model: Model, sale: Payment): 'seen' | 'notPaid' | 'otherwise' | null {
  const how = sale.resolution?.how
  if (how === undefined || how === 'paid-in-cash') return null
  return isPaid(sale) || model.cashIn.has(sale.id) ? null : saidBlocks[how]
}

/** What a naive sum over all sales says that the running period has in a block. */
function naive(model: Model, block: BlockName, currency: string): number {
  let sum = 0
  for (const [id, sale] of model.sales) {
    if (sale.amount.currency !== currency) continue
    const here: Record<string, boolean> = {
      confirmed: isPaid(sale) && model.paidIn.get(id) === model.period,
      cash: model.cashIn.get(id) === model.period,
      unknown: !isPaid(sale) && (!isOver(sale) || needsResolving(sale)),
    }
    const said = saidOf(model, sale)
    if (said !== null) here[said] = model.saidIn.get(`${id} ${said}`) === model.period
    if (here[block]) sum += sale.amount.value
  }
  return sum
}

/** What counts where answers or people contradict one another is being changed (decision 41). */
function isInDoubt({ mismatch, contradiction, cashTakenAt, resolution }: Payment): boolean {
  const isSaid = cashTakenAt !== null || resolution?.how === 'seen-in-dashboard'
  return mismatch !== null || contradiction !== null || isSaid
}

function compare(ledger: Ledger, model: Model): void {
  if ([...model.sales.values()].some(isInDoubt)) return
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
    const hours = (day?.hours ?? []).reduce((sum, { tally }) => sum + tally.amount, 0)
    expect(hours).toBe(naive(model, 'confirmed', currency))
  }
  const earlier = [...model.paidIn].filter(
    ([id, period]) => period === model.period && (model.takenIn.get(id) ?? 0) < period,
  )
  const marked = report.earlier.map(({ paymentId }) => paymentId)
  for (const [id] of earlier)
    expect(marked.includes(id)).toBe(isPaid(model.sales.get(id) as Payment))
  expect(marked.every(id => earlier.some(([each]) => each === id))).toBe(true)
}

/** Every sale that was ever paid is in one closed period or in the running one, and in no other. */
function countOnce(ledger: Ledger, model: Model): void {
  const seen = new Map<string, number[]>()
  for (let period = 1; period < model.period; period++)
    for (const { paymentId, block } of ledger.day.lines(period))
      if (block === 'confirmed') seen.set(paymentId, [...(seen.get(paymentId) ?? []), period])
  for (const [id, period] of model.paidIn) {
    const closedIn = seen.get(id) ?? []
    const wasMismatched = model.sales.get(id)?.mismatch !== null
    if (period < model.period && !wasMismatched) expect(closedIn, id).toEqual([period])
    if (period === model.period) expect(closedIn, id).toEqual([])
    expect(closedIn.length).toBeLessThanOrEqual(1)
  }
}

function run(ledger: Ledger, steps: readonly Step[]): void {
  const model = newModel()
  let clock = morning
  for (const each of steps) {
    if (each.do === 'sell') sellAs(ledger, each, clock, sale => see(model, sale))
    if (each.do === 'happen') {
      const id = [...model.sales.keys()][each.sale % model.sales.size]
      const sale = id === undefined ? null : tryAppend(ledger, id, { ...each.event, at: clock })
      if (sale) see(model, sale)
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
  if (![...model.sales.values()].some(isInDoubt)) countOnce(ledger, model)
}

/** In memory where the system has a folder for that: hundreds of commits a run. */
const folder = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'kaunta-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

it('count every sale once, whatever happens when, and whatever the clock says', () => {
  fc.assert(
    fc.property(fc.array(step, { minLength: 10, maxLength: 80 }), steps => {
      const { ledger, close } = ledgerIn(mkdtempSync(join(folder, 'run-')))
      run(ledger, steps)
      close()
    }),
    { numRuns: 40, endOnFailure: true },
  )
}, 120_000)
