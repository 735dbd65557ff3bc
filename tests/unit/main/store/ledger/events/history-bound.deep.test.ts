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
  unrecognised,
} from '../../../../../support/payments/sales'
import { temporaryFolders } from '../../../../../support/temporary-folder'

const newFolder = temporaryFolders()
const read = { ...samples['status-read'], by: 'person' } as const
const contradicted = (status: string): LaterEvent => ({ ...samples.contradicted, status })

function saleIn(phase: Parameters<typeof eventsTo>[0]) {
  const { ledger } = ledgerIn(newFolder())
  const { id } = ledger.record(systemRandom.saleId(0), recorded(), { body: '{}' })
  ledger.append(id, ...eventsTo(phase))
  return { ledger, id }
}

const repeat = (times: number, work: (index: number) => void) =>
  Array.from({ length: times }, (_, index) => work(index))

describe('a sale’s history', () => {
  it('does not grow with reads by hand that say nothing new', () => {
    const { ledger, id } = saleIn('pending')
    repeat(longHistory + 20, () => ledger.append(id, { ...read, status: 'pending' }))
    expect(ledger.history(id)).toHaveLength(longHistory)
  })

  it('does not grow with contradictions that flap', () => {
    const { ledger, id } = saleIn('settled')
    repeat(longHistory + 20, index => {
      const status = index % 2 === 0 ? 'failed' : 'reversed'
      ledger.append(id, { ...read, status }, contradicted(status))
    })
    expect(ledger.history(id).length).toBeLessThanOrEqual(longHistory + 1)
  })

  it('does not grow without end with a service that says now one word, now pending', () => {
    const { ledger, id } = saleIn('pending')
    const flap = () => {
      ledger.append(id, { ...read, status: 'verifying' }, unrecognised)
      ledger.append(id, { ...read, status: 'pending' }, samples.reopened)
    }
    while (ledger.find(id)?.phase === 'pending') flap()
    expect(ledger.history(id).length).toBeLessThan(1_010)
    // It stays with the manager, and what settles it is taken.
    expect(ledger.find(id)).toMatchObject({ phase: 'settled', outcome: 'unrecognised' })
    expect(ledger.append(id, read, samples.settled)).toMatchObject({ outcome: 'paid' })
  })

  it('takes what happens to the money however long it is', () => {
    const { ledger, id } = saleIn('pending')
    repeat(longHistory + 20, () => ledger.append(id, { ...read, status: 'pending' }))
    ledger.append(id, samples['answer-mismatched'])
    ledger.append(id, samples['stopped-waiting'], samples.expired)
    const paid = ledger.append(id, read, { ...samples.settled, outcome: 'unrecognised' })
    expect(paid.outcome).toBe('unrecognised')
    ledger.append(id, read, contradicted('reversed'))
    expect(
      ledger
        .history(id)
        .slice(-5)
        .map(event => event.type),
    ).toEqual([...['expired', 'status-read', 'settled', 'status-read', 'contradicted']])
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

  it('takes a provider’s word against the result once, and not a thousand of them', () => {
    const word = { ...samples['provider-disagreed'], providerStatus: 'a new word' }
    const long = filled(longHistory, read)
    expect(boundHistory(long, [read, word])).toEqual([read, word])
    expect(boundHistory([...long, word], [read, word])).toEqual([])
    expect(boundHistory(filled(1_000, read), [word])).toEqual([])
  })

  it('takes what makes a sale pending again, but not a thousand times: a manager still can', () => {
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
