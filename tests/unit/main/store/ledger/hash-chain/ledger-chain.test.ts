import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Database } from '../../../../../../electron/main/store/database'
import { LedgerChain } from '../../../../../../electron/main/store/ledger/hash-chain/ledger-chain'
import { readPacked } from '../../../../../../electron/main/store/ledger/rows/codec'
import { presentKey, readId } from '../../../../../../electron/main/store/ledger/rows/payment-key'
import type { Change } from '../../../../../../shared/integrity'
import { inDatabase, replaceIn, tamper } from '../../../../../support/database'
import { closeDay } from '../../../../../support/day-payments'
import { fillLedger } from '../../../../../support/filled-ledger'
import { morning } from '../../../../../support/payments/clock'
import { ledgerIn } from '../../../../../support/payments/ledger'
import { samples } from '../../../../../support/payments/payments'
import { finished } from '../../../../../support/results'
import { temporaryFolders } from '../../../../../support/temporary-folder'

const newFolder = temporaryFolders()

/** Everything that a check finds, from a fresh opening of the file. */
function checked(file: string): readonly Change[] {
  return inDatabase(file, database => finished(new LedgerChain(database).check()))
}

/** A link of the running period. */
const running = '(SELECT MAX(number) + 5 FROM link WHERE payment IS NULL)'

const addEvent = `INSERT INTO event (payment, number, link, body)
  SELECT ?, MAX(number) + 1, MAX(link), ? FROM event WHERE payment = ?`

interface PaymentName {
  id: string
  key: number
}

/** A ledger of a closed period and a running one, closed; the ids of the payments of the running one. */
function makeShop() {
  const { file, ledger, close } = ledgerIn(newFolder())
  fillLedger(ledger, 12)
  closeDay(ledger)
  const ids = fillLedger(ledger, 24).map(({ id }) => id)
  close()
  return { bytes: readFileSync(file), ids }
}

let made: ReturnType<typeof makeShop> | null = null

/** A copy of one that was made once: each of its commits is synced. */
function shop() {
  made ??= makeShop()
  const file = join(newFolder(), 'ledger.db')
  writeFileSync(file, made.bytes)
  return { file, ids: made.ids }
}

/** Which rows say something of a payment's customer. */
function personalOf(key: number): string {
  return `link IN (SELECT link FROM event WHERE payment = ${key})`
}

function bodyOf(database: Database, id: string, number: number): string {
  const sql = 'SELECT body FROM event WHERE payment = ? AND number = ?'
  return readPacked(database.all(sql, [presentKey(database, id), number])[0]?.body)
}

function setBody(database: Database, id: string, number: number, body: string): void {
  const sql = 'UPDATE event SET body = ? WHERE payment = ? AND number = ?'
  database.run(sql, [Buffer.from(body), presentKey(database, id), number])
}

/** Replaces words in a payment's row, which must hold them. */
function changeState(database: Database, key: number, from: string | RegExp, to: string): void {
  const state = readPacked(database.all('SELECT state FROM payment WHERE key = ?', [key])[0]?.state)
  expect(state).toMatch(from)
  const changed = Buffer.from(state.replace(from, to))
  database.run('UPDATE payment SET state = ? WHERE key = ?', [changed, key])
}

function takeOut(database: Database, key: number): void {
  for (const table of ['event', 'request', 'entry', 'unpaid_request'])
    database.run(`DELETE FROM ${table} WHERE payment = ?`, [key])
  database.run('DELETE FROM sale WHERE key = ?', [key])
  database.run('DELETE FROM payment WHERE key = ?', [key])
}

describe('a chain over a ledger', () => {
  it('holds for what the till wrote, over cash-ups and all kinds of payments', () => {
    const { file } = shop()
    expect(checked(file)).toEqual([])
  })

  it('holds where customers’ data was removed after its time: that is an event as every other', () => {
    const { file, ledger, close } = ledgerIn(newFolder())
    fillLedger(ledger, 12)
    closeDay(ledger)
    ledger.removal.mark(morning)
    const removed = finished(ledger.removal.remove({ before: morning, at: morning, months: 24 }))
    close()
    expect(removed).toBeGreaterThan(0)
    expect(checked(file)).toEqual([])
  })

  it('is not broken by what did not happen: a transaction that was taken back leaves no link', () => {
    const { file, ledger, close } = ledgerIn(newFolder())
    const [{ id = '' } = {}] = fillLedger(ledger, 1)
    expect(() => ledger.append(id, samples.settled)).toThrow('cannot take')
    ledger.append(id, samples['attempt-started'])
    close()
    expect(checked(file)).toEqual([])
  })

  it('goes on where a long history takes no more events', () => {
    const { file, ledger, close } = ledgerIn(newFolder())
    const [, , , paid] = fillLedger(ledger, 4)
    for (let n = 0; n < 120; n++) ledger.append(paid?.id ?? '', samples['status-read'])
    expect(ledger.history(paid?.id ?? '').length).toBeLessThan(110)
    close()
    expect(checked(file)).toEqual([])
  })
})

