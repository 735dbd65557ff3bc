import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { type Database, openDatabase } from '../../../../electron/main/database'
import { createLedger } from '../../../../electron/main/ledger/ledger'
import { ledgerVersion, migrateLedger } from '../../../../electron/main/ledger/schema'
import { examine } from '../../../../electron/main/recovery/salvage/examine'
import { eventSchema } from '../../../../shared/payment/event'
import { applyEvent, beginSale } from '../../../../shared/payment/sale-reducer'
import { foundIds, foundPage } from '../../../support/found-sales'
import { writeLedgerVersion1 } from '../../../support/ledger-version-1'
import { opened } from '../../../support/opened-database'
import { morning } from '../../../support/payments/clock'
import { ledgerIn, ledgerKey } from '../../../support/payments/ledger'
import { samples } from '../../../support/payments/sales'
import { temporaryFolders } from '../../../support/temporary-folder'

const newFolder = temporaryFolders()
const open = (file: string) => opened(openDatabase({ file, key: ledgerKey }))

/** The tables and indexes, with their SQL, and every row. */
function contents(database: Database): unknown {
  const shape = database.all('SELECT name, sql FROM sqlite_schema ORDER BY name')
  const tables = ['sale', 'request', 'event', 'taking', 'cash_up'].filter(name =>
    shape.some(row => String(row.name) === name),
  )
  const rows = tables.map(table => database.all(`SELECT * FROM ${table}`))
  return { version: database.userVersion(), shape, rows }
}

/** A database in which the nth thing that a migration does throws, as when the power goes. */
function failingAt(database: Database, nth: number): { failing: Database; struck: () => boolean } {
  let done = 0
  const counted =
    <Arguments extends unknown[], Value>(work: (...args: Arguments) => Value) =>
    (...args: Arguments): Value => {
      done += 1
      if (done === nth) throw new Error('the power went')
      return work(...args)
    }
  const failing = {
    ...database,
    run: counted(database.run),
    all: counted(database.all),
    setUserVersion: counted(database.setUserVersion),
  }
  return { failing, struck: () => done >= nth }
}

describe('a ledger of version 1', () => {
  it('becomes one of this version, and says what it said', () => {
    const folder = newFolder()
    const ids = writeLedgerVersion1(join(folder, 'ledger.db'))
    const { ledger, file, close } = ledgerIn(folder)
    const [paid, expired, pending] = ids.map(id => ledger.find(id))
    expect(paid).toMatchObject({ outcome: 'paid', amount: { value: 1_500 }, reference: 'R-1' })
    expect(ledger.open()).toEqual([pending])
    expect(ledger.unresolved()).toEqual([expired])
    expect(ledger.findByReference('R-2')).toEqual(expired)
    expect(ledger.ofPhone('255754001213', 5)).toEqual([pending])
    expect(ids.map(id => ledger.request(id).body)).toEqual([1, 2, 3].map(n => `{"number":${n}}`))
    close()
    expect(open(file).userVersion()).toBe(ledgerVersion)
  })

  it('has histories from which its sales still follow, and which go on', () => {
    const folder = newFolder()
    const [, , pending = ''] = writeLedgerVersion1(join(folder, 'ledger.db'))
    const { ledger } = ledgerIn(folder)
    for (const sale of ledger.recent(5)) {
      const [first, ...later] = ledger.history(sale.id)
      if (first?.type !== 'recorded') throw new Error('It does not begin with its recording')
      expect(later.reduce(applyEvent, beginSale(sale.id, first))).toMatchObject({
        phase: sale.phase,
        rawStatus: sale.rawStatus,
      })
    }
    expect(ledger.append(pending, samples['status-read'], samples.settled).outcome).toBe('paid')
  })

  it('calls one late that had expired before (money rule 9)', () => {
    const folder = newFolder()
    const [, expired = ''] = writeLedgerVersion1(join(folder, 'ledger.db'))
    const { ledger } = ledgerIn(folder)
    expect(ledger.append(expired, samples.settled)).toMatchObject({ outcome: 'paid', late: true })
  })

  it('is sound to the examiner, though its rows say less than its events', () => {
    const folder = newFolder()
    writeLedgerVersion1(join(folder, 'ledger.db'))
    const { file, close } = ledgerIn(folder)
    close()
    const task = { file, key: ledgerKey.toString('hex'), exportFile: null }
    expect(examine(task)).toMatchObject({ ok: true, findings: { sales: 3, sound: true } })
  })
})

