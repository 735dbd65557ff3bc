import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { AlreadyHandedOver } from '../../../../../../../electron/main/store/ledger/errors'
import type { Ledger } from '../../../../../../../electron/main/store/ledger/ledger'
import type { SettledBlock } from '../../../../../../../shared/day/blocks'
import type { Payment } from '../../../../../../../shared/payment/payment'
import {
  everyPayment,
  type PaymentState,
  type PaymentsFilter,
  paymentStateSchema,
} from '../../../../../../../shared/payment/payments-filter'
import { ImpossibleTransition } from '../../../../../../../shared/payment/reducer'
import {
  type CurrencyTotals,
  type TotalKind,
  totalKinds,
} from '../../../../../../../shared/payment/totals'
import { closeDay, take, ways } from '../../../../../../support/day-payments'
import { foundIds } from '../../../../../../support/filled-ledger'
import { morning } from '../../../../../../support/payments/clock'
import { ledgerIn } from '../../../../../../support/payments/ledger'
import { samples } from '../../../../../../support/payments/payments'
import { finished } from '../../../../../../support/results'
import { temporaryFolders } from '../../../../../../support/temporary-folder'

const newFolder = temporaryFolders()
const day = 86_400_000
const quarter = 900_000
const midnight = Math.floor(morning / day) * day

const amount = (value: number, currency = 'TZS') => ({ amount: { value, currency } })

const totalsOf = (ledger: Ledger, filter: Partial<PaymentsFilter> = {}) =>
  finished(ledger.totals.of({ ...everyPayment, ...filter }))

/** What of a total says anything. */
function said(currencies: readonly CurrencyTotals[]) {
  return currencies.map(each => ({
    currency: each.currency,
    ...Object.fromEntries(
      totalKinds.flatMap(kind => (each[kind].sales > 0 ? [[kind, each[kind]]] : [])),
    ),
  }))
}

const saidBlocks: Record<NonNullable<Payment['resolution']>['how'], SettledBlock> = {
  'paid-in-cash': 'cash',
  'seen-in-dashboard': 'seen',
  'not-paid': 'notPaid',
  'shop-bears-it': 'otherwise',
  other: 'otherwise',
}

/** What a payment brings, said once more from what happened to it, without the code's own functions. */
function kindsOf(ledger: Ledger, payment: Payment): TotalKind[] {
  const history = ledger.history(payment.id)
  const last = history.findLast(event => event.type === 'resolved')
  const lastOfCash = history.findLast(
    event =>
      event.type === 'cash-taken' ||
      (event.type === 'resolved' && event.how === 'paid-in-cash') ||
      event.type === 'undone',
  )
  const isCash = lastOfCash !== undefined && lastOfCash.type !== 'undone'
  const isPaid = payment.outcome === 'paid'
  const isSeen = !isPaid && last?.how === 'seen-in-dashboard'
  const noMoney = payment.resolution && saidBlocks[payment.resolution.how]
  return [
    ...(isCash ? (['cash'] as const) : []),
    ...(isPaid ? (['confirmed'] as const) : []),
    ...(isSeen ? (['seen'] as const) : []),
    ...(noMoney && noMoney !== 'seen' && !isCash && !isPaid ? [noMoney] : []),
    ...(payment.givenBack.length > 0 ? (['refund'] as const) : []),
  ]
}

/** One payment after the other. */
function naive(
  ledger: Ledger,
  payments: readonly Payment[],
  kinds: readonly TotalKind[] = totalKinds,
) {
  const sums = new Map<string, Map<TotalKind, { sales: number; amount: number }>>()
  for (const payment of payments)
    for (const kind of kindsOf(ledger, payment).filter(one => kinds.includes(one))) {
      const { currency, value } = payment.amount
      const its = sums.get(currency) ?? new Map()
      const { sales, amount } = its.get(kind) ?? { sales: 0, amount: 0 }
      const values = kind === 'refund' ? payment.givenBack.map(each => each.value) : [value]
      const more = values.reduce((sum, each) => sum + each, 0)
      sums.set(currency, its.set(kind, { sales: sales + values.length, amount: amount + more }))
    }
  return [...sums]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([currency, its]) => ({ currency, ...Object.fromEntries(its) }))
}

