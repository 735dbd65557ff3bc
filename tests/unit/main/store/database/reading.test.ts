import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import {
  type Database,
  databaseFailure,
  decodeText,
  openDatabase,
} from '../../../../../electron/main/store/database'
import { thrownBy } from '../../../../support/database'
import { temporaryFolders } from '../../../../support/temporary-folder'

const newFolder = temporaryFolders()
const KEY = Buffer.alloc(32, 7)

function withSales(count: number) {
  const file = join(newFolder(), 'ledger.db')
  const database = openDatabase({ file, key: KEY })
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
    expect(database.all(query, [10_000, 3]).map(row => row.amount)).toEqual([
      49_000, 48_000, 47_000,
    ])
    const all = database.all('SELECT id, amount FROM sale ORDER BY amount % 7, amount DESC')
    const amounts = all.map(row => Number(row.amount))
    expect(amounts).toEqual([...amounts].sort((a, b) => (a % 7) - (b % 7) || b - a))
  })

  it('refuse names that hide one another', () => {
    const { database } = withSales(1)
    expect(() => database.all('SELECT id, amount AS id FROM sale')).toThrow('share a name')
  })

  it('never round an integer', () => {
    const { database } = withSales(0)
    const error = thrownBy(() => database.all('SELECT 9007199254740993 AS big'))
    expect(databaseFailure(error)).toBe('not-readable')
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
      readEverything(file)
    }
  }, 60_000)
})

function readEverything(file: string): void {
  let database: Database | null = null
  try {
    database = openDatabase({ file, key: KEY })
    database.all('SELECT * FROM sale')
    database.all('SELECT note FROM sale WHERE amount >= ? ORDER BY note', [0])
  } catch (error) {
    expect(error).toBeInstanceOf(Error)
  } finally {
    database?.close()
  }
}