describe.each([0, 1])('a migration from version %i that is interrupted', version => {
  function openOld(file: string): Database {
    if (version === 1) writeLedgerVersion1(file)
    return open(file)
  }

  it('at any statement leaves the version before it whole, and succeeds the next time', () => {
    for (let nth = 1; ; nth++) {
      const file = join(newFolder(), 'ledger.db')
      const database = openOld(file)
      const { failing, struck } = failingAt(database, nth)
      if (!struckBy(() => migrateLedger(failing))) {
        expect(struck()).toBe(false)
        expect(nth).toBeGreaterThan(5)
        break
      }
      const reached = database.userVersion()
      expect(reached).toBeGreaterThanOrEqual(version)
      expect(reached).toBeLessThanOrEqual(ledgerVersion)
      const copy = `${file}.copy`
      cpSync(file, copy)
      expect(contents(open(copy))).toEqual(contents(database))
      if (reached === version)
        expect(contents(database)).toEqual(contents(openOld(`${file}.fresh`)))
      database.close()
      const again = open(file)
      expect(migrateLedger(again)).toBe('ready')
      expect(again.userVersion()).toBe(ledgerVersion)
      expect(() =>
        createLedger({ database: again, changed: () => undefined }).recent(5),
      ).not.toThrow()
      again.close()
    }
    // Some hundred times a whole opening, each with its syncs.
  }, 180_000)
})

describe('a ledger of version 2', () => {
  /** One that was brought to version 2, and no further. */
  function writeVersion2(file: string): string[] {
    const ids = writeLedgerVersion1(file)
    const database = open(file)
    const run: Database['run'] = (sql, values) => {
      if (sql.includes('CREATE TABLE sale_search')) throw new Error('the power went')
      return database.run(sql, values)
    }
    expect(struckBy(() => migrateLedger({ ...database, run }))).toBe(true)
    expect(database.userVersion()).toBe(2)
    database.close()
    return ids
  }

  it('can be searched by everything that its sales hold', () => {
    const folder = newFolder()
    const [paid, expired, pending] = writeVersion2(join(folder, 'ledger.db'))
    const { ledger } = ledgerIn(folder)
    expect(foundIds(ledger, {})).toEqual([pending, expired, paid])
    expect(foundIds(ledger, { text: 'asha 1212' })).toEqual([expired])
    expect(foundIds(ledger, { text: 'R-3' })).toEqual([pending])
    expect(foundIds(ledger, { text: '1,500' })).toEqual([paid])
    expect(foundIds(ledger, { states: ['expired', 'waiting'] })).toEqual([pending, expired])
    ledger.append(pending ?? '', samples['status-read'], samples.settled)
    expect(foundIds(ledger, { states: ['paid'] })).toEqual([pending, paid])
  })

  it('keeps a damaged sale where a list can say that it is there', () => {
    const folder = newFolder()
    const file = join(folder, 'ledger.db')
    const ids = writeVersion2(file)
    const database = open(file)
    database.run('UPDATE sale SET state = ? WHERE id = ?', [Buffer.from([0xff, 0]), ids[0] ?? ''])
    expect(migrateLedger(database)).toBe('ready')
    const ledger = createLedger({ database, changed: () => undefined })
    expect(foundPage(ledger, {})).toMatchObject({ unreadable: 1, next: null })
    expect(foundIds(ledger, {})).toEqual([ids[2], ids[1]])
    database.close()
  })

  it('is filled page by page, however many sales there are', () => {
    const folder = newFolder()
    const file = join(folder, 'ledger.db')
    const [paid = ''] = writeVersion2(file)
    const database = open(file)
    database.transaction(() => {
      for (let n = 0; n < 1_200; n++)
        database.run(
          `INSERT INTO sale (id, draft_id, recorded_at, is_open, msisdn, search, state)
           SELECT ?, ?, recorded_at, 0, msisdn, '', CAST(replace(CAST(state AS TEXT), id, ?) AS BLOB)
           FROM sale WHERE id = ?`,
          [...Array.from({ length: 3 }, () => copyId(n)), paid],
        )
    })
    const largest = { rows: 0 }
    const all: Database['all'] = (sql, values) => {
      const rows = database.all(sql, values)
      largest.rows = Math.max(largest.rows, rows.length)
      return rows
    }
    expect(migrateLedger({ ...database, all })).toBe('ready')
    expect(largest.rows).toBe(500)
    const ledger = createLedger({ database, changed: () => undefined })
    expect(foundIds(ledger, { text: '1,500' })).toHaveLength(1_201)
    database.close()
  })
})

