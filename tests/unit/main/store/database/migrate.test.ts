import { join } from 'node:path'
import { expect, it } from 'vitest'
import {
  type Database,
  migrate,
  openDatabase,
  type SchemaStep,
} from '../../../../../electron/main/store/database'
import { ledgerKey, thrownBy } from '../../../../support/database'
import { temporaryFolders } from '../../../../support/temporary-folder'

const newFolder = temporaryFolders()

/** A file of version 1, with one row. */
const version1: SchemaStep = [
  'CREATE TABLE note (number INTEGER PRIMARY KEY, body BLOB NOT NULL) STRICT',
  database =>
    void database.run('INSERT INTO note (number, body) VALUES (1, ?)', [Buffer.from('a')]),
]

/** Doubles each text, so that a second run would show. */
const version2: SchemaStep = [
  'ALTER TABLE note ADD COLUMN extra INTEGER NOT NULL DEFAULT 7',
  database => {
    for (const { number, body } of database.all('SELECT number, body FROM note'))
      database.run('UPDATE note SET body = ? WHERE number = ?', [
        Buffer.from(`${body}${body}`),
        Number(number),
      ])
  },
]

function newFile(): { open: () => Database } {
  const file = join(newFolder(), 'file.db')
  return { open: () => openDatabase({ file, key: ledgerKey }) }
}

function contents(database: Database) {
  return {
    version: database.userVersion(),
    rows: database.all('SELECT * FROM note').map(row => ({ ...row, body: String(row.body) })),
  }
}

it('makes the tables of a new file, and changes nothing the next time', () => {
  const database = newFile().open()
  expect(migrate(database, [version1])).toBe('ready')
  expect(migrate(database, [version1])).toBe('ready')
  expect(contents(database)).toEqual({ version: 1, rows: [{ number: 1, body: 'a' }] })
  database.close()
})

it('applies a second version once, to an old file and to a new one', () => {
  const old = newFile()
  const before = old.open()
  migrate(before, [version1])
  before.close()
  for (const { open } of [old, newFile()]) {
    for (let start = 0; start < 2; start++) {
      const database = open()
      expect(migrate(database, [version1, version2])).toBe('ready')
      expect(contents(database)).toEqual({
        version: 2,
        rows: [{ number: 1, body: 'aa', extra: 7 }],
      })
      database.close()
    }
  }
})

it('applies a version whole or not at all: one that fails leaves the version before it', () => {
  const file = newFile()
  const failing: SchemaStep = [
    ...version2,
    () => {
      throw new Error('the power went')
    },
  ]
  const database = file.open()
  expect(String(thrownBy(() => migrate(database, [version1, failing])))).toContain('the power went')
  database.close()
  const again = file.open()
  expect(contents(again)).toEqual({ version: 1, rows: [{ number: 1, body: 'a' }] })
  expect(migrate(again, [version1, version2])).toBe('ready')
  expect(contents(again).version).toBe(2)
  again.close()
})

it('refuses a file that a newer app has written, and changes nothing in it', () => {
  const database = newFile().open()
  migrate(database, [version1, version2])
  expect(migrate(database, [version1])).toBe('newer')
  expect(contents(database)).toEqual({ version: 2, rows: [{ number: 1, body: 'aa', extra: 7 }] })
  database.close()
})
