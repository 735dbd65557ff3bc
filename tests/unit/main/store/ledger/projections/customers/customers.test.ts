import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { systemRandom } from '../../../../../../../electron/main/platform/random'
import { openDatabase } from '../../../../../../../electron/main/store/database'
import { LedgerWriteFailed } from '../../../../../../../electron/main/store/ledger/errors'
import { Ledger } from '../../../../../../../electron/main/store/ledger/ledger'
import { openLedger } from '../../../../../../../electron/main/store/ledger/open-ledger'
import type { CustomerDetails } from '../../../../../../../shared/customer-book'
import { noDetails, noTexts } from '../../../../../../support/conformance/contract'
import { failingAt, unpackedIn } from '../../../../../../support/database'
import { morning } from '../../../../../../support/payments/clock'
import { ledgerIn, ledgerKey } from '../../../../../../support/payments/ledger'
import { recorded } from '../../../../../../support/payments/sales'
import { allBytes, temporaryFolders } from '../../../../../../support/temporary-folder'

const newFolder = temporaryFolders()
const request = { body: '{}' }
const asha: CustomerDetails = { ...noDetails, firstName: 'Asha', lastName: 'Mushi' }
const juma: CustomerDetails = { ...noDetails, firstName: 'Juma', lastName: 'Kessy' }
const walkIn = { ...noTexts, firstName: 'Walk-in', lastName: 'Customer' }

let moment = morning
/** Records a sale a moment after the one before. */
function sell({ ledger }: Pick<ReturnType<typeof ledgerIn>, 'ledger'>, changes = {}) {
  moment += 10
  return ledger.record(
    systemRandom.saleId(moment),
    recorded({ at: moment, draftId: randomUUID(), ...changes }),
    request,
  )
}

/** A ledger that knows the shop's default, and what it said of damaged entries. */
function shopLedger(folder = newFolder()) {
  const damaged: string[] = []
  const opening = openLedger({
    file: join(folder, 'ledger.db'),
    key: ledgerKey,
    book: { walkIn: () => walkIn, damaged: () => damaged.push('damaged') },
  })
  if (!opening.ok) throw new Error(opening.detail)
  return { ...opening, file: join(folder, 'ledger.db'), damaged }
}

function behindItsBack(file: string, sql: string, values: readonly (string | Buffer)[] = []): void {
  const database = openDatabase({ file, key: ledgerKey })
  database.run(sql, values)
  database.close()
}

describe('a sale', () => {
  it('leaves its customer in the book, and that lasts', () => {
    const folder = newFolder()
    const first = ledgerIn(folder)
    const sale = sell(first, { msisdn: '255754001212' })
    first.close()
    expect(ledgerIn(folder).ledger.customers.one('255754001212')).toEqual({
      msisdn: '255754001212',
      lastSaleAt: sale.recordedAt,
      details: asha,
    })
  })

  it('brings what is new, and forgets nothing that it says nothing about', () => {
    const opening = ledgerIn(newFolder())
    const home = { country: 'Tanzania', city: 'Arusha', address: 'Sokoine Road 4' }
    const card = { ...asha, email: 'asha@example.com', ...home }
    sell(opening, { channel: 'card', customer: card })
    const { msisdn, recordedAt } = sell(opening, { customer: { ...asha, lastName: 'Massawe' } })
    expect(opening.ledger.customers.one(msisdn)).toEqual({
      msisdn,
      lastSaleAt: recordedAt,
      details: { ...card, lastName: 'Massawe' },
    })
  })

  it('with a walk-in teaches no name, and takes none that was known', () => {
    const opening = shopLedger()
    const customer = { ...noDetails, firstName: 'Walk-in', lastName: 'Customer' }
    sell(opening, { msisdn: '255754001212', customer })
    expect(opening.ledger.customers.one('255754001212')?.details).toMatchObject({
      firstName: null,
      lastName: null,
    })
    sell(opening, { msisdn: '255754001212' })
    sell(opening, { msisdn: '255754001212', customer })
    expect(opening.ledger.customers.one('255754001212')?.details).toEqual(asha)
    opening.close()
  })

  it.each([
    ['junk', Buffer.from([0xff, 0xfe, 0x00])],
    ['half an entry', Buffer.from('{"firstName":"As')],
    ['another thing', Buffer.from('{"hello":1}')],
  ])('goes on where the entry holds %s, and says it', (_name, bytes) => {
    const opening = shopLedger()
    const { msisdn } = sell(opening)
    behindItsBack(opening.file, 'UPDATE customer SET details = ?', [bytes])
    expect(opening.ledger.customers.one(msisdn)).toMatchObject({ msisdn, details: null })
    expect(opening.damaged).toEqual([])
    const sale = sell(opening, { customer: juma })
    expect(opening.ledger.find(sale.id)).toEqual(sale)
    expect(opening.damaged).toEqual(['damaged'])
    expect(opening.ledger.customers.one(msisdn)?.details).toEqual(juma)
    opening.close()
  })
})

describe('a disk that fails while a sale is written', () => {
  it('leaves neither the sale nor its customer, whichever write it is', () => {
    let written = false
    let nth = 0
    while (!written) {
      nth += 1
      const { file, close } = ledgerIn(newFolder())
      close()
      const database = openDatabase({ file, key: ledgerKey })
      const ledger = new Ledger(failingAt(database, nth))
      try {
        expect(ledger.customers.one(sell({ ledger }).msisdn)?.details).toEqual(asha)
        written = true
      } catch (error) {
        if (!(error instanceof LedgerWriteFailed)) throw error
        for (const table of ['sale', 'request', 'event', 'customer', 'sale_search'])
          expect(database.all(`SELECT 1 AS one FROM ${table}`), `${table}, ${nth}`).toEqual([])
      }
      database.close()
    }
    // The sale, its request, its event and its customer, at the least.
    expect(nth).toBeGreaterThan(4)
  })
})

