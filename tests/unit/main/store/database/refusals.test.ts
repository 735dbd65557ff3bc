import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import {
  type Database,
  openDatabase,
  type Value,
} from '../../../../../electron/main/store/database'
import { temporaryFolders } from '../../../../support/temporary-folder'

const newFolder = temporaryFolders()

function newDatabase(): Database {
  const file = join(newFolder(), 'ledger.db')
  const database = openDatabase({ file, key: Buffer.alloc(32, 1) })
  database.run('CREATE TABLE pair (a, b)')
  return database
}

const count = (database: Database) => database.all('SELECT count(*) AS rows FROM pair')[0]?.rows
const unchecked = (...values: unknown[]) => values as Value[]
const INSERT = 'INSERT INTO pair VALUES (?, ?)'

describe('refused before the engine sees it, with nothing written', () => {
  it.each<[string, (database: Database) => unknown]>([
    ['a boolean', database => database.run(INSERT, unchecked(1, true))],
    ['a boolean, reading', database => database.all('SELECT ? AS a', unchecked(true))],
    ['undefined', database => database.run(INSERT, unchecked(1, undefined))],
    ['a hole', database => database.run(INSERT, unchecked(...[1]).concat(new Array(1)))],
    ['a missing value', database => database.run(INSERT, [1])],
    ['one value too many', database => database.run(INSERT, [1, 2, 3])],
    ['a string with NUL', database => database.run(INSERT, [1, 'a\0b'])],
    ['a lone surrogate', database => database.run(INSERT, [1, 'a\ud800'])],
    ['NaN', database => database.run(INSERT, [1, Number.NaN])],
    ['a fraction', database => database.run(INSERT, [1, 1.5])],
    ['an unsafe integer', database => database.run(INSERT, [1, 2 ** 53])],
    ['a date', database => database.run(INSERT, unchecked(1, new Date(0)))],
    ['a plain Uint8Array', database => database.run(INSERT, unchecked(1, new Uint8Array(2)))],
    ['a named parameter', database => database.run('INSERT INTO pair VALUES (:a, 1)', [1])],
    ['rows out of run', database => database.run(`${INSERT} RETURNING a`, [1, 2])],
    ['a query in run', database => database.run('SELECT 1')],
    ['a write in all', database => database.all(INSERT, [1, 2])],
    ['a returning write in all', database => database.all(`${INSERT} RETURNING a`, [1, 2])],
  ])('%s', (_name, call) => {
    const database = newDatabase()
    expect(() => call(database)).toThrow(Error)
    expect(count(database)).toBe(0)
    expect(database.suspect()).toBeNull()
    database.run(INSERT, [1, 'still alive'])
    expect(count(database)).toBe(1)
    expect(() => database.assertDurable()).not.toThrow()
  })
})

describe('what is written', () => {
  it('keeps its type: whole numbers are integers, text keeps every character', () => {
    const database = newDatabase()
    database.run(INSERT, [5, 'Juma 😀'])
    const query = 'SELECT typeof(a) AS type, a, b FROM pair'
    expect(database.all(query)).toEqual([
      { type: Buffer.from('integer'), a: 5, b: Buffer.from('Juma 😀') },
    ])
  })

  it('counts its changes', () => {
    const database = newDatabase()
    database.run(INSERT, [1, 2])
    database.run(INSERT, [3, 4])
    expect(database.run('UPDATE pair SET b = ?', [null])).toEqual({ changes: 2 })
  })

  it('prepares again after the tables change', () => {
    const database = newDatabase()
    database.run(INSERT, [1, 2])
    expect(database.all('SELECT * FROM pair')).toEqual([{ a: 1, b: 2 }])
    database.run('ALTER TABLE pair ADD COLUMN c')
    expect(database.all('SELECT * FROM pair')).toEqual([{ a: 1, b: 2, c: null }])
  })

  it('goes on with more statements than are kept', () => {
    const database = newDatabase()
    for (let index = 0; index < 500; index++) database.run(`INSERT INTO pair VALUES (${index}, 0)`)
    expect(count(database)).toBe(500)
  })
})
