import { readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Database } from '../../../../../electron/main/store/database'
import { historyChange } from '../../../../../electron/main/store/ledger/hash-chain/history-check'
import { readPacked } from '../../../../../electron/main/store/ledger/rows/codec'
import { presentKey } from '../../../../../electron/main/store/ledger/rows/payment-key'
import { examine } from '../../../../../electron/main/store/recovery/salvage/salvage'
import { dropTriggers, inDatabase } from '../../../../support/database'
import { take } from '../../../../support/day-payments'
import { ledgerIn, ledgerKey } from '../../../../support/payments/ledger'
import { samples } from '../../../../support/payments/payments'
import { temporaryFolders } from '../../../../support/temporary-folder'

const newFolder = temporaryFolders()

/** A ledger with one paid payment, and what is found in its history after this was done to the file. */
function paidLedger() {
  const { ledger, file } = ledgerIn(newFolder())
  const { id } = take(ledger, 'paid')
  const changeAfter = (work: (database: Database) => void) =>
    inDatabase(file, database => {
      dropTriggers(database)
      work(database)
      return historyChange(database, presentKey(database, id), id)
    })
  return { ledger, file, id, changeAfter }
}

/** The same, and the payment was refunded. */
function refundedLedger() {
  const opened = paidLedger()
  opened.ledger.append(opened.id, samples['given-back'])
  return opened
}

const run = (sql: string) => (database: Database) => void database.run(sql)

function changeReason(database: Database): void {
  const [row] = database.all('SELECT state FROM payment')
  const state = readPacked(row?.state).replace('"wrong size"', '"kept it"')
  database.run('UPDATE payment SET state = ?', [Buffer.from(state)])
}

describe('a refund in the ledger', () => {
  it('is in the file that a damaged ledger is saved to', () => {
    const { file } = refundedLedger()
    const exportTo = { folder: dirname(file), name: 'export' }
    const exported = examine({ file, key: ledgerKey.toString('hex'), exportTo })
    const [head = '', row = ''] = readFileSync(exported.file ?? '', 'utf8').split('\r\n')
    const at = head.split(',').indexOf('givenBack')
    expect(row.split(',').slice(at, at + 4)).toEqual([
      '15000',
      "'cash",
      expect.stringMatching(/^2026-01-05T.*Z$/),
      "'wrong size",
    ])
  })

  it.each([
    ['changed in the payment’s row', changeReason],
    ['taken out of the day', run("DELETE FROM entry WHERE direction = 'out'")],
    ['smaller in the day', run("UPDATE entry SET value = 1 WHERE direction = 'out'")],
  ])('that is %s is noticed', (_name, tampering) => {
    const { id, changeAfter } = refundedLedger()
    expect(changeAfter(() => undefined)).toBeNull()
    expect(changeAfter(tampering)).toMatchObject({ kind: 'row', paymentId: id })
  })

  it('that no person recorded is noticed in the day', () => {
    const { id, changeAfter } = paidLedger()
    const added = run(
      `INSERT INTO entry SELECT number + 1, period, payment, at, person, person_name, channel, 'out',
       'cash', currency, value, NULL, NULL, 'too-much', NULL, NULL FROM entry`,
    )
    expect(changeAfter(added)).toMatchObject({ kind: 'row', paymentId: id })
  })
})
