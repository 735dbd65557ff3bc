import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { systemRandom } from '../../../../../../../electron/main/platform/random'
import type { Database } from '../../../../../../../electron/main/store/database'
import { LedgerWriteFailed } from '../../../../../../../electron/main/store/ledger/errors'
import { Ledger } from '../../../../../../../electron/main/store/ledger/ledger'
import { openLedger } from '../../../../../../../electron/main/store/ledger/open-ledger'
import type { CustomerDetails } from '../../../../../../../shared/customer-book'
import { noDetails, noTexts } from '../../../../../../support/conformance/contract'
import { failingAt, inDatabase, tamper, unpackedIn } from '../../../../../../support/database'
import { morning } from '../../../../../../support/payments/clock'
import { ledgerIn, ledgerKey, type OpenedLedger } from '../../../../../../support/payments/ledger'
import { recorded } from '../../../../../../support/payments/payments'
import { allBytes, temporaryFolders } from '../../../../../../support/temporary-folder'

const newFolder = temporaryFolders()
const asha: CustomerDetails = { ...noDetails, firstName: 'Asha', lastName: 'Mushi' }
const juma: CustomerDetails = { ...noDetails, firstName: 'Juma', lastName: 'Kessy' }
const walkIn = { ...noTexts, firstName: 'Walk-in', lastName: 'Customer' }

let folder: string
let opening: OpenedLedger
beforeEach(() => {
  folder = newFolder()
  opening = ledgerIn(folder)
})

let moment = morning
/** Records a payment a moment after the one before. */
function sell(changes = {}, { ledger }: { ledger: Ledger } = opening) {
  moment += 10
  const event = recorded({ at: moment, draftId: randomUUID(), ...changes })
  return ledger.record(systemRandom.paymentId(moment), event, { body: '{}' })
}

const one = (msisdn: string) => opening.ledger.customers.one(msisdn)

/** The same ledger, which now knows the shop's default; gives what it says of damaged entries. */
function openInShop(): string[] {
  opening.close()
  const damaged: string[] = []
  const { file } = opening
  const book = {
    shop: () => ({ country: 'TZ', currency: 'TZS', customer: walkIn }),
    damaged: () => damaged.push('damaged'),
  }
  const opened = openLedger({ file, key: ledgerKey, book })
  if (!opened.ok) throw new Error(opened.detail)
  onTestFinished(() => opened.close())
  opening = { ...opened, file, announced: [] }
  return damaged
}

describe('a payment', () => {
  it('leaves its customer in the book, and that lasts', () => {
    const { msisdn, recordedAt } = sell({ msisdn: '255754001212' })
    opening.close()
    opening = ledgerIn(folder)
    expect(one('255754001212')).toEqual({ msisdn, lastPaymentAt: recordedAt, details: asha })
  })

  it('brings what is new, and forgets nothing that it says nothing about', () => {
    const home = { country: 'Tanzania', city: 'Arusha', address: 'Sokoine Road 4' }
    const card = { ...asha, email: 'asha@example.com', ...home }
    sell({ channel: 'card', customer: card })
    const { msisdn, recordedAt } = sell({ customer: { ...asha, lastName: 'Massawe' } })
    const details = { ...card, lastName: 'Massawe' }
    expect(one(msisdn)).toEqual({ msisdn, lastPaymentAt: recordedAt, details })
  })

  it('with a walk-in teaches no name, and takes none that was known', () => {
    openInShop()
    const customer = { ...noDetails, firstName: 'Walk-in', lastName: 'Customer' }
    sell({ msisdn: '255754001212', customer })
    expect(one('255754001212')?.details).toMatchObject({ firstName: null, lastName: null })
    sell({ msisdn: '255754001212' })
    sell({ msisdn: '255754001212', customer })
    expect(one('255754001212')?.details).toEqual(asha)
  })

  it.each([
    ['junk', Buffer.from([0xff, 0xfe, 0x00])],
    ['half an entry', Buffer.from('{"firstName":"As')],
    ['another thing', Buffer.from('{"hello":1}')],
  ])('goes on where the entry holds %s, and says it', (_name, bytes) => {
    const damaged = openInShop()
    const { msisdn } = sell()
    tamper(opening.file, database => database.run('UPDATE customer SET details = ?', [bytes]))
    expect(one(msisdn)).toMatchObject({ msisdn, details: null })
    expect(damaged).toEqual([])
    const payment = sell({ customer: juma })
    expect(opening.ledger.find(payment.id)).toEqual(payment)
    expect(damaged).toEqual(['damaged'])
    expect(one(msisdn)?.details).toEqual(juma)
  })
})