describe('finding', () => {
  const numbers = ['255754001212', '255754009999', '255684123456', '254712345678']

  function full() {
    const opening = ledgerIn(newFolder())
    for (const msisdn of numbers) sell(opening, { msisdn })
    return opening.ledger.customers
  }

  it('gives those whose number begins so, the last to buy first', () => {
    const found = full().find(['255754'], 5)
    expect(found.map(({ msisdn }) => msisdn)).toEqual(['255754009999', '255754001212'])
  })

  it('gives each once, and no more than asked', () => {
    const customers = full()
    expect(customers.find(['255', '255754'], 5)).toHaveLength(3)
    expect(customers.find(['25'], 2).map(({ msisdn }) => msisdn)).toEqual([
      '254712345678',
      '255684123456',
    ])
    expect(customers.find([], 5)).toEqual([])
  })
})

describe('the list', () => {
  it('is found by name, number and email, the last to buy first, a page at a time', () => {
    const opening = ledgerIn(newFolder())
    sell(opening, { msisdn: '255754001212' })
    sell(opening, { msisdn: '255684123456', customer: { ...juma, email: 'juma@example.com' } })
    sell(opening, { msisdn: '254712345678', customer: { ...juma, lastName: '100%_Kileo' } })
    const { customers } = opening.ledger
    const found = (text: string) =>
      customers.list({ text, before: null, limit: 9 }).map(({ msisdn }) => msisdn)
    expect(found('')).toEqual(['254712345678', '255684123456', '255754001212'])
    expect(found('  MUSHI ')).toEqual(['255754001212'])
    expect(found('0754 001')).toEqual(['255754001212'])
    expect(found('+255 684-123')).toEqual(['255684123456'])
    expect(found('juma@')).toEqual(['255684123456'])
    expect(found('100%_')).toEqual(['254712345678'])
    expect(found('j_ma')).toEqual([])
    const [first] = customers.list({ text: 'juma', before: null, limit: 1 })
    if (!first) throw new Error('No first page')
    const next = customers.list({ text: 'juma', before: first, limit: 1 })
    expect(next.map(({ msisdn }) => msisdn)).toEqual(['255684123456'])
  })

  it('shows everyone once where many bought at the same moment', () => {
    const opening = ledgerIn(newFolder())
    const numbers = Array.from({ length: 7 }, (_, index) => `25575400000${index}`)
    for (const msisdn of numbers) sell(opening, { msisdn, at: morning })
    const seen: string[] = []
    for (let before = null; ; ) {
      const page = opening.ledger.customers.list({ text: '', before, limit: 3 })
      seen.push(...page.map(({ msisdn }) => msisdn))
      const last = page.at(-1)
      if (!last) break
      before = { lastSaleAt: last.lastSaleAt, msisdn: last.msisdn } as never
    }
    expect(seen).toEqual(numbers.toReversed())
  })
})

describe('changing and forgetting', () => {
  it('a change is found by its new name, also after a restart', () => {
    const folder = newFolder()
    const first = ledgerIn(folder)
    const { msisdn } = sell(first)
    expect(first.ledger.customers.change(msisdn, juma)?.details).toEqual(juma)
    first.close()
    const { customers } = ledgerIn(folder).ledger
    expect(customers.list({ text: 'kessy', before: null, limit: 5 })).toHaveLength(1)
    expect(customers.list({ text: 'mushi', before: null, limit: 5 })).toEqual([])
  })

  it('repairs an entry that cannot be read', () => {
    const opening = ledgerIn(newFolder())
    const { msisdn } = sell(opening)
    behindItsBack(opening.file, "UPDATE customer SET details = x'ff'")
    expect(opening.ledger.customers.change(msisdn, juma)?.details).toEqual(juma)
  })

  it('of somebody who is not there is told', () => {
    const { customers } = ledgerIn(newFolder()).ledger
    expect(customers.change('255754001212', asha)).toBeNull()
    expect(customers.forget('255754001212')).toBe(false)
  })

  it('really deletes the row, and leaves the sale', () => {
    const opening = ledgerIn(newFolder())
    const sale = sell(opening)
    expect(opening.ledger.customers.forget(sale.msisdn)).toBe(true)
    expect(opening.ledger.customers.one(sale.msisdn)).toBeNull()
    expect(opening.ledger.customers.find([sale.msisdn], 5)).toEqual([])
    expect(opening.ledger.find(sale.id)?.customer).toEqual(asha)
  })

  it('leaves no byte of the entry in the file', () => {
    const folder = newFolder()
    const file = join(folder, 'plain.db')
    const { ledger, close } = plainLedger(file)
    const { msisdn } = sell({ ledger }, { msisdn: '255754001212' })
    ledger.customers.change(msisdn, { ...asha, address: 'PLANTED-address' })
    expect(unpackedIn(allBytes(folder)).includes('PLANTED-address')).toBe(true)
    ledger.customers.forget(msisdn)
    close()
    expect(unpackedIn(allBytes(folder)).includes('PLANTED-address')).toBe(false)
    expect(allBytes(folder).includes('PLANTED-address')).toBe(false)
  })
})

/** A ledger without encryption, in whose file a test can look. */
function plainLedger(file: string) {
  const encrypted = ledgerIn(newFolder())
  encrypted.close()
  const shape = openDatabase({ file: encrypted.file, key: ledgerKey })
  // The engine makes its own by itself.
  const ours = `SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite_%'`
  const tables = shape.all(ours)
  const database = openDatabase({ file, key: null })
  for (const { sql } of tables) database.run(String(sql))
  shape.close()
  return { ledger: new Ledger(database), close: () => database.close() }
}
