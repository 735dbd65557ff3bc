import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import {
  type Database,
  decodeText,
  openDatabase,
  type Value,
} from '../../../../../electron/main/store/database'
import { failureOf, inDatabase, ledgerKey } from '../../../../support/database'
import { temporaryFolders } from '../../../../support/temporary-folder'

const newFolder = temporaryFolders()

function withSales(count: number) {
  const file = join(newFolder(), 'ledger.db')
  const database = openDatabase({ file, key: ledgerKey })
  database.run('CREATE TABLE sale (id BLOB PRIMARY KEY, amount INTEGER, note TEXT) STRICT')
  for (let index = 0; index < count; index++) {
    const id = Buffer.alloc(16, index)
    database.run('INSERT INTO sale VALUES (?, ?, ?)', [id, index * 1_000, `note ${index}`])
  }
  return { file, database }
}

describe('rows', () => {
  it('hold whole numbers, bytes and null; text as its bytes', () => {
    const { database } = withSales(0)
    const query = "SELECT 5 AS five, 1.5 AS half, x'00ff' AS bytes, NULL AS none, 'é' AS words"
    expect(database.all(query)).toEqual([
      { five: 5, half: 1.5, bytes: Buffer.from([0, 255]), none: null, words: Buffer.from('é') },
    ])
  })

  it('are whole, also beyond one batch of the engine', () => {
    const { database } = withSales(200)
    expect(database.all('SELECT amount FROM sale')).toHaveLength(200)
    expect(database.all('SELECT amount FROM sale LIMIT 100')).toHaveLength(100)
  })

  it('keep the order of the query, comments and values included', () => {
    const { database } = withSales(50)
    const query = 'SELECT amount FROM sale WHERE amount > ? ORDER BY amount DESC LIMIT ? -- newest'
    const found = database.all(query, [10_000, 3]).map(({ amount }) => amount)
    expect(found).toEqual([49_000, 48_000, 47_000])
    const all = database.all('SELECT id, amount FROM sale ORDER BY amount % 7, amount DESC')
    const amounts = all.map(({ amount }) => Number(amount))
    expect(amounts).toEqual([...amounts].sort((a, b) => (a % 7) - (b % 7) || b - a))
  })

  it('refuse names that hide one another', () => {
    const { database } = withSales(1)
    expect(() => database.all('SELECT id, amount AS id FROM sale')).toThrow('share a name')
  })

  it('never round an integer', () => {
    const { database } = withSales(0)
    expect(failureOf(() => database.all('SELECT 9007199254740993 AS big'))).toBe('not-readable')
  })
})

describe('text that is damaged', () => {
  it('comes as its bytes and does not abort the process', () => {
    const { database } = withSales(0)
    const [row] = database.all("SELECT CAST(x'ff41' AS TEXT) AS words")
    expect(row).toEqual({ words: Buffer.from([0xff, 0x41]) })
  })

  it('is no text, never something else', () => {
    expect(decodeText(Buffer.from([0xff, 0x41]))).toBeNull()
    expect(decodeText(Buffer.from('\ufeffé 😀'))).toBe('\ufeffé 😀')
  })

  /**
   * The encryption is not authenticated: a changed byte decrypts to 16 random ones, which may make
   * TEXT of any cell. Reading must end in rows or in an error; an abort would end this test run.
   */
  it('anywhere in the file ends in rows or an error', () => {
    const { file, database } = withSales(100)
    database.close()
    const sound = readFileSync(file)
    for (let position = 4; position < sound.length; position += 24) {
      const damaged = Buffer.from(sound)
      damaged.writeUInt8(damaged.readUInt8(position) ^ 0x10, position)
      writeFileSync(file, damaged)
      try {
        inDatabase(file, database => {
          database.all('SELECT * FROM sale')
          database.all('SELECT note FROM sale WHERE amount >= ? ORDER BY note', [0])
        })
      } catch (error) {
        expect(error).toBeInstanceOf(Error)
      }
    }
  }, 60_000)
})

function newDatabase(): Database {
  const database = openDatabase({ file: join(newFolder(), 'ledger.db'), key: ledgerKey })
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
