import { statSync } from 'node:fs'
import { beforeEach, describe, expect, it } from 'vitest'
import { systemRandom } from '../../../../../../electron/main/platform/random'
import { LedgerWriteFailed } from '../../../../../../electron/main/store/ledger/errors'
import { Ledger } from '../../../../../../electron/main/store/ledger/ledger'
import { LedgerDamaged, readPacked } from '../../../../../../electron/main/store/ledger/rows/codec'
import { examine } from '../../../../../../electron/main/store/recovery/salvage/salvage'
import { forEachField } from '../../../../../../shared/payment/customer-fields'
import {
  applyEvent,
  beginPayment,
  ImpossibleTransition,
} from '../../../../../../shared/payment/reducer'
import { failingAt, inDatabase, rowBytes } from '../../../../../support/database'
import { asha, closeDay } from '../../../../../support/day-payments'
import { foundIds } from '../../../../../support/filled-ledger'
import { morning } from '../../../../../support/payments/clock'
import { ledgerIn, ledgerKey, type OpenedLedger } from '../../../../../support/payments/ledger'
import {
  eventsTo,
  type LaterEvent,
  recorded,
  samples,
} from '../../../../../support/payments/payments'
import { finished } from '../../../../../support/results'
import { temporaryFolders } from '../../../../../support/temporary-folder'

const newFolder = temporaryFolders()
const day = 86_400_000
const paid = eventsTo('settled')

let { ledger, file, announced, close } = {} as OpenedLedger
beforeEach(() => {
  ;({ ledger, file, announced, close } = ledgerIn(newFolder()))
})

let count = 0

/** A payment with a customer of its own in every place that can hold one; each of its traces is found nowhere else. */
function plant(events: readonly LaterEvent[] = paid, sale?: string) {
  count += 1
  const letters = [...String(100_000 + count)].map(digit => 'bcdfghjkmn'[Number(digit)]).join('')
  const msisdn = `2557${String(20_000_000 + count * 7_919)}`
  const customer = {
    ...forEachField(name => `${name}${letters}`),
    firstName: `Zq${letters}`,
    lastName: `Wx${letters}`,
    email: `${letters}@planted.example`,
    country: 'TZ',
    city: `Xy${letters}`,
    address: `Vq${letters} street`,
  }
  const note = `note of Kw${letters}`
  const body = JSON.stringify({ msisdn, customer, padding: 'x'.repeat((count * 37) % 400) })
  const at = morning + count * 10
  const lines = [{ name: 'Soda', quantity: 1, price: recorded().amount.value }]
  const event = recorded({ at, msisdn, customer, note, lines, ...(sale && { sale }) })
  const payment = ledger.record(systemRandom.paymentId(at), event, { body })
  const reference = `R-${letters}`
  const said = events.map(one => (one.type === 'accepted' ? { ...one, reference } : one))
  const after = said.length > 0 ? ledger.append(payment.id, ...said) : payment
  const traces = [msisdn, ...Object.values(customer), note].filter(text => text !== 'TZ')
  return { payment: after, traces: [...traces, `${customer.firstName} ${customer.lastName}`] }
}

type Planted = ReturnType<typeof plant>

/** Removes all that was there before now. */
function removeAll({ removal } = ledger): void {
  removal.mark(morning)
  finished(removal.remove({ before: morning, at: morning + day, months: 24 }))
}

const leftIn = (bytes: Buffer, payments: readonly Planted[]) => {
  const lower = bytes.toString('latin1').toLowerCase()
  return payments.flatMap(({ traces }) =>
    traces.filter(trace => lower.includes(trace.toLowerCase())),
  )
}

const allTraces = (payments: readonly Planted[]) => payments.flatMap(({ traces }) => traces)

