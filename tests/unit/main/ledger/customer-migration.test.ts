import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { type Database, openDatabase } from '../../../../electron/main/database'
import { encodeSale } from '../../../../electron/main/ledger/codec'
import { customerBookStep } from '../../../../electron/main/ledger/customer-migration'
import { createLedger } from '../../../../electron/main/ledger/ledger'
import { systemRandom } from '../../../../electron/main/random'
import { beginSale } from '../../../../shared/payment/sale-reducer'
import { writeLedgerVersion1 } from '../../../support/ledger-version-1'
import { opened } from '../../../support/opened-database'
import { morning } from '../../../support/payments/clock'
import { ledgerIn, ledgerKey } from '../../../support/payments/ledger'
import { recorded } from '../../../support/payments/sales'
import { temporaryFolders } from '../../../support/temporary-folder'

const newFolder = temporaryFolders()
const none = { email: null, country: null, city: null, address: null }
const asha = { firstName: 'Asha', lastName: 'Mushi', ...none }

/** A ledger with these sales, as it was before there was a book. */
function withoutBook(sales: readonly Parameters<typeof recorded>[0][]): Database {
  const { ledger, file, close } = ledgerIn(newFolder())
  for (const [index, changes] of sales.entries()) {
    const at = morning + index
    const event = recorded({ at, draftId: randomUUID(), ...changes })
    ledger.record(systemRandom.saleId(at), event, { body: '{}' })
  }
  close()
  const database = opened(openDatabase({ file, key: ledgerKey }))
  database.run('DROP TABLE customer')
  return database
}

function migrate(database: Database) {
  database.transaction(() => {
    for (const statement of customerBookStep)
      if (typeof statement === 'string') database.run(statement)
      else statement(database)
  })
  return createLedger({ database, changed: () => undefined }).customers
}

/** A sale's row alone: a transaction of its own for each would take half a minute. */
function insertSale(database: Database, index: number): void {
  const msisdn = String(255_754_000_000 + index)
  const event = recorded({ at: morning + index, draftId: randomUUID(), msisdn })
  const sale = beginSale(systemRandom.saleId(morning + index), event)
  database.run(
    `INSERT INTO sale (id, draft_id, recorded_at, is_open, msisdn, search, state)
     VALUES (?, ?, ?, 1, ?, '', ?)`,
    [sale.id, sale.draftId, sale.recordedAt, msisdn, encodeSale(sale)],
  )
}

describe('a ledger from before the book', () => {
  it('of version 1 has one afterwards, with every number in it', () => {
    const folder = newFolder()
    writeLedgerVersion1(`${folder}/ledger.db`)
    const { customers } = ledgerIn(folder).ledger
    const all = customers.list({ text: '', before: null, limit: 9 })
    expect(new Set(all.map(({ msisdn }) => msisdn))).toEqual(
      new Set([1, 2, 3].map(number => `25575400121${number}`)),
    )
    expect(all[0]?.details).toEqual(asha)
  })

  it('gives a number its last sale, and from earlier ones what that lacks', () => {
    const home = { country: 'Tanzania', city: 'Arusha', address: 'Sokoine Road 4' }
    const card = { ...asha, firstName: 'A.', email: 'asha@example.com', ...home }
    const database = withoutBook([
      { msisdn: '255754001212', channel: 'card', customer: card },
      { msisdn: '255684123456', customer: { ...asha, firstName: 'Neema' } },
      { msisdn: '255754001212', customer: asha },
    ])
    const customers = migrate(database)
    expect(customers.one('255754001212')).toEqual({
      ...{ msisdn: '255754001212', lastSaleAt: morning + 2 },
      details: { ...card, firstName: 'Asha' },
    })
    expect(customers.one('255684123456')).toMatchObject({ lastSaleAt: morning + 1 })
    database.close()
  })

  it('reads every page of a long one', () => {
    const database = withoutBook([])
    database.transaction(() => {
      for (let index = 0; index < 1_203; index++) insertSale(database, index)
    })
    expect(migrate(database).list({ text: '', before: null, limit: 5_000 })).toHaveLength(1_203)
    database.close()
  })

  it('goes without a sale that is damaged: that is the ledger’s to say', () => {
    const database = withoutBook([{ msisdn: '255754001212' }, { msisdn: '255684123456' }])
    database.run("UPDATE sale SET state = x'ff' WHERE msisdn = '255754001212'")
    const found = migrate(database).list({ text: '', before: null, limit: 5 })
    expect(found.map(({ msisdn }) => msisdn)).toEqual(['255684123456'])
    database.close()
  })
})
