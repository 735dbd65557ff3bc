import { randomUUID } from 'node:crypto'
import { createInterface } from 'node:readline'
import { systemClock } from '../../electron/main/platform/clock'
import { systemRandom } from '../../electron/main/platform/random'
import { type LedgerOpening, openLedger } from '../../electron/main/store/ledger/open-ledger'
import { Reopening } from '../../electron/main/store/recovery/reopening'
import { recorded, samples } from '../../tests/support/payments/payments'

/*
 * A till's ledger whose disk is made to fail while it writes one thing, and that is then opened again in
 * the same process, as the till does. It prints what it found, as one line of JSON.
 *
 *   tsx ledger-victim.ts FILE payment|step
 */
const [file = '', what = 'payment'] = process.argv.slice(2)
const key = Buffer.alloc(32, 7)
const lines = createInterface({ input: process.stdin })[Symbol.asyncIterator]()
const recoverer = new Reopening(systemClock, () => undefined)

const first = open()
const payment = first.ledger.record(...newSale())
first.ledger.append(payment.id, samples['attempt-started'])
const fresh = newSale()
print('armed')
await lines.next()

const threw = attempt()
print(threw ? 'threw' : 'committed')
await lines.next()

first.close()
const again = open()
recoverer.opened('sandbox', again.ledger)
const written = again.ledger.find(what === 'payment' ? fresh[0] : payment.id)
const [readBack] = recoverer.view('sandbox').readBack ?? []
again.ledger.record(...newSale()) // throws where the old handle still holds the file
print(JSON.stringify({ readBack: readBack?.recorded ?? null, phase: written?.phase ?? null }))
again.close()
process.exit(0)

function attempt(): boolean {
  try {
    if (what === 'payment') first.ledger.record(...fresh)
    else first.ledger.append(payment.id, samples.accepted)
    return false
  } catch (error) {
    recoverer.stopped('sandbox', error)
    return true
  }
}

function open(): Extract<LedgerOpening, { ok: true }> {
  const opening = openLedger({ file, key })
  if (!opening.ok) throw new Error(`${opening.reason}: ${opening.detail}`)
  return opening
}

function newSale() {
  const at = systemClock.wall()
  return [
    systemRandom.paymentId(at),
    recorded({ at, draftId: randomUUID() }),
    { body: '{}' },
  ] as const
}

function print(words: string): void {
  process.stdout.write(`${words}\n`)
}
