import { join } from 'node:path'
import { expect, it } from 'vitest'
import { closeDay } from '../../../../../support/day-sales'
import { writeLedgerVersion1 } from '../../../../../support/ledger-version-1'
import { morning } from '../../../../../support/payments/clock'
import { ledgerIn } from '../../../../../support/payments/ledger'
import { samples } from '../../../../../support/payments/sales'
import { temporaryFolders } from '../../../../../support/temporary-folder'

const newFolder = temporaryFolders()

it('takes everything of an older ledger into the first period', () => {
  const folder = newFolder()
  const [paid, expired = '', pending] = writeLedgerVersion1(join(folder, 'ledger.db'))
  const { ledger } = ledgerIn(folder)
  const report = ledger.day.report(morning)
  expect(report).toMatchObject({ period: 1, since: null, earlier: [] })
  expect(report.open.map(({ saleId }) => saleId)).toEqual([pending, expired])
  expect(report.currencies[0]?.blocks).toMatchObject({
    confirmed: { sales: 1, amount: 1_500 },
    unknown: { sales: 2 },
  })
  closeDay(ledger)
  expect(ledger.day.lines(1)[0]).toMatchObject({ saleId: paid, block: 'confirmed' })
  ledger.append(expired, samples.settled)
  expect(ledger.day.report(morning).earlier).toMatchObject([{ saleId: expired, period: 1 }])
})
