import { describe, expect, it } from 'vitest'
import { systemRandom } from '../../../../../../electron/main/platform/random'
import {
  boundHistory,
  longHistory,
} from '../../../../../../electron/main/store/ledger/events/history-bound'
import type { PaymentEvent } from '../../../../../../shared/payment/event'
import { ledgerIn } from '../../../../../support/payments/ledger'
import {
  eventsTo,
  type LaterEvent,
  recorded,
  samples,
} from '../../../../../support/payments/payments'
import { temporaryFolders } from '../../../../../support/temporary-folder'

const newFolder = temporaryFolders()
const read = { ...samples['status-read'], by: 'person' } as const
const contradicted = (status: string): LaterEvent => ({ ...samples.contradicted, status })

function paymentIn(phase: Parameters<typeof eventsTo>[0]) {
  const { ledger } = ledgerIn(newFolder())
  const { id } = ledger.record(systemRandom.paymentId(0), recorded(), { body: '{}' })
  ledger.append(id, ...eventsTo(phase))
  return { ledger, id }
}

describe('a payment’s history', () => {
  it('does not grow with contradictions that flap', () => {
    const { ledger, id } = paymentIn('settled')
    for (let n = 0; n < longHistory + 20; n++) {
      const status = n % 2 === 0 ? 'failed' : 'reversed'
      ledger.append(id, { ...read, status }, contradicted(status))
    }
    expect(ledger.history(id).length).toBeLessThanOrEqual(longHistory + 1)
  })

  it('takes what happens to the money however long it is', () => {
    const { ledger, id } = paymentIn('pending')
    for (let n = 0; n < longHistory + 20; n++) ledger.append(id, { ...read, status: 'pending' })
    // Reads by hand that say nothing new are left out.
    expect(ledger.history(id)).toHaveLength(longHistory)
    ledger.append(id, samples['answer-mismatched'])
    ledger.append(id, samples['stopped-waiting'], samples.expired)
    const paid = ledger.append(id, read, { ...samples.settled, outcome: 'unrecognised' })
    expect(paid.outcome).toBe('unrecognised')
    ledger.append(id, read, contradicted('reversed'))
    const last = ledger.history(id).slice(-5)
    const types = ['expired', 'status-read', 'settled', 'status-read', 'contradicted']
    expect(last.map(({ type }) => type)).toEqual(types)
  })
})

describe('the bound', () => {
  const filled = (length: number, event: PaymentEvent): PaymentEvent[] =>
    Array.from({ length }, () => event)

  it('lets a short history take everything', () => {
    expect(boundHistory(filled(longHistory - 1, read), [read])).toEqual([read])
  })

  it('keeps a read with what followed from it, and drops one that comes alone', () => {
    const long = filled(longHistory, read)
    expect(boundHistory(long, [read])).toEqual([])
    expect(boundHistory(long, [read, samples.settled])).toEqual([read, samples.settled])
  })

  it('takes a word that contradicts for the first time, but not a thousand of them', () => {
    const word = contradicted('a new word')
    expect(boundHistory(filled(longHistory, read), [word])).toEqual([word])
    expect(boundHistory(filled(1_000, read), [word])).toEqual([])
  })

  it('takes a word again once it means paid', () => {
    const said = { ...samples.contradicted, status: 'ok', meaning: 'unrecognised' } as const
    const long = [...filled(longHistory, read), said]
    expect(boundHistory(long, [said])).toEqual([])
    const isPaid = { ...said, meaning: 'paid' } as const
    expect(boundHistory(long, [isPaid])).toEqual([isPaid])
  })

  it('takes a provider’s word against the result once, and not a thousand of them', () => {
    const word = { ...samples['provider-disagreed'], providerStatus: 'a new word' }
    const long = filled(longHistory, read)
    expect(boundHistory(long, [read, word])).toEqual([read, word])
    expect(boundHistory([...long, word], [read, word])).toEqual([])
    expect(boundHistory(filled(1_000, read), [word])).toEqual([])
  })

  it('takes what makes a payment pending again, but not a thousand times: a manager still can', () => {
    const { reopened } = samples
    const inProgress = { ...samples['status-classified'], meaning: 'pending' } as const
    expect(boundHistory(filled(999, read), [read, reopened])).toEqual([read, reopened])
    expect(boundHistory(filled(1_000, read), [read, reopened])).toEqual([])
    expect(boundHistory(filled(1_000, read), [inProgress])).toEqual([inProgress])
  })

  const bounded = ['status-read', 'contradicted', 'provider-disagreed', 'reopened']
  it.each(Object.values(samples).filter(({ type }) => !bounded.includes(type)))(
    'never drops $type',
    event => {
      expect(boundHistory(filled(5_000, read), [event])).toEqual([event])
    },
  )
})
