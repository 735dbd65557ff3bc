import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { type Database, openDatabase } from '../../../../../electron/main/store/database'
import { Ledger } from '../../../../../electron/main/store/ledger/ledger'
import { migrateLedger } from '../../../../../electron/main/store/ledger/schema'
import { ledgerKey } from '../../../../support/database'
import { fillLedger } from '../../../../support/filled-ledger'
import { withMethods } from '../../../../support/parts'
import { temporaryFolders } from '../../../../support/temporary-folder'

const newFolder = temporaryFolders()
const open = (file: string) => openDatabase({ file, key: ledgerKey })

/** A database in which the nth thing that a migration does throws, as when the power goes. */
function failingAt(database: Database, nth: number): Database {
  let done = 0
  const counted =
    <Arguments extends unknown[], Value>(work: (...args: Arguments) => Value) =>
    (...args: Arguments): Value => {
      done += 1
      if (done === nth) throw new Error('the power went')
      return work(...args)
    }
  return withMethods(database, {
    run: counted((sql, values) => database.run(sql, values)),
    setUserVersion: counted(version => database.setUserVersion(version)),
  })
}

function fails(work: () => unknown): boolean {
  try {
    work()
    return false
  } catch (error) {
    expect(String(error)).toContain('the power went')
    return true
  }
}

it('is made whole or not at all: an interruption at any statement leaves an empty file', () => {
  for (let nth = 1; ; nth++) {
    const file = join(newFolder(), 'ledger.db')
    const database = open(file)
    if (!fails(() => migrateLedger(failingAt(database, nth)))) {
      expect(nth).toBeGreaterThan(25)
      database.close()
      return
    }
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
}, 60_000)
