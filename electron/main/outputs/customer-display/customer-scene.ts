import type { CustomerScene, CustomerTime } from '../../../../shared/customer-view'
import { isOfOtherAccount } from '../../../../shared/payment/account'
import { needsManager } from '../../../../shared/payment/actions'
import type { Payment } from '../../../../shared/payment/payment'
import { statusOf } from '../../../../shared/payment/status'

/** What of the moment decides, besides the payment. */
export interface CustomerFacts {
  /** Service time minus the till's wall clock, ms. */
  serviceClockOffset: number
  /** The active connection's account; a payment of another one is never read with these keys. */
  account: string | null
  /** How long the prompt stays on the customer's phone, ms. */
  promptLifetimeMs: number
}

/**
 * So much of the number lets a customer see that another phone is about to ring, and does not tell
 * people behind them whose it is.
 */
const endingLength = 3

/**
 * What the customer is shown of their payment. The cashier explains every doubt, and everything between shop and
 * service: PAID is shown only where nothing contradicts it.
 */
export function customerView(payment: Payment, moment: CustomerFacts): CustomerScene {
  const { amount, lines } = payment
  switch (statusOf(payment)) {
    case 'waitingToSend':
    case 'sending':
      return { name: 'moment', amount, lines }
    case 'waitingForCustomer':
      return pendingScene(payment, moment)
    case 'paid':
    case 'failed':
    case 'manager':
      return settledScene(payment)
    case 'refused':
      return { name: 'notPaid', amount }
    // Never sent, or over before it is shown: there is nothing to tell.
    case 'withdrawn':
    case 'cash':
      return { name: 'idle' }
    case 'askCustomer':
    case 'unknown':
    case 'expired':
    case 'stopped':
      return { name: 'ask' }
  }
}

function pendingScene(payment: Payment, moment: CustomerFacts): CustomerScene {
  const { amount, lines, msisdn, checkoutUrl } = payment
  if (payment.stoppedWaitingAt !== null || isOfOtherAccount(payment, moment.account))
    return { name: 'ask' }
  const time = timeOf(payment, moment)
  if (payment.channel === 'mobile')
    return { name: 'phone', amount, lines, phoneEnding: msisdn.slice(-endingLength), time }
  return checkoutUrl === null
    ? { name: 'ask' }
    : { name: 'card', amount, lines, code: checkoutUrl, time }
}

/** A mobile payment may stay open for hours after its prompt is gone: the customer's time is the prompt's. */
function timeOf(payment: Payment, moment: CustomerFacts): CustomerTime | null {
  const { channel, acceptedAt, acceptedServiceAt, expiresAt } = payment
  if (acceptedAt === null || expiresAt === null) return null
  const { serviceClockOffset, promptLifetimeMs } = moment
  const promptEnds = (acceptedServiceAt ?? acceptedAt + serviceClockOffset) + promptLifetimeMs
  const ends = channel === 'mobile' ? Math.min(expiresAt, promptEnds) : expiresAt
  return { acceptedAt, expiresAt: ends, serviceClockOffset }
}

/** A payment that needs a manager, or was resolved or given back, may have been paid back or paid twice. */
function settledScene(payment: Payment): CustomerScene {
  const { amount } = payment
  const status = statusOf(payment)
  if (needsManager(payment) || payment.resolution !== null || payment.givenBack.length > 0)
    return { name: 'ask' }
  if (status === 'paid') return { name: 'paid', amount }
  return status === 'failed' ? { name: 'notPaid', amount } : { name: 'ask' }
}
