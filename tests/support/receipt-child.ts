import { randomUUID } from 'node:crypto'
import { systemRandom } from '../../electron/main/platform/random'
import { ReceiptRecord } from '../../electron/main/sales/receipt-record'
import { openLedger } from '../../electron/main/store/ledger/open-ledger'
import { ledgerKey } from './database'
import { eventsTo, recorded } from './payments/payments'

/** Makes receipts of new sales until it is killed; each number is printed once it is committed. */
const opening = openLedger({ file: process.argv[2] ?? '', key: ledgerKey })
if (!opening.ok) throw new Error(opening.reason)
const { ledger } = opening
const receipts = new ReceiptRecord({
  ledger,
  clock: { wall: () => Date.now() },
  person: () => null,
})
for (;;) {
  const id = systemRandom.paymentId(Date.now())
  ledger.record(id, recorded({ draftId: randomUUID() }), { body: '{}' })
  ledger.append(id, ...eventsTo('settled'))
  const made = receipts.begin(id, { to: 'printer', automatic: false })
  if (!made.ok) throw new Error(made.message)
  process.stdout.write(`${made.value.sale.number}\n`)
}
