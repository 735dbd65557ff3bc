import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { openDatabase } from '../../../../../electron/main/store/database'
import { Ledger } from '../../../../../electron/main/store/ledger/ledger'
import { migrateLedger } from '../../../../../electron/main/store/ledger/schema'
import { failingAt, ledgerKey } from '../../../../support/database'
import { fillLedger } from '../../../../support/filled-ledger'
import { temporaryFolders } from '../../../../support/temporary-folder'

const newFolder = temporaryFolders()
const open = (file: string) => openDatabase({ file, key: ledgerKey })

it('is made whole or not at all: an interruption at any statement leaves an empty file', () => {
  let isMade = false
  let nth = 0
  while (!isMade) {
    nth += 1
    const file = join(newFolder(), 'ledger.db')
    const database = open(file)
    try {
      migrateLedger(failingAt(database, nth))
      isMade = true
    } catch (error) {
      expect(String(error)).toContain('disk I/O error')
      const copy = `${file}.copy`
      cpSync(file, copy)
      for (const each of [database, open(copy)]) {
        expect(each.userVersion()).toBe(0)
        expect(each.all('SELECT name FROM sqlite_schema')).toEqual([])
        each.close()
      }
      const again = open(file)
      expect(migrateLedger(again)).toBe('ready')
      expect(fillLedger(new Ledger(again), 1)).toHaveLength(1)
      again.close()
    }
  }
  expect(nth).toBeGreaterThan(25)
}, 60_000)