describe('a customer whose data is removed', () => {
  it('is in no row of the file, packed or not; others are all there', () => {
    const before = Array.from({ length: 150 }, () => plant())
    const kept = before.map(() => plant(eventsTo('expired')))
    expect(leftIn(rowBytes(file, ledgerKey), before)).toEqual(allTraces(before))
    removeAll()
    const rows = rowBytes(file, ledgerKey)
    expect(leftIn(rows, before)).toEqual([])
    expect(leftIn(rows, kept)).toEqual(allTraces(kept))
    close()
    const check = 'SELECT integrity_check AS said FROM pragma_integrity_check'
    expect(inDatabase(file, database => String(database.all(check)[0]?.said))).toBe('ok')
    const task = { file, key: ledgerKey.toString('hex'), exportTo: null }
    expect(examine(task)).toMatchObject({ sales: 300, sound: true })
  }, 120_000)

  it('keeps amount, items, reference, state, times and staff; history and windows are updated', () => {
    const { payment } = plant([...paid, { ...samples['goods-handed-over'], person: asha }])
    removeAll()
    const after = ledger.find(payment.id)
    expect(after?.lines).toHaveLength(1)
    expect(announced.at(-1)).toEqual(after)
    expect(after).toEqual({
      ...payment,
      msisdn: '',
      customer: { ...recorded().customer, firstName: '', lastName: '' },
      note: '',
      customerRemoved: { at: morning + day, months: 24 },
    })
    const history = ledger.history(payment.id)
    expect(history.at(-1)).toEqual({ type: 'customer-removed', at: morning + day, months: 24 })
    const [first, ...later] = history
    if (first?.type !== 'recorded') throw new Error('It does not begin with its recording')
    expect(later.reduce(applyEvent, beginPayment(payment.id, first))).toEqual(after)
  })

  it('is found by no name and no number, the payment by its reference; the next customer is new', () => {
    const { payment } = plant()
    const { msisdn, customer, reference } = payment
    expect(foundIds(ledger, { text: customer.lastName })).toEqual([payment.id])
    expect(ledger.customers.one(msisdn)).not.toBeNull()
    removeAll()
    expect(foundIds(ledger, { text: customer.lastName })).toEqual([])
    expect(foundIds(ledger, { text: msisdn })).toEqual([])
    expect(foundIds(ledger, { text: reference ?? '' })).toEqual([payment.id])
    expect(ledger.customers.one(msisdn)).toBeNull()
    expect(ledger.ofPhone(msisdn, 5)).toEqual([])
  })

  it('is still found by their other payments, which are kept', () => {
    const { payment } = plant()
    const { msisdn, customer } = payment
    ledger.removal.mark(morning)
    const event = recorded({ at: morning + 5_000, msisdn, customer })
    const other = ledger.record(systemRandom.paymentId(event.at), event, { body: '{}' })
    const said = { before: morning, at: morning, months: 24 }
    expect(finished(ledger.removal.remove(said))).toBe(1)
    expect(foundIds(ledger, { text: customer.firstName })).toEqual([other.id])
    expect(foundIds(ledger, { text: msisdn.slice(-4) })).toEqual([other.id])
    expect(ledger.customers.one(msisdn)).not.toBeNull()
  })

  it('is in no closed day either, which else stays as it was', () => {
    const [sold, expired] = [plant(), plant(eventsTo('expired'))]
    const closed = closeDay(ledger)
    const lines = ledger.day.cashUps.lines(1)
    expect(ledger.day.cashUps.find(1)).toEqual(closed)
    expect(lines.map(({ name }) => name)).toContain(sold.traces.at(-1))
    ledger.append(expired.payment.id, samples.resolved)
    removeAll()
    const [open] = ledger.day.cashUps.find(1)?.report.open ?? []
    expect(open).toMatchObject({ name: '', msisdn: '', signOff: { reason: '', person: asha } })
    expect(ledger.day.cashUps.find(1)?.report.currencies).toEqual(closed.report.currencies)
    const nameless = lines.map(line => ({ ...line, name: '', msisdn: '' }))
    expect(ledger.day.cashUps.lines(1)).toEqual(
      nameless.map(line => ({ ...line, reason: line.reason === null ? null : '' })),
    )
    const rows = rowBytes(file, ledgerKey)
    expect(leftIn(rows, [sold, expired])).toEqual([])
    expect(rows.includes('customer rings tomorrow')).toBe(false)
  })

  it('has no request left that could be sent, and is never removed from what is not final', () => {
    const { payment } = plant()
    removeAll()
    expect(() => ledger.request(payment.id)).toThrow(LedgerDamaged)
    const pending = plant(eventsTo('pending')).payment
    expect(() => ledger.append(pending.id, samples['customer-removed'])).toThrow(
      ImpossibleTransition,
    )
  })

  it.each(['ready', 'held', 'sending', 'unknown', 'pending', 'expired', 'abandoned'] as const)(
    'stays while the payment is %s, until somebody has resolved it (money rule 8)',
    phase => {
      const { payment } = plant(eventsTo(phase))
      const request = ledger.request(payment.id)
      removeAll()
      expect(ledger.find(payment.id)).toEqual(payment)
      expect(ledger.request(payment.id)).toEqual(request)
      if (phase !== 'expired' && phase !== 'abandoned') return
      ledger.append(payment.id, samples.resolved)
      removeAll()
      expect(ledger.find(payment.id)).toMatchObject({ msisdn: '', resolution: { reason: '' } })
    },
  )

  it('goes with a sale that has what is due, also from its payment without an end', () => {
    const first = plant(eventsTo('expired')).payment
    const second = plant(eventsTo('pending'), first.id).payment
    const customers = () => [first, second].map(({ id }) => ledger.find(id)?.msisdn)
    removeAll()
    expect(customers()).not.toContain('')
    ledger.append(second.id, samples.settled)
    removeAll()
    expect(customers()).toEqual(['', ''])
  })

  it('stays with all of a sale while one payment of it is younger', () => {
    const first = plant(eventsTo('expired')).payment
    ledger.removal.mark(morning)
    const second = plant(paid, first.id).payment
    ledger.removal.mark(morning + day)
    const removedBefore = (before: number) =>
      finished(ledger.removal.remove({ before, at: morning, months: 24 }))
    expect(removedBefore(morning + day - 1)).toBe(0)
    expect(removedBefore(morning + day)).toBe(2)
    expect(ledger.find(second.id)?.msisdn).toBe('')
  })

  it('stays where a mark is younger, and so does one that a person resolved since', () => {
    const expired = plant(eventsTo('expired')).payment
    ledger.removal.mark(morning)
    ledger.append(expired.id, samples.resolved)
    const later = plant().payment
    ledger.removal.mark(morning + day)
    const removedBefore = (before: number) =>
      finished(ledger.removal.remove({ before, at: morning, months: 24 }))
    expect(removedBefore(morning - 1)).toBe(0)
    expect(removedBefore(morning + day - 1)).toBe(0)
    expect(removedBefore(morning + day)).toBe(2)
    expect(ledger.find(later.id)?.msisdn).toBe('')
  })

  it('takes a later answer all the same, and what is then typed goes the next time', () => {
    const { payment } = plant()
    removeAll()
    ledger.append(payment.id, samples.contradicted)
    ledger.append(payment.id, { ...samples.resolved, reason: 'paid back to Asha' })
    expect(ledger.find(payment.id)?.resolution?.reason).toBe('paid back to Asha')
    removeAll()
    expect(ledger.find(payment.id)?.resolution?.reason).toBe('')
    expect(ledger.history(payment.id)).toHaveLength(paid.length + 5)
  })
})

