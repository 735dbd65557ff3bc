import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { systemRandom } from '../../../../../electron/main/platform/random'
import { morning } from '../../../../support/payments/clock'
import { ledgerIn } from '../../../../support/payments/ledger'
import { recorded } from '../../../../support/payments/payments'
import { testFolder } from '../../../../support/temporary-folder'

const pageSize = 4_096
const payments = 150
/** Before them each table and index still grows to its first few pages. */
const first = 50
/** On average: a page that is full adds one. */
const mostPages = 15.5

/** A page that is written has other bytes, since it is encrypted with a new nonce. */
function pagesWritten(before: Buffer, after: Buffer): number {
  const pages = Array.from({ length: after.length / pageSize }, (_, n) => n * pageSize)
  const at = (file: Buffer, start: number) => file.subarray(start, start + pageSize)
  return pages.filter(start => !at(before, start).equals(at(after, start))).length
}

it('a recorded payment writes 15 pages of the file, as docs/evidence/budgets.md says', () => {
  const { ledger, file } = ledgerIn(testFolder())
  let written = 0
  for (let n = 0; n < payments; n += 1) {
    const before = readFileSync(file)
    const event = recorded({ at: morning + n, draftId: randomUUID() })
    ledger.record(systemRandom.paymentId(morning + n), event, { body: '{"payment_type":"mobile"}' })
    if (n >= first) written += pagesWritten(before, readFileSync(file))
  }
  expect(written / (payments - first)).toBeLessThan(mostPages)
})
