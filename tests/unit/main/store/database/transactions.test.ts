import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { databaseFailure } from '../../../../../electron/main/store/database'
import { Database } from '../../../../../electron/main/store/database/database'
import {
  applySettings,
  type Engine,
  openEngine,
} from '../../../../../electron/main/store/database/engine'
import { inDatabase, thrownBy } from '../../../../support/database'
import { temporaryFolders } from '../../../../support/temporary-folder'

const newFolder = temporaryFolders()
const KEY = Buffer.alloc(32, 3)

function open(file = join(newFolder(), 'ledger.db')) {
  const engine = openEngine(file, KEY)
  applySettings(engine)
  const faults: Partial<Engine> = {}
  const database = new Database({
    ...engine,
    execute: sql => (faults.execute ?? engine.execute)(sql),
  })
  database.run('CREATE TABLE IF NOT EXISTS sale (amount INTEGER UNIQUE) STRICT')
  return { file, engine, database, faults }
}

const INSERT = 'INSERT INTO sale VALUES (?)'
const amounts = (database: Database) =>
  database.all('SELECT amount FROM sale ORDER BY amount').map(row => row.amount)

describe('a transaction', () => {
  it('writes all of it, and gives the result back', () => {
    const { database, file } = open()
    const result = database.transaction(() => {
      database.run(INSERT, [1])
      database.run(INSERT, [2])
      return 'both'
    })
    expect(result).toBe('both')
    expect(inDatabase(file, amounts, KEY)).toEqual([1, 2])
  })

  it('writes nothing when the work throws, and lets the error through', () => {
    const { database } = open()
    const error = new Error('changed my mind')
    const work = () =>
      database.transaction(() => {
        database.run(INSERT, [1])
        throw error
      })
    expect(thrownBy(work)).toBe(error)
    expect(amounts(database)).toEqual([])
    expect(database.suspect()).toBeNull()
    database.transaction(() => database.run(INSERT, [2]))
    expect(amounts(database)).toEqual([2])
  })

  it('writes nothing when a constraint fails', () => {
    const { database } = open()
    const error = thrownBy(() =>
      database.transaction(() => [database.run(INSERT, [1]), database.run(INSERT, [1])]),
    )
    expect(databaseFailure(error)).toBe('constraint')
    expect(amounts(database)).toEqual([])
    expect(database.suspect()).toBeNull()
  })

  it('does not nest, and takes no async work', () => {
    const { database } = open()
    expect(() => database.transaction(() => database.transaction(() => 1))).toThrow('nest')
    expect(() => database.transaction(async () => database.run(INSERT, [1]))).toThrow('async')
    expect(amounts(database)).toEqual([])
  })
})

describe('a suspect database', () => {
  const expectSuspect = (database: Database, failure: string) => {
    expect(database.suspect()).toBe(failure)
    expect(() => database.run(INSERT, [99])).toThrow('suspect')
    expect(() => database.transaction(() => 1)).toThrow('suspect')
    expect(() => database.setUserVersion(9)).toThrow('suspect')
    expect(() => database.copyTo(join(newFolder(), 'copy.db'))).toThrow('suspect')
  }

  it('follows a COMMIT that throws, whatever it says', () => {
    const { database, faults, engine, file } = open()
    const error = Object.assign(new Error('disk'), { rawCode: 1034 })
    faults.execute = sql => {
      if (sql === 'COMMIT') throw error
      engine.execute(sql)
    }
    expect(thrownBy(() => database.transaction(() => database.run(INSERT, [1])))).toBe(error)
    expectSuspect(database, 'io')
    database.close()
    expect(inDatabase(file, amounts, KEY)).toEqual([])
  })

  it('follows a real full disk; the whole transaction is gone, also when the work went on', () => {
    const { database, engine, file } = open()
    engine.execute('CREATE TABLE filling (bytes BLOB)')
    engine.execute('PRAGMA max_page_count = 8')
    const work = () =>
      database.transaction(() => {
        database.run(INSERT, [1])
        const fill = () => database.run('INSERT INTO filling VALUES (?)', [Buffer.alloc(100_000)])
        expect(databaseFailure(thrownBy(fill))).toBe('full')
        expect(() => database.run(INSERT, [2])).toThrow('suspect')
      })
    expect(work).toThrow('suspect')
    expectSuspect(database, 'full')
    database.close()
    expect(inDatabase(file, amounts, KEY)).toEqual([])
  })

  it('follows an I/O error: here the journal cannot be made', () => {
    const { database, file } = open()
    mkdirSync(`${file}-journal`)
    expect(databaseFailure(thrownBy(() => database.run(INSERT, [1])))).toBe('io')
    expectSuspect(database, 'io')
  })

  it('follows a transaction that the engine ended by itself', () => {
    const { database, engine } = open()
    const work = () =>
      database.transaction(() => {
        database.run(INSERT, [1])
        engine.execute('ROLLBACK')
        database.run(INSERT, [2])
      })
    expect(work).toThrow('ended this transaction')
    expect(amounts(database)).toEqual([])
    expectSuspect(database, 'other')
  })

  it('follows a rollback that throws; the first error is the one thrown', () => {
    const { database, faults, engine } = open()
    faults.execute = sql => {
      if (sql === 'ROLLBACK') throw Object.assign(new Error('disk'), { rawCode: 10 })
      engine.execute(sql)
    }
    const work = () =>
      database.transaction(() => {
        throw new Error('first')
      })
    expect(work).toThrow('first')
    expectSuspect(database, 'io')
  })
})