describe('what an event says of a customer', () => {
  it('cannot be changed, nor taken away without a word', () => {
    const { payment } = plant()
    inDatabase(file, database => {
      const [first] = database.all('SELECT link, body FROM personal ORDER BY link LIMIT 1')
      const [link, body] = [Number(first?.link), readPacked(first?.body)]
      const change = (to: string) =>
        database.run('UPDATE personal SET body = ? WHERE link = ?', [Buffer.from(to), link])
      change(body.replace('Zq', 'Zx'))
      expect(() => ledger.history(payment.id)).toThrow(LedgerDamaged)
      change(body)
      expect(ledger.history(payment.id)).toHaveLength(paid.length + 1)
      database.run('DELETE FROM personal WHERE link = ?', [link])
      expect(() => ledger.history(payment.id)).toThrow(LedgerDamaged)
    })
  })

  it('leaves a hash behind that says nothing: the same words never have the same one', () => {
    const event = recorded({ at: morning })
    for (const draftId of [event.draftId, '0192f000-0000-4000-8000-000000000001'])
      ledger.record(systemRandom.paymentId(morning), { ...event, draftId }, { body: '{}' })
    const rows = inDatabase(file, database => database.all('SELECT body FROM event'))
    const hashes = rows.map(({ body }) => JSON.parse(readPacked(body)).personal)
    expect(new Set(hashes).size).toBe(2)
  })
})

describe('a removal that is interrupted', () => {
  it('at any statement leaves each payment whole or removed, and goes on the next time', () => {
    let isFinished = false
    let nth = 0
    while (!isFinished) {
      nth += 1
      const folder = newFolder()
      ;({ ledger, file, close } = ledgerIn(folder))
      const planted = [plant(), plant()]
      ledger.removal.mark(morning)
      close()
      inDatabase(file, database => {
        const { removal } = new Ledger(failingAt(database, nth))
        try {
          finished(removal.remove({ before: morning, at: morning, months: 24 }))
          isFinished = true
        } catch (error) {
          expect(error).toBeInstanceOf(LedgerWriteFailed)
        }
      })
      const again = ledgerIn(folder)
      for (const { payment } of planted) {
        const after = again.ledger.find(payment.id)
        const isRemoved = after?.customerRemoved != null
        expect(after?.msisdn).toBe(isRemoved ? '' : payment.msisdn)
        expect(again.ledger.history(payment.id)).toHaveLength(paid.length + (isRemoved ? 2 : 1))
        expect(isRemoved || again.ledger.request(payment.id).body.includes(payment.msisdn)).toBe(
          true,
        )
      }
      removeAll(again.ledger)
      expect(leftIn(rowBytes(file, ledgerKey), planted)).toEqual([])
      again.close()
    }
    expect(nth).toBeGreaterThan(15)
  }, 120_000)
})

it('makes no ledger larger than it was', () => {
  for (let n = 0; n < 100; n++) plant()
  const { size } = statSync(file)
  removeAll()
  expect(statSync(file).size).toBeLessThanOrEqual(size)
})