describe('totals', () => {
  it('of paid payments leave out the refund of one that was contradicted later', () => {
    const { ledger } = ledgerIn(newFolder())
    const { id } = take(ledger, 'paid', amount(1_000))
    ledger.append(id, { ...samples['given-back'], value: 1_000, worth: 1_000 })
    ledger.append(id, samples['answer-mismatched'])
    take(ledger, 'paid', amount(20))
    const refund = { sales: 1, amount: 1_000 }
    expect(said(totalsOf(ledger))).toEqual([
      { currency: 'TZS', confirmed: { sales: 2, amount: 1_020 }, refund },
    ])
    expect(said(totalsOf(ledger, { states: ['paid'] }))).toEqual([
      { currency: 'TZS', confirmed: { sales: 1, amount: 20 } },
    ])
  })

  it('are those of each day, by when the payments were asked for', () => {
    const { ledger } = ledgerIn(newFolder())
    for (const [at, value] of [
      [midnight - 1, 1],
      [midnight, 20],
      [midnight + day - 1, 300],
      [midnight + day, 4_000],
    ] as const)
      take(ledger, 'paid', { at, ...amount(value) })
    const starts = [-1, 0, 1, 2, 3].map(n => midnight + n * day)
    const periods = finished(ledger.totals.periods(starts))
    expect(periods.map(({ from, to }) => [from, to])).toEqual(
      starts.slice(1).map((to, n) => [starts[n], to]),
    )
    expect(periods.map(({ currencies }) => currencies[0]?.confirmed.amount ?? 0)).toEqual([
      1, 320, 4_000, 0,
    ])
  })

  it('add amounts that no number can hold exactly, and do not stop the till for them', () => {
    const { ledger } = ledgerIn(newFolder())
    const value = Number.MAX_SAFE_INTEGER
    for (let n = 0; n < 3; n++) take(ledger, 'paid', amount(value))
    const kept = totalsOf(ledger)[0]?.confirmed
    expect(kept?.sales).toBe(3)
    expect(kept?.amount).toBeCloseTo(3 * value, -2)
    expect(totalsOf(ledger, { text: '0754' })[0]?.confirmed).toEqual(kept)
  })

  it('are of all that a filter finds, as one payment after the other adds up', () => {
    const step = fc.record({
      way: fc.constantFrom(...(Object.keys(ways) as (keyof typeof ways)[])),
      value: fc.integer({ min: 1, max: 5_000_000 }),
      currency: fc.constantFrom('TZS', 'KES'),
      at: fc.integer({ min: -300, max: 300 }).map(n => morning + n * quarter),
      later: fc.array(fc.constantFrom(...Object.values(samples)), { maxLength: 4 }),
      closes: fc.boolean(),
    })
    const filter = fc.record({
      text: fc.constantFrom('', 'asha', '0754', 'nobody'),
      states: fc.oneof(
        fc.constantFrom<PaymentState[][]>([], ['paid']),
        fc.subarray(paymentStateSchema.options),
      ),
      settled: fc.constantFrom<SettledBlock[][]>([], ['cash'], ['seen'], ['cash', 'seen']),
      days: fc.option(fc.tuple(fc.integer({ min: -4, max: 4 }), fc.integer({ min: 1, max: 3 }))),
    })
    fc.assert(
      fc.property(
        fc.array(step, { minLength: 1, maxLength: 20 }),
        fc.array(filter, { minLength: 6, maxLength: 12 }),
        (steps, filters) => {
          const { ledger, close } = ledgerIn(newFolder())
          for (const { way, value, currency, at, later, closes } of steps) {
            const { id } = take(ledger, way, { at, ...amount(value, currency) })
            for (const event of later) append(ledger, id, event)
            if (closes) closeDay(ledger)
          }
          for (const { days, ...rest } of filters) {
            const from = days && midnight + days[0] * day
            const to = days && midnight + (days[0] + days[1]) * day
            const asked = { ...everyPayment, ...rest, from, to }
            const payments = foundIds(ledger, asked, 50).map(id => ledger.find(id) as Payment)
            const found = said(totalsOf(ledger, asked))
            expect(found, JSON.stringify(asked)).toEqual(naive(ledger, payments, kindsAsked(asked)))
          }
          close()
        },
      ),
      { numRuns: 30 },
    )
  })
})

function kindsAsked({ states, settled }: PaymentsFilter): readonly TotalKind[] {
  if (settled.length > 0) return settled
  const all = states.join(' ')
  return ['paid', 'paid givenBack', 'givenBack paid'].includes(all)
    ? ['confirmed', 'refund']
    : totalKinds
}

function append(ledger: Ledger, id: string, event: Parameters<Ledger['append']>[1]): void {
  try {
    ledger.append(id, event)
  } catch (error) {
    const isRefused = error instanceof ImpossibleTransition || error instanceof AlreadyHandedOver
    if (!isRefused) throw error
  }
}
