import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { systemRandom } from '../../../../../../../electron/main/platform/random'
import type { Ledger } from '../../../../../../../electron/main/store/ledger/ledger'
import { idTimeAfter } from '../../../../../../../electron/main/store/ledger/rows/payment-id-time'
import {
  everyPayment,
  type PaymentsFilter,
} from '../../../../../../../shared/payment/payments-filter'
import { leadsOf } from '../../../../../../../shared/sale/lead'
import { closeDay } from '../../../../../../support/day-payments'
import { foundPage } from '../../../../../../support/filled-ledger'
import { morning } from '../../../../../../support/payments/clock'
import { ledgerIn } from '../../../../../../support/payments/ledger'
import {
  failedOutcome,
  type LaterEvent,
  recorded,
  samples,
} from '../../../../../../support/payments/payments'
import { finished } from '../../../../../../support/results'
import { temporaryFolders } from '../../../../../../support/temporary-folder'

const newFolder = temporaryFolders()

type Changes = Parameters<typeof recorded>[0]

function write(ledger: Ledger, changes: Changes, ...events: LaterEvent[]): string {
  const id = systemRandom.paymentId(idTimeAfter(ledger.lastId(), morning))
  ledger.record(id, recorded({ draftId: randomUUID(), ...changes }), { body: '{}' })
  if (events.length > 0) ledger.append(id, ...events)
  return id
}

const accepted = (reference: string): LaterEvent[] => [
  samples['attempt-started'],
  { ...samples.accepted, reference },
]

/** A push that failed, one to another phone that is paid, and the sale of another customer before and after it. */
function chargedAgain() {
  const { ledger } = ledgerIn(newFolder())
  write(ledger, {}, ...accepted('before'), samples.settled)
  const first = write(ledger, { msisdn: '255754000111' }, ...accepted('first'), failedOutcome)
  write(ledger, {}, ...accepted('between'), samples.settled)
  const changes = { sale: first, msisdn: '255754000222' }
  const second = write(ledger, changes, ...accepted('second'), samples.settled)
  return { ledger, first, second }
}

describe('a sale of two payments', () => {
  let sold: ReturnType<typeof chargedAgain>
  const found = (filter: Partial<PaymentsFilter>) => foundPage(sold.ledger, filter).payments
  const leads = (filter: Partial<PaymentsFilter>) => leadsOf(found(filter)).map(({ id }) => id)
  beforeEach(() => {
    sold = chargedAgain()
  })

  it('is one sale among the others, in the place of its first payment', () => {
    const ids = found({}).map(({ id }) => id)
    expect(ids).toHaveLength(4)
    expect(ids.slice(1, 3)).toEqual([sold.first, sold.second])
    expect(leads({})[1]).toBe(sold.second)
  })

  it('is found by the reference and the phone of each of them', () => {
    for (const text of ['first', 'second', '000111', '000222'])
      expect(leads({ text }), text).toEqual([sold.second])
    expect(leads({ text: '111', phone: 'ending' })).toEqual([sold.second])
  })

  it('is found as what it came to, and not as the payment that failed', () => {
    expect(leads({ states: ['paid'] })).toHaveLength(3)
    expect(leads({ states: ['failed'] })).toEqual([])
  })

  it('comes with what it has; a sale of one payment needs no more', () => {
    const { sales } = foundPage(sold.ledger, {})
    expect(sales).toMatchObject([
      { id: sold.first, payments: [sold.first, sold.second], cover: 'covered' },
    ])
  })

  it('counts once in the totals', () => {
    const [totals] = finished(sold.ledger.totals.of({ ...everyPayment, text: 'first' }))
    expect(totals?.confirmed.sales).toBe(1)
  })

  it('is whole on its page, wherever the page ends', () => {
    const pages = [foundPage(sold.ledger, {}, { limit: 2 })]
    for (let next = pages[0]?.next ?? null; next !== null; next = pages.at(-1)?.next ?? null)
      pages.push(foundPage(sold.ledger, {}, { before: next, limit: 2 }))
    expect(pages.map(({ payments }) => leadsOf(payments).length)).toEqual([2, 1])
    expect(pages.flatMap(({ payments }) => payments)).toHaveLength(4)
  })
})

describe('the sales whose money came in an hour of a period', () => {
  const hour = new Date(morning).getHours()
  /** So many hours after the morning, of any date. */
  const later = (hours: number) => ({ ...samples.settled, at: morning + hours * 3_600_000 })

  it('are found by their entries, however long before they began', () => {
    const { ledger } = ledgerIn(newFolder())
    const here = write(ledger, {}, ...accepted('here'), later(1))
    write(ledger, {}, ...accepted('after'), later(2))
    write(ledger, {}, ...accepted('open'))
    const nextDay = write(ledger, {}, ...accepted('next'), later(25))
    const inCash = write(ledger, {}, ...accepted('cash'), samples.expired, {
      ...samples.resolved,
      how: 'paid-in-cash',
      at: morning + 3_600_000,
    })
    const found = (period: number) =>
      foundPage(ledger, { hour: { period, hour: (hour + 1) % 24 } }).payments.map(({ id }) => id)
    expect(found(1)).toEqual([inCash, nextDay, here])
    closeDay(ledger)
    const inNext = write(ledger, {}, ...accepted('in-next'), later(25))
    expect(found(1)).toEqual([inCash, nextDay, here])
    expect(found(2)).toEqual([inNext])
  })

  it('are whole sales: the payment that failed comes with the one that was paid', () => {
    const { ledger, first, second } = chargedAgain()
    const at = new Date(samples.settled.at).getHours()
    const ids = foundPage(ledger, { hour: { period: 1, hour: at } }).payments.map(({ id }) => id)
    expect(ids.slice(1, 3)).toEqual([first, second])
    expect(ids).toHaveLength(4)
  })
})
