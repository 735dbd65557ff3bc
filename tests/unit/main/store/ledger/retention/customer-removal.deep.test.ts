import { statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { systemRandom } from '../../../../../../electron/main/platform/random'
import { type Database, openDatabase } from '../../../../../../electron/main/store/database'
import { Ledger } from '../../../../../../electron/main/store/ledger/ledger'
import { LedgerDamaged, readPacked } from '../../../../../../electron/main/store/ledger/rows/codec'
import { examine } from '../../../../../../electron/main/store/recovery/salvage/salvage'
import { forEachField } from '../../../../../../shared/payment/customer-fields'
import type { Sale } from '../../../../../../shared/payment/sale'
import {
  applyEvent,
  beginSale,
  ImpossibleTransition,
} from '../../../../../../shared/payment/sale-reducer'
import { plainPages } from '../../../../../support/database'
import { asha, closeDay } from '../../../../../support/day-sales'
import { foundIds } from '../../../../../support/filled-ledger'
import { withMethods } from '../../../../../support/parts'
import { morning } from '../../../../../support/payments/clock'
import { ledgerIn, ledgerKey } from '../../../../../support/payments/ledger'
import { eventsTo, type LaterEvent, recorded, samples } from '../../../../../support/payments/sales'
import { finished } from '../../../../../support/results'
import { temporaryFolders } from '../../../../../support/temporary-folder'

const newFolder = temporaryFolders()
const day = 86_400_000
const paid = eventsTo('settled')

let count = 0

interface Planted {
  sale: Sale
  /** Everything of the customer that was planted, each found nowhere else. */
  traces: string[]
}

/** A sale with a customer of its own in every place that can hold one. */
function plant(ledger: Ledger, events: readonly LaterEvent[] = paid): Planted {
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
  const event = recorded({ at, msisdn, customer, note, lines })
  const sale = ledger.record(systemRandom.saleId(at), event, { body })
  const said = events.map(one => withReference(one, letters))
  const after = said.length > 0 ? ledger.append(sale.id, ...said) : sale
  const traces = [msisdn, ...Object.values(customer), note].filter(text => text !== 'TZ')
  return { sale: after, traces: [...traces, `${customer.firstName} ${customer.lastName}`] }
}

function withReference(event: LaterEvent, letters: string): LaterEvent {
  return event.type === 'accepted' ? { ...event, reference: `R-${letters}` } : event
}

/** Removes all that was there before now, and scrubs. */
function removeAll({ removal }: Ledger): void {
  removal.mark(morning)
  finished(removal.remove({ before: morning, at: morning + day, months: 24 }))
  finished(removal.scrub())
}

const leftIn = (bytes: Buffer, sales: readonly Planted[]) => {
  const lower = bytes.toString('latin1').toLowerCase()
  return sales.flatMap(({ traces }) => traces.filter(trace => lower.includes(trace.toLowerCase())))
}

const allTraces = (sales: readonly Planted[]) => sales.flatMap(({ traces }) => traces)

describe('a customer whose data is removed', () => {
  it('is in no byte of the decrypted file, whatever moved the rows about; others are all there', () => {
    const { ledger, file, close } = ledgerIn(newFolder())
    const before = Array.from({ length: 150 }, () => plant(ledger))
    const kept = before.map(() => plant(ledger, eventsTo('expired')))
    expect(leftIn(plainPages(file, ledgerKey), before)).toEqual(allTraces(before))
    removeAll(ledger)
    const pages = plainPages(file, ledgerKey)
    expect(leftIn(pages, before)).toEqual([])
    expect(leftIn(pages, kept)).toEqual(allTraces(kept))
    close()
    const database = openDatabase({ file, key: ledgerKey })
    const [check] = database.all('SELECT integrity_check AS said FROM pragma_integrity_check')
    expect(String(check?.said)).toBe('ok')
    database.close()
    const task = { file, key: ledgerKey.toString('hex'), exportFile: null }
    expect(examine(task)).toMatchObject({ sales: 300, sound: true })
  }, 120_000)

  it('keeps amount, items, reference, state, times and staff, and its history says so', () => {
    const { ledger } = ledgerIn(newFolder())
    const person = { id: '0192f000-0000-7000-8000-00000000000a', name: 'Neema' }
    const { sale } = plant(ledger, [...paid, { ...samples['goods-handed-over'], person }])
    removeAll(ledger)
    const after = ledger.find(sale.id)
    expect(after?.lines).toHaveLength(1)
    expect(after).toEqual({
      ...sale,
      msisdn: '',
      customer: { ...recorded().customer, firstName: '', lastName: '' },
      note: '',
      customerRemoved: { at: morning + day, months: 24 },
    })
    const history = ledger.history(sale.id)
    expect(history.at(-1)).toEqual({ type: 'customer-removed', at: morning + day, months: 24 })
    const [first, ...later] = history
    if (first?.type !== 'recorded') throw new Error('It does not begin with its recording')
    expect(later.reduce(applyEvent, beginSale(sale.id, first))).toEqual(after)
  })

  it('is told to the windows, after the commit, with what the sale was', () => {
    const { ledger, announced } = ledgerIn(newFolder())
    const { sale } = plant(ledger)
    removeAll(ledger)
    expect(announced.at(-1)).toEqual(ledger.find(sale.id))
    expect(announced.at(-1)?.customerRemoved).not.toBeNull()
  })

  it('is found by no name and no number, the sale by its reference; the next customer is new', () => {
    const { ledger } = ledgerIn(newFolder())
    const { sale } = plant(ledger)
    const { msisdn, customer, reference } = sale
    expect(foundIds(ledger, { text: customer.lastName })).toEqual([sale.id])
    expect(ledger.customers.one(msisdn)).not.toBeNull()
    removeAll(ledger)
    expect(foundIds(ledger, { text: customer.lastName })).toEqual([])
    expect(foundIds(ledger, { text: msisdn })).toEqual([])
    expect(foundIds(ledger, { text: reference ?? '' })).toEqual([sale.id])
    expect(ledger.customers.one(msisdn)).toBeNull()
    expect(ledger.ofPhone(msisdn, 5)).toEqual([])
  })

  it('is still found by their other sales, which are kept', () => {
    const { ledger } = ledgerIn(newFolder())
    const { sale } = plant(ledger)
    const { msisdn, customer } = sale
    ledger.removal.mark(morning)
    const event = recorded({ at: morning + 5_000, msisdn, customer })
    const other = ledger.record(systemRandom.saleId(event.at), event, { body: '{}' })
    const said = { before: morning, at: morning, months: 24 }
    expect(finished(ledger.removal.remove(said))).toBe(1)
    expect(foundIds(ledger, { text: customer.firstName })).toEqual([other.id])
    expect(foundIds(ledger, { text: msisdn.slice(-4) })).toEqual([other.id])
    expect(ledger.customers.one(msisdn)).not.toBeNull()
  })

  it('is in no closed day either, which else stays as it was', () => {
    const { ledger, file } = ledgerIn(newFolder())
    const planted = [plant(ledger), plant(ledger, eventsTo('expired'))]
    const [, expired] = planted
    const closed = closeDay(ledger)
    const lines = ledger.day.lines(1)
    expect(ledger.day.find(1)).toEqual(closed)
    expect(lines.map(({ name }) => name)).toContain(planted[0]?.traces.at(-1))
    ledger.append(expired?.sale.id ?? '', samples.resolved)
    removeAll(ledger)
    const [open] = ledger.day.find(1)?.report.open ?? []
    expect(open).toMatchObject({ name: '', msisdn: '', signOff: { reason: '', person: asha } })
    expect(ledger.day.find(1)?.report.currencies).toEqual(closed.report.currencies)
    const nameless = { name: '', msisdn: '' }
    expect(ledger.day.lines(1)).toEqual(
      lines.map(line => ({ ...line, ...nameless, reason: line.reason === null ? null : '' })),
    )
    const pages = plainPages(file, ledgerKey)
    expect(leftIn(pages, planted)).toEqual([])
    expect(pages.includes('customer rings tomorrow')).toBe(false)
  })

  it('has no request left that could be sent, and is never removed from what is not final', () => {
    const { ledger } = ledgerIn(newFolder())
    const { sale } = plant(ledger)
    removeAll(ledger)
    expect(() => ledger.request(sale.id)).toThrow(LedgerDamaged)
    const pending = plant(ledger, eventsTo('pending')).sale
    expect(() => ledger.append(pending.id, samples['customer-removed'])).toThrow(
      ImpossibleTransition,
    )
  })

  it.each(['ready', 'held', 'sending', 'unknown', 'pending', 'expired', 'abandoned'] as const)(
    'stays while the sale is %s, until somebody has resolved it (money rule 8)',
    phase => {
      const { ledger } = ledgerIn(newFolder())
      const { sale } = plant(ledger, eventsTo(phase))
      const request = ledger.request(sale.id)
      removeAll(ledger)
      expect(ledger.find(sale.id)).toEqual(sale)
      expect(ledger.request(sale.id)).toEqual(request)
      if (phase !== 'expired' && phase !== 'abandoned') return
      ledger.append(sale.id, samples.resolved)
      removeAll(ledger)
      expect(ledger.find(sale.id)).toMatchObject({ msisdn: '', resolution: { reason: '' } })
    },
  )

  it('stays where a mark is younger, and so does one that somebody resolved since', () => {
    const { ledger } = ledgerIn(newFolder())
    const expired = plant(ledger, eventsTo('expired')).sale
    ledger.removal.mark(morning)
    ledger.append(expired.id, samples.resolved)
    const later = plant(ledger).sale
    ledger.removal.mark(morning + day)
    const removedBefore = (before: number) =>
      finished(ledger.removal.remove({ before, at: morning, months: 24 }))
    expect(removedBefore(morning - 1)).toBe(0)
    expect(removedBefore(morning + day - 1)).toBe(0)
    expect(removedBefore(morning + day)).toBe(2)
    expect(ledger.find(later.id)?.msisdn).toBe('')
  })

  it('takes a later answer all the same, and what is then typed goes the next time', () => {
    const { ledger } = ledgerIn(newFolder())
    const { sale } = plant(ledger)
    removeAll(ledger)
    ledger.append(sale.id, samples.contradicted)
    ledger.append(sale.id, { ...samples.resolved, reason: 'paid back to Asha' })
    expect(ledger.find(sale.id)?.resolution?.reason).toBe('paid back to Asha')
    removeAll(ledger)
    expect(ledger.find(sale.id)?.resolution?.reason).toBe('')
    expect(ledger.history(sale.id)).toHaveLength(paid.length + 5)
  })
})

describe('what an event says of a customer', () => {
  const rowOf = (database: Database) => {
    const [row] = database.all('SELECT row, body FROM personal ORDER BY row LIMIT 1')
    return { row: Number(row?.row), body: readPacked(row?.body) }
  }

  it('cannot be changed, nor taken away without a word', () => {
    const { ledger, file } = ledgerIn(newFolder())
    const { sale } = plant(ledger)
    const database = openDatabase({ file, key: ledgerKey })
    const { row, body } = rowOf(database)
    const change = 'UPDATE personal SET body = ? WHERE row = ?'
    database.run(change, [Buffer.from(body.replace('Zq', 'Zx')), row])
    expect(() => ledger.history(sale.id)).toThrow(LedgerDamaged)
    database.run(change, [Buffer.from(body), row])
    expect(ledger.history(sale.id)).toHaveLength(paid.length + 1)
    database.run('DELETE FROM personal WHERE row = ?', [row])
    expect(() => ledger.history(sale.id)).toThrow(LedgerDamaged)
    database.close()
  })

  it('leaves a hash behind that says nothing: the same words never have the same one', () => {
    const { ledger, file } = ledgerIn(newFolder())
    const event = recorded({ at: morning })
    for (const draftId of [event.draftId, '0192f000-0000-4000-8000-000000000001'])
      ledger.record(systemRandom.saleId(morning), { ...event, draftId }, { body: '{}' })
    const database = openDatabase({ file, key: ledgerKey })
    const hashes = database
      .all('SELECT body FROM event')
      .map(({ body }) => JSON.parse(readPacked(body)).personal)
    expect(new Set(hashes).size).toBe(2)
    database.close()
  })
})

describe('a removal that is interrupted', () => {
  it('at any statement leaves each sale whole or removed, and goes on the next time', () => {
    for (let nth = 1; ; nth++) {
      const folder = newFolder()
      const { ledger, file, close } = ledgerIn(folder)
      const planted = [plant(ledger), plant(ledger)]
      ledger.removal.mark(morning)
      close()
      const database = openDatabase({ file, key: ledgerKey })
      let done = 0
      const run: Database['run'] = (sql, values) => {
        done += 1
        if (done === nth) throw new Error('the power went')
        return database.run(sql, values)
      }
      const failing = new Ledger(withMethods(database, { run }))
      const said = { before: morning, at: morning, months: 24 }
      const isFinished = attempt(() => finished(failing.removal.remove(said)))
      database.close()
      const again = ledgerIn(folder)
      for (const { sale } of planted) {
        const after = again.ledger.find(sale.id)
        const isRemoved = after?.customerRemoved != null
        expect(after?.msisdn).toBe(isRemoved ? '' : sale.msisdn)
        expect(again.ledger.history(sale.id)).toHaveLength(paid.length + (isRemoved ? 2 : 1))
        expect(isRemoved || again.ledger.request(sale.id).body.includes(sale.msisdn)).toBe(true)
      }
      removeAll(again.ledger)
      expect(leftIn(plainPages(file, ledgerKey), planted)).toEqual([])
      again.close()
      if (isFinished) return expect(nth).toBeGreaterThan(15)
    }
  }, 120_000)
})

function attempt(work: () => unknown): boolean {
  try {
    work()
    return true
  } catch {
    return false
  }
}

it('makes no ledger larger than it was', () => {
  const { ledger, file } = ledgerIn(join(newFolder()))
  for (let n = 0; n < 100; n++) plant(ledger)
  const { size } = statSync(file)
  removeAll(ledger)
  expect(statSync(file).size).toBeLessThanOrEqual(size)
})