describe('a change of a ledger is seen:', () => {
  /** What is found where this was done to a ledger, or to a paid payment of it. */
  const seen = (work: (database: Database, paid: PaymentName, ids: string[]) => void) => {
    const { file, ids } = shop()
    let paid = ''
    tamper(file, database => {
      const [row] = database.all(
        `SELECT id, key FROM entry JOIN payment ON key = payment WHERE way = 'service'
         ORDER BY key DESC LIMIT 1`,
      )
      paid = readId(row?.id)
      work(database, { id: paid, key: Number(row?.key) }, ids)
    })
    return { changes: checked(file), paid }
  }
  const kinds = (changes: readonly Change[]) => changes.map(({ kind }) => kind)

  it('an amount that was edited in the event, the row and the totals alike', () => {
    const { changes, paid } = seen((database, { id, key }) => {
      const edited = bodyOf(database, id, 1).replace(/"value":\d+/, '"value":5')
      setBody(database, id, 1, edited)
      changeState(database, key, /"amount":\{[^}]*\}/, '"amount":{"currency":"TZS","value":5}')
      changeState(database, key, /"total":\d+/, '"total":5')
      database.run('UPDATE entry SET value = 5 WHERE payment = ?', [key])
      database.run('UPDATE sale SET has = 5, due = 5 WHERE key = ?', [key])
    })
    expect(changes).toEqual([{ kind: 'changed', paymentId: paid, number: expect.any(Number) }])
  })

  it('an event that was deleted, from the end of a history or from between', () => {
    for (const which of ['MAX(number)', '3']) {
      const number = `(SELECT ${which} FROM event WHERE payment = ?)`
      const { changes, paid } = seen((database, { key }) =>
        database.run(`DELETE FROM event WHERE payment = ? AND number = ${number}`, [key, key]),
      )
      expect(changes).toContainEqual(expect.objectContaining({ kind: 'missing', paymentId: paid }))
    }
  })

  it('two events that changed places, in one history or between two', () => {
    type Place = [id: string, number: number]
    const swapped = (database: Database, one: Place, other: Place) => {
      const before = bodyOf(database, ...one)
      setBody(database, ...one, bodyOf(database, ...other))
      setBody(database, ...other, before)
    }
    const inOne = seen((database, { id }) => swapped(database, [id, 2], [id, 3]))
    expect(kinds(inOne.changes)).toContain('changed')
    const between = seen((database, _id, [a = '', b = '']) => swapped(database, [a, 1], [b, 1]))
    const changed = between.changes.filter(({ kind }) => kind === 'changed')
    expect(new Set(changed.map(({ paymentId }) => paymentId)).size).toBe(2)
  })

  it('links that changed places', () => {
    const { changes } = seen(database => {
      const [row] = database.all('SELECT MAX(number) - 5 AS number FROM link')
      const place = Number(row?.number)
      for (const places of [
        [100_000, place],
        [place, place + 1],
        [place + 1, 100_000],
      ])
        database.run('UPDATE link SET number = ? WHERE number = ?', places)
    })
    expect(kinds(changes).filter(kind => kind === 'changed').length).toBeGreaterThanOrEqual(2)
  })

  it('what an event says of a customer, written over or taken away', () => {
    const over = seen((database, { key }) =>
      replaceIn(database, 'personal', personalOf(key), ['Asha', 'Juma']),
    )
    const gone = seen((database, { key }) =>
      database.run(`DELETE FROM personal WHERE ${personalOf(key)}`),
    )
    for (const { changes, paid } of [over, gone])
      expect(changes).toEqual([{ kind: 'changed', paymentId: paid, number: 0 }])
  })

  it('an event that was added behind a history', () => {
    const { changes, paid } = seen((database, { key }) =>
      database.run(addEvent, [key, Buffer.from(JSON.stringify(samples['goods-handed-over'])), key]),
    )
    expect(changes).toEqual([{ kind: 'added', paymentId: paid, number: 0 }])
  })

  it('an event that was added and names the link of another, or one that is yet to come', () => {
    for (const link of ['link - 1', 'link + 1000']) {
      const { changes, paid } = seen((database, { key }) => {
        database.run(addEvent, [key, Buffer.from('{}'), key])
        const last = '(SELECT MAX(number) FROM event AS e WHERE e.payment = event.payment)'
        database.run(`UPDATE event SET link = ${link} WHERE payment = ? AND number = ${last}`, [
          key,
        ])
      })
      expect(changes).toEqual([{ kind: 'added', paymentId: paid, number: 0 }])
    }
  })

  it('a whole payment that was taken out', () => {
    const out = seen((database, { key }) => takeOut(database, key))
    expect(new Set(kinds(out.changes))).toEqual(new Set(['missing']))
    expect(out.changes[0]?.paymentId).toBe(out.paid)
  })

  it('a payment that was taken out with its links', () => {
    const { changes } = seen((database, { key }) => {
      database.run('DELETE FROM link WHERE payment = ?', [key])
      takeOut(database, key)
    })
    expect(new Set(kinds(changes))).toEqual(new Set(['missing']))
  })

  it.each([
    [`"outcome":"paid"`, `"outcome":"failed"`],
    [`"reference":"`, `"reference":"X`],
  ])('a row whose state says otherwise than its events (%s)', (from, to) => {
    const { changes, paid } = seen((database, { key }) => changeState(database, key, from, to))
    expect(changes).toMatchObject([{ kind: 'row', paymentId: paid }])
  })

  it.each([
    'UPDATE payment SET is_open = 1 WHERE key = ?',
    'UPDATE payment SET reference = NULL WHERE key = ?',
    'UPDATE entry SET value = value - 1 WHERE payment = ?',
    `UPDATE entry SET way = 'said', late = NULL WHERE payment = ?`,
    'DELETE FROM entry WHERE payment = ?',
  ])('what lists and totals are made from: %s', sql => {
    const { changes, paid } = seen((database, { key }) => database.run(sql, [key]))
    expect(changes).toMatchObject([{ kind: 'row', paymentId: paid }])
  })

  it.each([
    ['UPDATE cash_up SET body = lines WHERE number = 1', 'changed'],
    [`UPDATE cash_up SET lines = CAST('[]' AS BLOB) WHERE number = 1`, 'changed'],
    ['DELETE FROM cash_up WHERE number = 1', 'missing'],
  ])('the last cash-up: %s', (sql, kind) => {
    expect(kinds(seen(database => database.run(sql)).changes)).toEqual([kind])
  })

  it.each([
    [`UPDATE link SET value = zeroblob(32) WHERE number = ${running}`, ['changed', 'changed']],
    [`UPDATE link SET value = 'not bytes' WHERE number = ${running}`, null],
    [`UPDATE link SET payment = 100000 WHERE number = ${running}`, ['missing']],
    [`UPDATE link SET number = 100000 WHERE number = ${running}`, ['missing', 'missing']],
  ])('the links themselves: %s', (sql, expected) => {
    const { file } = shop()
    const work = () => tamper(file, database => database.run(sql))
    // The table is strict: what is no value cannot get in.
    if (expected === null) return expect(work).toThrow('cannot store TEXT')
    work()
    expect(kinds(checked(file)).filter(kind => kind !== 'added')).toEqual(expected)
  })

  it('within the running period, without going over what was closed', () => {
    const { file } = shop()
    let last = ''
    tamper(file, database => {
      const [row] = database.all(
        'SELECT payment.id AS id FROM link JOIN payment ON key = payment ORDER BY number DESC LIMIT 1',
      )
      last = readId(row?.id)
      setBody(database, last, 1, bodyOf(database, last, 1).replace('{', '{ '))
    })
    expect(checked(file)).toMatchObject([{ kind: 'changed', paymentId: last }])
    const old = shop()
    tamper(old.file, database => {
      const [row] = database.all('SELECT id FROM payment ORDER BY key LIMIT 1')
      const first = readId(row?.id)
      setBody(database, first, 1, bodyOf(database, first, 1).replace('{', '{ '))
    })
    expect(checked(old.file)).toEqual([])
  })
})

describe('the engine itself', () => {
  it.each([
    'UPDATE event SET body = body',
    'DELETE FROM event',
    'INSERT OR REPLACE INTO event SELECT payment, number, link, body FROM event',
    'UPDATE cash_up SET body = body',
    'DELETE FROM cash_up',
    'UPDATE link SET value = value',
    'DELETE FROM link',
  ])('refuses this app %s', sql => {
    const { file } = shop()
    expect(() => inDatabase(file, database => database.run(sql))).toThrow('append-only')
    expect(checked(file)).toEqual([])
  })
})
