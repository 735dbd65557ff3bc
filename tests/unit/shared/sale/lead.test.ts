import { describe, expect, it } from 'vitest'
import type { Payment } from '../../../../shared/payment/payment'
import { applyEvent, beginPayment } from '../../../../shared/payment/reducer'
import { leadOf, leadsOf } from '../../../../shared/sale/lead'
import {
  failedOutcome,
  type LaterEvent,
  recorded,
  samples,
} from '../../../support/payments/payments'

const accepted = [samples['attempt-started'], samples.accepted]

function payment(id: string, ...events: LaterEvent[]): Payment {
  return events.reduce(applyEvent, beginPayment(id, recorded({ sale: '1' })))
}

const cash = (id: string) => beginPayment(id, recorded({ channel: 'cash', sale: '1' }))
const givenBack = (id: string) => {
  const { value } = recorded().amount
  return applyEvent(cash(id), { ...samples['given-back'], value, worth: value })
}
const failed = (id: string) => payment(id, ...accepted, failedOutcome)
const paid = (id: string) => payment(id, ...accepted, samples.settled)
const expired = (id: string) => payment(id, ...accepted, samples.expired)
const waiting = (id: string) => payment(id, ...accepted)

describe('the payment that stands for a sale', () => {
  it.each<[string, readonly Payment[], string]>([
    ['the only one', [failed('1')], '1'],
    ['of two that failed the newer', [failed('1'), failed('2')], '2'],
    ['what brought the money, before a newer one that failed', [paid('1'), failed('2')], '1'],
    ['what the service confirmed, before cash', [paid('1'), cash('2')], '1'],
    ['cash, before what failed', [cash('1'), failed('2')], '1'],
    ['what was given back, before what failed', [givenBack('1'), failed('2')], '1'],
    ['what the customer is asked for, before a part that is paid', [cash('1'), waiting('2')], '2'],
    [
      'what was taken in cash, before the push that it was taken for',
      [payment('1', ...accepted, samples['stopped-waiting']), cash('2')],
      '2',
    ],
    ['what a person has to resolve, before all', [expired('1'), waiting('2')], '1'],
  ])('is %s', (_, payments, lead) => {
    expect(leadOf(payments)?.id).toBe(lead)
    expect(leadOf(payments.toReversed())?.id).toBe(lead)
  })

  it('is one a sale', () => {
    const other = { ...paid('3'), sale: '3' }
    expect(leadsOf([failed('1'), other, paid('2')]).map(({ id }) => id)).toEqual(['2', '3'])
    expect(leadsOf([])).toEqual([])
  })
})