function copyId(n: number): string {
  return `019c0000-0000-7000-8000-${String(n).padStart(12, '0')}`
}

function struckBy(work: () => unknown): boolean {
  try {
    work()
    return false
  } catch (error) {
    expect(String(error)).toContain('the power went')
    return true
  }
}

describe('a ledger of version 5', () => {
  /** One that was brought to version 5, with a day that was closed as that version wrote it. */
  function writeVersion5(file: string): { ids: string[]; bodies: string[] } {
    const ids = writeLedgerVersion1(file)
    const database = open(file)
    const run: Database['run'] = (sql, values) => {
      if (sql.includes('CREATE TABLE personal')) throw new Error('the power went')
      return database.run(sql, values)
    }
    expect(struckBy(() => migrateLedger({ ...database, run }))).toBe(true)
    expect(database.userVersion()).toBe(5)
    const { body, lines } = closedDay(ids[1] ?? '')
    database.run('INSERT INTO cash_up (number, body, lines) VALUES (1, ?, ?)', [body, lines])
    const bodies = database
      .all('SELECT body FROM event ORDER BY sale_id, number')
      .map(row => String(row.body))
    database.close()
    return { ids, bodies }
  }

  it('says what it said, with what it says of customers in rows of their own', () => {
    const folder = newFolder()
    const file = join(folder, 'ledger.db')
    const { ids, bodies } = writeVersion5(file)
    const { ledger } = ledgerIn(folder)
    const histories = ids.flatMap(id => ledger.history(id))
    expect(histories).toEqual(bodies.map(body => eventSchema.parse(JSON.parse(body))))
    const [old] = bodies
    const { msisdn, customer } = JSON.parse(old ?? '')
    const database = open(file)
    const stored = database.all('SELECT body FROM event').map(row => String(row.body))
    for (const text of [msisdn, customer.firstName, customer.lastName]) {
      expect(bodies.join()).toContain(text)
      expect(stored.join()).not.toContain(text)
    }
    database.close()
  })

  it('shows a closed day as it was, and keeps no customer and no reason in it', () => {
    const folder = newFolder()
    const file = join(folder, 'ledger.db')
    const { ids } = writeVersion5(file)
    const { ledger } = ledgerIn(folder)
    const sale = ledger.find(ids[1] ?? '')
    const name = `${sale?.customer.firstName} ${sale?.customer.lastName}`
    expect(ledger.day.find(1)?.report.open).toMatchObject([
      { msisdn: sale?.msisdn, name, signOff: { reason: 'rings tomorrow' } },
    ])
    expect(ledger.day.lines(1)).toMatchObject([
      { msisdn: sale?.msisdn, name, reason: 'rings tomorrow' },
    ])
    const database = open(file)
    const [row] = database.all('SELECT body, lines FROM cash_up')
    const kept = String(row?.body) + String(row?.lines)
    for (const text of [name, sale?.msisdn ?? name, 'rings tomorrow'])
      expect(kept).not.toContain(text)
    database.close()
  })
})

/** A closing as version 5 stored it, with sale 2 of the old ledger open and signed off. */
function closedDay(saleId: string): { body: Buffer; lines: Buffer } {
  const who = { saleId, msisdn: '255754001212', name: 'Asha Mushi' }
  const sale = {
    ...who,
    ...{ recordedAt: morning, channel: 'mobile', state: 'expired' },
    ...{ late: false, paidTwice: false, earlier: false },
  }
  const amount = { currency: 'TZS', value: 2_500 }
  const signOff = { reason: 'rings tomorrow', at: morning, person: null }
  const open = [{ ...sale, amount, person: null, confirmed: false, signOff }]
  const report = { period: 1, since: null, until: morning, currencies: [], open, earlier: [] }
  const body = {
    ...{ version: 1, number: 1, connection: 'practice', shop: { name: '', till: '' } },
    ...{ closedAt: morning, closedBy: null, report, cash: [] },
  }
  const line = {
    ...sale,
    ...{ block: 'unknown', amount: 2_500, currency: 'TZS', cashier: null, handedOverAt: null },
    ...{ rawStatus: null, reference: 'R-2', settledAt: null },
    ...{ reason: 'rings tomorrow', reasonBy: null },
  }
  return { body: Buffer.from(JSON.stringify(body)), lines: Buffer.from(JSON.stringify([line])) }
}