describe('a disk that fails while a payment is written', () => {
  it('leaves neither the payment nor its customer, whichever write it is', () => {
    let written = false
    let nth = 0
    while (!written) {
      nth += 1
      const { file, close } = ledgerIn(newFolder())
      close()
      inDatabase(file, database => {
        const ledger = new Ledger(failingAt(database, nth))
        try {
          expect(ledger.customers.one(sell({}, { ledger }).msisdn)?.details).toEqual(asha)
          written = true
        } catch (error) {
          if (!(error instanceof LedgerWriteFailed)) throw error
          for (const table of ['payment', 'request', 'event', 'customer', 'sale_search'])
            expect(database.all(`SELECT 1 AS one FROM ${table}`), `${table}, ${nth}`).toEqual([])
        }
      })
    }
    // The payment, its request, its event and its customer, at the least.
    expect(nth).toBeGreaterThan(4)
  })
})

it('finding by the begin of a number gives each once, the last to buy first, no more than asked', () => {
  for (const msisdn of ['255754001212', '255754009999', '255684123456', '254712345678'])
    sell({ msisdn })
  const find = (prefixes: string[], limit: number) =>
    opening.ledger.customers.find(prefixes, limit).map(({ msisdn }) => msisdn)
  expect(find(['255754'], 5)).toEqual(['255754009999', '255754001212'])
  expect(find(['255', '255754'], 5)).toEqual(['255684123456', '255754009999', '255754001212'])
  expect(find(['25'], 2)).toEqual(['254712345678', '255684123456'])
  expect(find([], 5)).toEqual([])
})

describe('the list', () => {
  it('is found by name, number and email, the last to buy first, a page at a time', () => {
    sell({ msisdn: '255754001212' })
    sell({ msisdn: '255684123456', customer: { ...juma, email: 'juma@example.com' } })
    sell({ msisdn: '254712345678', customer: { ...juma, lastName: '100%_Kileo' } })
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
    const numbers = Array.from({ length: 7 }, (_, index) => `25575400000${index}`)
    for (const msisdn of numbers) sell({ msisdn, at: morning })
    const seen: string[] = []
    let before: { lastPaymentAt: number; msisdn: string } | null = null
    do {
      const page = opening.ledger.customers.list({ text: '', before, limit: 3 })
      seen.push(...page.map(({ msisdn }) => msisdn))
      before = page.at(-1) ?? null
    } while (before !== null)
    expect(seen).toEqual(numbers.toReversed())
  })
})

describe('changing and forgetting', () => {
  it('a change is found by its new name, also after a restart', () => {
    const { msisdn } = sell()
    expect(opening.ledger.customers.change(msisdn, juma)?.details).toEqual(juma)
    opening.close()
    const { customers } = ledgerIn(folder).ledger
    expect(customers.list({ text: 'kessy', before: null, limit: 5 })).toHaveLength(1)
    expect(customers.list({ text: 'mushi', before: null, limit: 5 })).toEqual([])
  })

  it('repairs an entry that cannot be read', () => {
    const { msisdn } = sell()
    tamper(opening.file, database => database.run("UPDATE customer SET details = x'ff'"))
    expect(opening.ledger.customers.change(msisdn, juma)?.details).toEqual(juma)
  })

  it('of a customer who is not there says so', () => {
    const { customers } = opening.ledger
    expect(customers.change('255754001212', asha)).toBeNull()
    expect(customers.forget('255754001212')).toBe(false)
  })

  it('really deletes the row, and leaves the payment', () => {
    const payment = sell()
    expect(opening.ledger.customers.forget(payment.msisdn)).toBe(true)
    expect(one(payment.msisdn)).toBeNull()
    expect(opening.ledger.customers.find([payment.msisdn], 5)).toEqual([])
    expect(opening.ledger.find(payment.id)?.customer).toEqual(asha)
  })

  it('leaves no byte of the entry in the file', () => {
    // Without encryption a test can look into the file.
    const plain = newFolder()
    inPlainLedger(join(plain, 'plain.db'), ledger => {
      const { msisdn } = sell({}, { ledger })
      ledger.customers.change(msisdn, { ...asha, address: 'PLANTED-address' })
      expect(unpackedIn(allBytes(plain)).includes('PLANTED-address')).toBe(true)
      ledger.customers.forget(msisdn)
    })
    expect(unpackedIn(allBytes(plain)).includes('PLANTED-address')).toBe(false)
    expect(allBytes(plain).includes('PLANTED-address')).toBe(false)
  })
})

function inPlainLedger(file: string, work: (ledger: Ledger) => void): void {
  // The engine makes its own tables by itself.
  const ours = `SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite_%'`
  const tables = inDatabase(opening.file, database => database.all(ours))
  const make = (database: Database) => {
    for (const { sql } of tables) database.run(String(sql))
    work(new Ledger(database))
  }
  inDatabase(file, make, null)
}
