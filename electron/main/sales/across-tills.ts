import type { Acted } from '../../../shared/ipc/calls/payments'
import { failure, type Result } from '../../../shared/ipc/result'
import type { Draft } from '../../../shared/payment/draft'
import type { Payment } from '../../../shared/payment/payment'
import { type PaymentStatus, statusOf } from '../../../shared/payment/status'
import type { Person } from '../../../shared/person'
import { readPhoneNumber } from '../../../shared/phone'
import type { OthersAsked } from '../../../shared/shop-meeting'
import type { EngineSettings } from '../payments/engine-settings'
import type { PaymentActions } from '../payments/payment-actions'
import { longestCall } from '../service'
import type { Ledger } from '../store/ledger/ledger'
import { lastOfPhone } from './charging'
import type { ClaimAnswer, LeasedPhone, OtherTills } from './other-tills'

/** An answer that may wait for other tills. */
export type MaybeAsync<Value> = Result<Value> | Promise<Result<Value>>

/** In these no prompt can be on a phone any more. Of others this is not certain: their lease runs out by itself. */
const overStatuses: readonly PaymentStatus[] = ['paid', 'failed', 'refused', 'withdrawn']

/**
 * Money rules 10 and 11 across the tills of a shop: the other tills are asked before a press may ring on a phone or
 * give goods away. A till that cannot ask them goes on, and says so. Each method takes the press itself: what this
 * till does where the others have nothing against it.
 */
export class AcrossTills {
  constructor(
    private readonly deps: {
      /** Null for a till that can be in no shop of many tills: its presses are answered at once. */
      others: OtherTills | null
      actions: Pick<PaymentActions, 'allows'>
      ledger: Pick<Ledger, 'find' | 'ofPhone' | 'onCommit' | 'sales'>
      settings: () => Pick<EngineSettings, 'country' | 'limits' | 'promptLifetimeMs'>
      fault: (error: unknown) => void
    },
  ) {
    const { others, ledger, fault } = deps
    if (others === null) return
    ledger.onCommit((payment, before) => {
      const wasOver = before !== null && isPromptOver(before)
      if (isPromptOver(payment) && !wasOver) others.release(payment)
    }, fault)
  }

  /** A press that sends a new push. */
  push({ channel, phone, draftId }: Draft, press: () => MaybeAsync<Payment>): MaybeAsync<Payment> {
    // Where its number cannot be read the request itself says so.
    const { others, settings } = this.deps
    const isAsked = others !== null && channel === 'mobile'
    const msisdn = isAsked && readPhoneNumber(phone, settings().country)?.msisdn
    if (!msisdn) return press()
    return this.leased({ msisdn, draftId }, press, () => this.hasEarlier(msisdn))
  }

  /** A press that sends a recorded payment's push, or another one after it: then `draftId` is given. */
  pushAgain(
    paymentId: string,
    press: () => MaybeAsync<Payment>,
    draftId?: string,
  ): MaybeAsync<Payment> {
    const payment = this.deps.ledger.find(paymentId)
    if (payment?.channel !== 'mobile') return press()
    const phone = { msisdn: payment.msisdn, draftId: draftId ?? payment.draftId }
    // This till may have a prompt of the earlier request on the phone: a refused push gives nothing back.
    return this.leased(phone, press, () => true)
  }

  /** A press that hands over goods. */
  handOver(
    paymentId: string,
    by: Person | null,
    press: (others?: OthersAsked) => Result<Required<Acted>>,
  ): MaybeAsync<Required<Acted>> {
    const { others, ledger, actions } = this.deps
    const payment = ledger.find(paymentId)
    // What cannot be handed over here must not be taken from the other tills.
    if (!others?.isInShop() || !payment?.reference || !actions.allows(payment, 'hand-over'))
      return press()
    const { reference } = payment
    const ofSale = ledger.sales
      .paymentsOf(payment.sale)
      .map(each => each.reference)
      .filter(each => each !== null)
    return others.claim({ reference, ofSale, paymentId, person: by?.name ?? '' }).then(answer => {
      if (answer.state === 'granted') return press('asked')
      return answer.state === 'not-asked' ? press('not-asked') : claimRefused(payment, answer)
    })
  }

  private leased(
    phone: LeasedPhone,
    press: () => MaybeAsync<Payment>,
    hasEarlier: () => boolean,
  ): MaybeAsync<Payment> {
    const { others } = this.deps
    return others?.isInShop() ? this.pushLeased(others, phone, press, hasEarlier) : press()
  }

  private async pushLeased(
    others: OtherTills,
    phone: LeasedPhone,
    press: () => MaybeAsync<Payment>,
    hasEarlier: () => boolean,
  ): Promise<Result<Payment>> {
    let paymentId: string | null = null
    const answer = await others.lease({ ...phone, forMs: this.leaseTime() }, lease => {
      if (paymentId !== null && lease.state === 'taken')
        others.silent({ paymentId, till: lease.till })
    })
    if (answer.state === 'taken')
      return {
        ...failure(
          'phone-number-busy-elsewhere',
          'Another till has a payment request on this phone',
        ),
        elsewhere: { till: answer.till, leftMs: answer.leftMs },
      }
    const pushed = await press()
    if (!pushed.ok) {
      if (!hasEarlier()) others.release(phone)
      return pushed
    }
    paymentId = pushed.value.id
    if (answer.state === 'not-asked') others.silent({ paymentId, till: null })
    return pushed
  }

  /**
   * A request that waits goes out by itself for so long, its last call may take so long, and then comes the prompt.
   * Later it goes out by a press alone, which asks again. In ms.
   */
  private leaseTime(): number {
    const { limits, promptLifetimeMs } = this.deps.settings()
    return limits('mobile').aloneMs + longestCall + promptLifetimeMs
  }

  private hasEarlier(msisdn: string): boolean {
    return this.deps.ledger.ofPhone(msisdn, lastOfPhone).some(payment => !isPromptOver(payment))
  }
}

function isPromptOver(payment: Payment): boolean {
  return (
    payment.channel === 'mobile' &&
    payment.msisdn !== '' &&
    overStatuses.includes(statusOf(payment))
  )
}

function claimRefused(
  { id, reference }: Payment,
  answer: Exclude<ClaimAnswer, { state: 'granted' | 'not-asked' }>,
): Result<Required<Acted>> {
  if (answer.state === 'of-other-till')
    return {
      ...failure('reference-of-other-till', `${reference} is a payment of another till`),
      elsewhere: { till: answer.till, leftMs: 0 },
    }
  const { at, person, till } = answer
  return {
    ...failure('already-handed-over', `Goods were handed over for ${reference}`),
    handedOver: { paymentId: id, at, by: person === '' ? null : person, till },
  }
}
