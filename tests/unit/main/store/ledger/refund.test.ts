import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { systemRandom } from '../../../../../electron/main/platform/random'
import { type Database, openDatabase } from '../../../../../electron/main/store/database'
import { historyChange } from '../../../../../electron/main/store/ledger/hash-chain/history-check'
import type { Ledger } from '../../../../../electron/main/store/ledger/ledger'
import { readPacked } from '../../../../../electron/main/store/ledger/rows/codec'
import { presentKey } from '../../../../../electron/main/store/ledger/rows/sale-key'
import { examine } from '../../../../../electron/main/store/recovery/salvage/salvage'
import { morning } from '../../../../support/payments/clock'
import { ledgerIn, ledgerKey } from '../../../../support/payments/ledger'
import { eventsTo, recorded, samples } from '../../../../support/payments/sales'
import { temporaryFolders } from '../../../../support/temporary-folder'

const newFolder = temporaryFolders()

function paidSale(ledger: Ledger): string {
  const id = systemRandom.saleId(morning)
  ledger.record(id, recorded(), { body: '{}' })
  return ledger.append(id, ...eventsTo('settled')).id
}

/** A ledger with one paid sale that was refunded. */
function refundedLedger() {
  const { ledger, file } = ledgerIn(newFolder())
  const id = paidSale(ledger)
  ledger.append(id, samples.refunded)
  return { file, id }
}

const run = (sql: string) => (database: Database) => void database.run(sql)

function changeReason(database: Database): void {
  const [row] = database.all('SELECT state FROM sale')
  const state = readPacked(row?.state).replace('"wrong size"', '"kept it"')
  database.run('UPDATE sale SET state = ?', [Buffer.from(state)])
}

describe('a refund in the ledger', () => {
  it('is in the file that a damaged ledger is saved to', () => {
    const { file } = refundedLedger()
    const exportFile = `${file}.csv`
    examine({ file, key: ledgerKey.toString('hex'), exportFile })
    const [head = '', row = ''] = readFileSync(exportFile, 'utf8').split('\r\n')
    const at = head.split(',').indexOf('refund')
    expect(row.split(',').slice(at, at + 3)).toEqual([
      'cash',
      expect.stringMatching(/^2026-01-05T.*Z$/),
      'wrong size',
    ])
  })

  it.each([
    ['changed in the sale’s row', changeReason],
    ['taken out of the day', run("DELETE FROM taking WHERE CAST(kind AS TEXT) = 'refund'")],
    ['smaller in the day', run("UPDATE taking SET amount = 1 WHERE CAST(kind AS TEXT) = 'refund'")],
  ])('that is %s is noticed', (_name, tampering) => {
    const { file, id } = refundedLedger()
    const database = openDatabase({ file, key: ledgerKey })
    expect(historyChange(database, presentKey(database, id), id)).toBeNull()
    tampering(database)
    expect(historyChange(database, presentKey(database, id), id)).toMatchObject({
      kind: 'row',
      saleId: id,
    })
    database.close()
  })

  it('that no person recorded is noticed in the day', () => {
    const { ledger, file } = ledgerIn(newFolder())
    const id = paidSale(ledger)
    const database = openDatabase({ file, key: ledgerKey })
    database.run(
      `INSERT INTO taking SELECT period, 'refund', sale, counts, earlier, amount, currency,
       quarter, facts FROM taking`,
    )
    expect(historyChange(database, presentKey(database, id), id)).toMatchObject({
      kind: 'row',
      saleId: id,
    })
    database.close()
  })
})
