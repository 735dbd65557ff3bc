import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { systemRandom } from '../../../../electron/main/platform/random'
import { openDatabase } from '../../../../electron/main/store/database'
import { LedgerWriteFailed } from '../../../../electron/main/store/ledger/errors'
import { Ledger } from '../../../../electron/main/store/ledger/ledger'
import type { PaymentEvent } from '../../../../shared/payment/event'
import type { Payment } from '../../../../shared/payment/payment'
import { failingAt } from '../../../support/database'
import { morning } from '../../../support/payments/clock'
import { engineOn, openEngine } from '../../../support/payments/engine'
import { ledgerKey } from '../../../support/payments/ledger'
import { eventsTo, recorded, samples, unrecognised } from '../../../support/payments/payments'

function unclearPayment(ledger: Ledger, at: number, ...events: PaymentEvent[]): string {
  const id = systemRandom.paymentId(morning + at)
  ledger.record(id, recorded({ draftId: randomUUID() }), { body: '{}' })
  ledger.append(id, ...eventsTo('pending'), ...events)
  return id
}

/** Three payments that were settled with one word without a meaning. */
function unclearPayments(ledger: Ledger): string[] {
  return [1, 2, 3].map(at => unclearPayment(ledger, at, unrecognised))
}

/** A counter on a ledger with these payments, whose nth write fails from now on. */
function openFailingAt(nth: number) {
  const { file, ledger, close, client, clock } = openEngine()
  const ids = unclearPayments(ledger)
  close()
  const database = openDatabase({ file, key: ledgerKey })
  const announced: Payment[] = []
  const failing = new Ledger(failingAt(database, nth))
  failing.onCommit(payment => announced.push(payment), expect.fail)
  const { engine } = engineOn({ ledger: failing, client, clock })
  const outcomes = () => ids.map(id => failing.find(id)?.outcome)
  return { engine, ids, announced, outcomes, close: () => database.close() }
}

describe('what a word means (money rule 5)', () => {
  it('says nothing of another word, nor of a payment whose amount is another one', () => {
    const { engine, ledger } = openEngine()
    const asked = unclearPayment(ledger, 1, unrecognised)
    const others = [
      unclearPayment(ledger, 2, { ...unrecognised, status: 'verifying' }),
      unclearPayment(ledger, 3, samples['answer-mismatched'], unrecognised),
    ]
    expect(engine.actions.classifyStatus(asked, 'paid')).toMatchObject({
      value: { outcome: 'paid' },
    })
    for (const id of others) expect(ledger.find(id)?.outcome).toBe('unrecognised')
  })
})

describe('what a word means, on a disk that fails (money rule 5)', () => {
  it('is written for all payments with that word or for none, whichever write fails', () => {
    let written = false
    let nth = 0
    while (!written) {
      nth += 1
      const { engine, ids, announced, outcomes, close } = openFailingAt(nth)
      try {
        expect(engine.actions.classifyStatus(ids[1] ?? '', 'paid').ok).toBe(true)
        expect(outcomes()).toEqual(['paid', 'paid', 'paid'])
        expect(announced.map(({ id }) => id)).toEqual([ids[1], ids[0], ids[2]])
        written = true
      } catch (error) {
        if (!(error instanceof LedgerWriteFailed)) throw error
        expect(outcomes(), `write ${nth}`).toEqual(Array(3).fill('unrecognised'))
        const events = [{ type: 'status-classified' }]
        expect(error).toMatchObject({ payment: { id: ids[1] }, events })
        expect(announced).toEqual([])
      }
      close()
    }
    // An event, its link and its row for each of them, at the least.
    expect(nth).toBeGreaterThan(9)
  })
})
