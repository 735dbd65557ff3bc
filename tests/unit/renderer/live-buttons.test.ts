import { describe, expect, it } from 'vitest'
import { paymentScreenOf } from '../../../renderer/sale-status/presenter'
import type { Moment } from '../../../renderer/sale-status/screen-content'
import type { Payment } from '../../../shared/payment/payment'
import { cameFor } from '../../../shared/payment/payment-money'
import { calm, events, onceAccepted, paymentAfter, refusedRepeat } from './a-payment'

const { cashTaken, expired: expiredNow, failed, held: heldNow, lost, mismatched, paid } = events
const { alsoPaid, providerDisagreed, reversed, started, unrecognised } = events

/** The first button; the others next to it; those that are kept apart. */
function buttons(payment: Payment, more: Partial<Moment> = {}) {
  const sale = { ...calm.sale, rest: payment.amount.value - cameFor(payment) }
  const { primary, others, apart } = paymentScreenOf(payment, { ...calm, sale, ...more })
  return [[primary], others, apart]
}
const everyButton = (payment: Payment, more: Partial<Moment> = {}) => buttons(payment, more).flat()

const held = paymentAfter(heldNow)
const unknown = paymentAfter(started, lost)
const pending = onceAccepted()
const expired = onceAccepted(expiredNow)
const odd = onceAccepted(paid, providerDisagreed)
const took = onceAccepted(failed, { ...providerDisagreed, providerStatus: 'COMPLETED' })
const inCash = onceAccepted(cashTaken)
const overdue = { overdue: true }
const elsewhere = { elsewhere: true }
const gone = { promptGone: true }
const old = { freshness: 'too-old' } as const

describe('the buttons of a payment', () => {
  it.each<[string, Payment, Partial<Moment>, string]>([
    ['to send what was held', held, {}, 'send-now'],
    ['to try an unknown one again', unknown, {}, 'try-again'],
    ['to hand over what is paid', onceAccepted(paid), {}, 'hand-over'],
    ['to charge again what failed', onceAccepted(failed), {}, 'chargeAgain'],
    ['to ask the service where it is unclear', expired, {}, 'check-now'],
    ['a manager after an unknown word', onceAccepted(unrecognised), {}, 'resolve'],
    ['a manager after another amount', onceAccepted(paid, mismatched), {}, 'resolve'],
    ['a manager after a contradiction', onceAccepted(paid, reversed), {}, 'resolve'],
    ['to give back what was paid by two sales', onceAccepted(paid, alsoPaid), {}, 'give-back'],
    ['to hand over what was paid late', onceAccepted(expiredNow, paid), {}, 'hand-over'],
    ['to resolve what is over in another account', expired, elsewhere, 'resolve'],
    ['to resolve what is overdue, its prompt gone', pending, { ...gone, ...overdue }, 'resolve'],
    ['to resolve what failed and the provider calls paid', took, {}, 'resolve'],
  ])('put first what the cashier should do: %s', (_what, payment, moment, primary) => {
    expect(buttons(payment, moment)[0]).toEqual([primary])
  })

  it('resolve what is overdue; another account’s payment is not asked about', () => {
    expect(buttons(pending, overdue)).toEqual([['resolve'], ['check-now', 'newSale'], []])
    const theirs = { ...overdue, ...elsewhere }
    expect(buttons(pending, theirs)).toEqual([['resolve'], ['newSale'], []])
  })

  it('charge again what has expired only next to asking the service', () => {
    expect(buttons(expired)[1]).toContain('chargeAgain')
  })

  it('show taking back plainly, and keep apart what gives up', () => {
    expect(buttons(paymentAfter())[1]).toEqual(['withdraw'])
    expect(buttons(held)[1]).toContain('withdraw')
    expect(buttons(unknown)[2]).toEqual(['stop'])
    expect(buttons(pending)[2]).toEqual(['stop-waiting', 'take-cash'])
  })

  it('never charge a customer again who has paid in cash', () => {
    const all = ['newSale', 'check-now', 'give-back']
    expect(everyButton(inCash)).toEqual(all)
    expect(everyButton(onceAccepted(cashTaken, expiredNow))).toEqual(all)
  })

  it('offer no sending of what is too old, only to charge again', () => {
    expect(buttons(held, old)).toEqual([['chargeAgain'], ['withdraw', 'newSale'], []])
  })

  it('ask the service first once the prompt is gone, and offer to send it again', () => {
    expect(buttons(pending, gone)).toEqual([
      ['check-now'],
      ['send-again', 'newSale'],
      ['stop-waiting', 'take-cash'],
    ])
  })

  it('lead to a manager where the service refused the repeat', () => {
    expect(buttons(refusedRepeat)).toEqual([['resolve'], ['try-again', 'newSale'], ['stop']])
  })

  it('hand over what is paid against the provider’s own word, and let a manager resolve it', () => {
    expect(buttons(odd)).toEqual([
      ['hand-over'],
      ['check-now', 'resolve', 'newSale'],
      ['give-back'],
    ])
  })

  it.each<[string, string, Payment, Partial<Moment>?]>([
    ['charging again after cash and a failure', 'chargeAgain', onceAccepted(cashTaken, failed)],
    ['charging again what is held', 'chargeAgain', held],
    ['charging again what the provider calls paid', 'chargeAgain', took],
    ['trying again what is too old', 'try-again', unknown, old],
    ['sending a prompt again that is there', 'send-again', pending],
    ['sending another account’s again', 'send-again', pending, { ...gone, ...elsewhere }],
  ])('never offer %s', (_what, button, payment, moment) => {
    expect(everyButton(payment, moment)).not.toContain(button)
  })

  it('offer neither cash, retry nor read with the keys of another account', () => {
    for (const payment of [unknown, pending, expired]) {
      const theirs = everyButton(payment, elsewhere)
      expect(theirs).not.toEqual(everyButton(payment))
      for (const button of ['take-cash', 'try-again', 'check-now'])
        expect(theirs).not.toContain(button)
    }
    expect(everyButton(unknown, elsewhere)).toContain('stop')
  })
})
