import { copyFileSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { type Database, openDatabase } from '../../../../../electron/main/store/database'
import { temporaryFolders } from '../../../../support/temporary-folder'

const newFolder = temporaryFolders()
const planted = 'Zawadi Mwakyembe'

/** What lies on the disk when the power goes in the middle of a transaction: file and journal. */
function powerCut(key: Buffer | null): { file: Buffer; journal: Buffer } {
  const folder = newFolder()
  const file = join(folder, 'ledger.db')
  const database = openDatabase({ file, key })
  database.run('CREATE TABLE sale (id INTEGER PRIMARY KEY, name TEXT) STRICT')
  fill(database)
  const copy = join(folder, 'copy')
  database.transaction(() => {
    database.run('UPDATE sale SET name = ?', ['nobody'])
    for (const end of ['', '-journal']) copyFileSync(file + end, copy + end)
  })
  database.close()
  return { file: readFileSync(copy), journal: readFileSync(`${copy}-journal`) }
}

function fill(database: Database): void {
  database.transaction(() => {
    for (let n = 0; n < 2_000; n++)
      database.run('INSERT INTO sale (name) VALUES (?)', [`${planted} ${n}`])
  })
}

it('a journal that a power cut leaves is encrypted like the ledger', () => {
  const { file, journal } = powerCut(Buffer.alloc(32, 5))
  expect(journal.length).toBeGreaterThan(10_000)
  for (const bytes of [file, journal]) expect(bytes.includes(planted)).toBe(false)
})

it('a plain one holds what stood there before', () => {
  const { file, journal } = powerCut(null)
  for (const bytes of [file, journal]) expect(bytes.includes(planted)).toBe(true)
})
