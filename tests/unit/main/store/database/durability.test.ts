import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { databaseFailure, openDatabase } from '../../../../../electron/main/store/database'
import { Database } from '../../../../../electron/main/store/database/database'
import { openEngine } from '../../../../../electron/main/store/database/engine'
import { failureOf, thrownBy } from '../../../../support/database'
import { temporaryFolders } from '../../../../support/temporary-folder'

const newFolder = temporaryFolders()
const KEY = Buffer.alloc(32, 5)

function filled() {
  const folder = newFolder()
  const file = join(folder, 'ledger.db')
  const database = openDatabase({ file, key: KEY })
  database.run('CREATE TABLE sale (amount INTEGER)')
  database.run('INSERT INTO sale VALUES (?)', [500])
  return { folder, file, database }
}

describe('durability', () => {
  it.each(['journal_mode = WAL', 'synchronous = FULL', 'foreign_keys = OFF'])(
    'is missed when %s',
    setting => {
      const { file, database } = filled()
      // In force after a first write.
      expect(() => database.assertDurable()).not.toThrow()
      database.close()
      const engine = openEngine(file, KEY)
      for (const sound of ['journal_mode = DELETE', 'synchronous = EXTRA', 'foreign_keys = ON'])
        engine.execute(`PRAGMA ${sound}`)
      const opening = new Database(engine)
      expect(() => opening.assertDurable()).not.toThrow()
      engine.execute(`PRAGMA ${setting}`)
      expect(() => opening.assertDurable()).toThrow('not durable')
    },
  )

  it('waits for another process, then says busy', () => {
    const { file, database } = filled()
    const other = openEngine(file, KEY)
    other.execute('BEGIN EXCLUSIVE')
    const error = thrownBy(() => database.run('INSERT INTO sale VALUES (1)'))
    expect(databaseFailure(error)).toBe('busy')
    expect(database.suspect()).toBeNull()
    other.execute('ROLLBACK')
    expect(database.run('INSERT INTO sale VALUES (1)')).toEqual({ changes: 1 })
  }, 15_000)
})

describe('a copy', () => {
  it('has the same rows, key and mode', () => {
    const { folder, database } = filled()
    database.all('SELECT amount FROM sale') // a statement kept prepared does not stand in the way
    const copy = join(folder, 'copy.db')
    database.copyTo(copy)
    expect(statSync(copy).mode & 0o777).toBe(process.platform === 'win32' ? 0o666 : 0o600)
    expect(failureOf(() => openDatabase({ file: copy, key: null }))).toBe('not-readable')
    const rows = openDatabase({ file: copy, key: KEY }).all('SELECT amount FROM sale')
    expect(rows).toEqual([{ amount: 500 }])
  })

  it('never goes over a file that exists, nor inside a transaction', () => {
    const { folder, database } = filled()
    const copy = join(folder, 'copy.db')
    writeFileSync(copy, 'precious')
    expect(() => database.copyTo(copy)).toThrow('EEXIST')
    expect(readFileSync(copy, 'utf8')).toBe('precious')
    const other = join(folder, 'other.db')
    expect(() => database.transaction(() => database.copyTo(other))).toThrow('outside')
  })
})
