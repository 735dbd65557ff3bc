import { randomBytes } from 'node:crypto'
import {
  copyFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openDatabase } from '../../../../../electron/main/store/database'
import { openEngine } from '../../../../../electron/main/store/database/engine'
import { failureOf } from '../../../../support/database'
import { allBytes, temporaryFolders } from '../../../../support/temporary-folder'

const newFolder = temporaryFolders()
const KEY = Buffer.from(Array.from({ length: 32 }, (_, index) => index + 100))

/** Keys that differ from KEY in one bit only. */
const flipped = (byte: number) => {
  const key = Buffer.from(KEY)
  key.writeUInt8(key.readUInt8(byte) ^ 1, byte)
  return key
}

function ledger(key: Buffer | null = KEY) {
  const folder = newFolder()
  const file = join(folder, 'ledger.db')
  const database = openDatabase({ file, key })
  database.run('CREATE TABLE note (words TEXT NOT NULL) STRICT')
  database.run('INSERT INTO note VALUES (?)', ['PLANTED-PLAIN-TEXT'])
  database.close()
  return { folder, file }
}

describe('a database file', () => {
  it('is encrypted, with nothing plain in any file', () => {
    const bytes = allBytes(ledger().folder)
    expect(bytes.includes('PLANTED')).toBe(false)
    expect(bytes.includes('SQLite format 3')).toBe(false)
    expect(allBytes(ledger(null).folder).includes('PLANTED')).toBe(true)
  })

  it.skipIf(process.platform === 'win32')('is readable by this user only', () => {
    expect(statSync(ledger().file).mode & 0o777).toBe(0o600)
  })

  it('opens again with its key, and leaves nothing next to it', () => {
    const { file, folder } = ledger()
    const database = openDatabase({ file, key: KEY })
    const words = Buffer.from('PLANTED-PLAIN-TEXT')
    expect(database.all('SELECT words FROM note')).toEqual([{ words }])
    database.close()
    expect(readdirSync(folder)).toEqual(['ledger.db'])
  })

  it('refuses a key that is not 32 bytes', () => {
    const file = join(newFolder(), 'ledger.db')
    expect(failureOf(() => openDatabase({ file, key: randomBytes(16) }))).toBe('other')
  })
})

describe('not readable, and left as it was', () => {
  // Every byte of the key counts: the engine's own text option would use half of it.
  it.each([0, 15, 16, 31])('with one wrong bit in byte %i of the key', byte => {
    const { file } = ledger()
    const before = readFileSync(file)
    expect(failureOf(() => openDatabase({ file, key: flipped(byte) }))).toBe('not-readable')
    expect(readFileSync(file)).toEqual(before)
    openDatabase({ file, key: KEY }).close()
  })

  it('without the key, and a plain file with one', () => {
    const [encrypted, plain] = [ledger().file, ledger(null).file]
    expect(failureOf(() => openDatabase({ file: encrypted, key: null }))).toBe('not-readable')
    expect(failureOf(() => openDatabase({ file: plain, key: KEY }))).toBe('not-readable')
  })

  it.each([
    ['short junk', Buffer.from('not a database')],
    ['long junk', randomBytes(9_000)],
    ['zeros', Buffer.alloc(8_192)],
  ])('%s', (_name, junk) => {
    const file = join(newFolder(), 'ledger.db')
    writeFileSync(file, junk)
    for (const key of [KEY, null])
      expect(failureOf(() => openDatabase({ file, key }))).toBe('not-readable')
    expect(readFileSync(file)).toEqual(junk)
  })
})

it('in a folder that is not there, or with the name of a folder, cannot be created', () => {
  const file = join(newFolder(), 'missing', 'ledger.db')
  expect(failureOf(() => openDatabase({ file, key: KEY }))).toBe('other')
  expect(failureOf(() => openDatabase({ file: newFolder(), key: KEY }))).toBe('io')
})

/** Files as a crash in the middle of a large transaction leaves them. */
function crashed(key: Buffer | null = KEY) {
  const { folder, file } = ledger(key)
  const engine = openEngine(file, key)
  engine.execute('CREATE TABLE sale (amount INTEGER, filling TEXT)')
  engine.execute(
    `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 500)
     INSERT INTO sale SELECT 1, 'PLANTED' || hex(randomblob(200)) FROM n`,
  )
  engine.execute('PRAGMA cache_size = 5') // so that pages reach the file before COMMIT
  engine.execute('BEGIN IMMEDIATE')
  engine.execute('UPDATE sale SET amount = 2, filling = hex(randomblob(200))')
  const after = join(folder, 'crashed.db')
  for (const end of ['', '-journal']) copyFileSync(file + end, after + end)
  engine.execute('ROLLBACK')
  engine.close()
  return after
}

describe('after a crash in the middle of a transaction', () => {
  const amounts = (file: string) => {
    const database = openDatabase({ file, key: KEY })
    const rows = database.all('SELECT amount, count(*) AS sales FROM sale GROUP BY amount')
    database.close()
    return rows
  }

  it('the journal that is left is encrypted like the ledger; a plain one holds what stood there', () => {
    for (const key of [KEY, null]) {
      const file = crashed(key)
      expect(statSync(`${file}-journal`).size).toBeGreaterThan(10_000)
      for (const end of ['', '-journal'])
        expect(readFileSync(file + end).includes('PLANTED')).toBe(key === null)
    }
  })

  it('the right key rolls it back', () => {
    expect(amounts(crashed())).toEqual([{ amount: 1, sales: 500 }])
  })

  // Without keyFits the engine deletes the journal here, and the half-written sales stay for good.
  it.each([
    ['a wrong key', flipped(31)],
    ['no key', null],
  ])('%s first does not take the way back away', (_name, key) => {
    const file = crashed()
    expect(failureOf(() => openDatabase({ file, key }))).toBe('not-readable')
    expect(existsSync(`${file}-journal`)).toBe(true)
    expect(amounts(file)).toEqual([{ amount: 1, sales: 500 }])
  })
})
