import { beforeEach, describe, expect, it } from 'vitest'
import { newResults, recentOrder, waitedFor } from '../../../renderer/layout/recent-order'
import {
  addPayments,
  applyPayment,
  forgetPayments,
  usePayments,
} from '../../../renderer/stores/payments-store'
import { applyUnseen } from '../../../renderer/stores/unseen-store'
import type { Payment } from '../../../shared/payment/payment'
import { recentLength } from '../../../shared/payment/recent'
import type { LaterEvent } from '../../support/payments/payments'
import { events, paymentAfter } from './a-payment'

const { accepted, expired, failed, paid, refused, started, unrecognised } = events

const named = (id: string, ...events: LaterEvent[]) => ({
  ...paymentAfter(...events),
  id,
  sale: id,
})
const good = named('good', started, accepted, paid)
const bad = named('bad', started, accepted, failed)
const no = named('no', started, refused)
const unclear = named('unclear', started, accepted, unrecognised)

it('lists new results with failures first, then what needs attention, then what was paid', () => {
  const ids = newResults([good, unclear, bad, no], null).map(({ id }) => id)
  expect(new Set(ids.slice(0, 2))).toEqual(new Set(['bad', 'no']))
  expect(ids.slice(2)).toEqual(['unclear', 'good'])
})

it('leaves out the payment on the screen, and what has a strip of its own', () => {
  const late = { ...good, id: 'late', late: true }
  expect(newResults([good, bad, late], 'bad').map(({ id }) => id)).toEqual(['good'])
})

it('keeps every payment that is open or waits for a person, and of the others the newest, however long the day', () => {
  const day = Array.from({ length: 500 }, (_, place) => named(`done ${place}`, started, refused))
  const kept = [named('open', started), unclear].map(payment => ({ ...payment, recordedAt: 0 }))
  const ids = inOrder([...kept, ...day]).map(({ id }) => id)
  expect(ids.slice(0, 2)).toEqual(['open', 'unclear'])
  expect(ids).toHaveLength(2 + recentLength)
})

it('lists open payments first, then what must be resolved, then the rest', () => {
  const over = named('1-expired', started, accepted, expired)
  const ids = inOrder([good, over, named('2-open'), named('3-newer')]).map(({ id }) => id)
  expect(ids).toEqual(['3-newer', '2-open', '1-expired', 'good'])
})

it('keeps the ledger’s order when the computer’s clock was set back', () => {
  const first = { ...named('1'), recordedAt: 9_000 }
  const second = { ...named('2'), recordedAt: 1_000 }
  expect(inOrder([first, second])).toEqual([second, first])
})

it.each([
  [-5, 'seconds', 0],
  [59_999, 'seconds', 59],
  [60_000, 'minutes', 1],
  [3_599_999, 'minutes', 59],
  [3_600_000, 'hours', 1],
  [90_000_000, 'hours', 25],
] as const)('a wait of %i ms is told in %s: %i', (ms, unit, count) => {
  expect(waitedFor(ms)).toEqual({ unit, count })
})

/** Each payment stands for a sale of its own. */
function inOrder(payments: readonly Payment[]): Payment[] {
  const sales = payments.map(lead => ({ lead, payments: [lead], view: null }))
  return recentOrder(sales).map(({ lead }) => lead)
}

/** A day of payments; of forty two are unclear, two open and the others over. */
function longDay(length: number): Payment[] {
  const ends = [
    [started, refused],
    [started, accepted, paid],
    [started, accepted, unrecognised],
    [started],
  ] as const
  return Array.from({ length }, (_, n) =>
    named(String(n).padStart(5, '0'), ...(ends[n % 40 < 36 ? n % 2 : 2 + (n % 2)] ?? [])),
  )
}

describe('the window, however long the day', () => {
  beforeEach(forgetPayments)
  const inRail = () => {
    const { byId, railIds } = usePayments.getState()
    return railIds.flatMap(id => byId[id] ?? [])
  }

  it('knows all that is open or waits for a person, some more, and shows the same', () => {
    const day = longDay(1_000)
    for (const payment of day) applyPayment(payment)
    const { byId } = usePayments.getState()
    expect(Object.keys(byId)).toHaveLength(10 * recentLength + 30 + 100)
    expect(inOrder(inRail())).toEqual(inOrder(day))
  })

  it('keeps what was found last, and the rail as it was', () => {
    const today = longDay(100)
    for (const payment of today) applyPayment(payment)
    const old = Array.from({ length: 1_000 }, (_, n) => named(`0 old ${n}`, started, refused))
    for (let n = 0; n < 1_000; n += 50) addPayments(old.slice(n, n + 50))
    const { byId } = usePayments.getState()
    expect(byId['0 old 0']).toBeUndefined()
    expect(byId['0 old 750']).toBeDefined()
    expect(inOrder(inRail())).toEqual(inOrder(today))
  })

  it('keeps a result that is not acknowledged', () => {
    const [first, ...others] = longDay(1_000)
    applyUnseen([first?.id ?? ''])
    for (const payment of [first, ...others]) if (payment) applyPayment(payment)
    expect(usePayments.getState().byId[first?.id ?? '']).toEqual(first)
  })
})
