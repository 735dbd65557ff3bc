import { join } from 'node:path'
import { expect, it } from 'vitest'
import {
  type Database,
  migrate,
  type SchemaStep,
} from '../../../../../electron/main/store/database'
import { inDatabase } from '../../../../support/database'
import { temporaryFolders } from '../../../../support/temporary-folder'

const newFolder = temporaryFolders()

/** A file of version 1, with one row. */
const version1: SchemaStep = [
  'CREATE TABLE note (number INTEGER PRIMARY KEY, body BLOB NOT NULL) STRICT',
  database =>
    void database.run('INSERT INTO note (number, body) VALUES (1, ?)', [Buffer.from('a')]),
]

/** What it then is, as version 2. */
const second = { version: 2, rows: [{ number: 1, body: 'aa', extra: 7 }] }

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

const newFile = () => join(newFolder(), 'file.db')

function contents(database: Database) {
  return {
    version: database.userVersion(),
    rows: database.all('SELECT * FROM note').map(row => ({ ...row, body: String(row.body) })),
  }
}

it('makes the tables of a new file, and changes nothing the next time', () => {
  inDatabase(newFile(), database => {
    for (const _ of [1, 2]) expect(migrate(database, [version1])).toBe('ready')
    expect(contents(database)).toEqual({ version: 1, rows: [{ number: 1, body: 'a' }] })
  })
})

it('applies a second version once, to an old file and to a new one', () => {
  const [old, fresh] = [newFile(), newFile()]
  inDatabase(old, database => migrate(database, [version1]))
  for (const file of [old, old, fresh, fresh])
    inDatabase(file, database => {
      expect(migrate(database, [version1, version2])).toBe('ready')
      expect(contents(database)).toEqual(second)
    })
})

it('applies a version whole or not at all: one that fails leaves the version before it', () => {
  const file = newFile()
  const failing: SchemaStep = [
    ...version2,
    () => {
      throw new Error('the power went')
    },
  ]
  const migrating = () => inDatabase(file, database => migrate(database, [version1, failing]))
  expect(migrating).toThrow('the power went')
  inDatabase(file, database => {
    expect(contents(database)).toEqual({ version: 1, rows: [{ number: 1, body: 'a' }] })
    expect(migrate(database, [version1, version2])).toBe('ready')
    expect(contents(database)).toEqual(second)
  })
})

it('refuses a file that a newer app has written, and changes nothing in it', () => {
  inDatabase(newFile(), database => {
    migrate(database, [version1, version2])
    expect(migrate(database, [version1])).toBe('newer')
    expect(contents(database)).toEqual(second)
  })
})
