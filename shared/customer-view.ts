import type { ServiceKind } from './connection'
import type { Language } from './language'
import type { Amount } from './money'
import type { SaleLine } from './payment/lines'
import type { DisplaySettings } from './settings'

/** The time that the customer has, for a countdown on the service's clock. */
export interface CustomerTime {
  /** Till's wall clock, ms. */
  acceptedAt: number
  /** Service's clock, ms. */
  expiresAt: number
  /** Service time minus the till's wall clock, ms. */
  serviceClockOffset: number
}

/** What the customer is to pay, and for what. */
interface RequestedPayment {
  amount: Amount
  lines: readonly SaleLine[]
}

/**
 * What the customer is shown. It holds what is on that screen and nothing more: no name, no reference,
 * no number but the end of the one that is to ring, and never anything of another payment.
 */
export type CustomerScene =
  | { name: 'idle' }
  /** The request is on its way. */
  | (RequestedPayment & { name: 'moment' })
  | (RequestedPayment & { name: 'phone'; phoneEnding: string; time: CustomerTime | null })
  | (RequestedPayment & { name: 'card'; code: string; time: CustomerTime | null })
  | { name: 'paid'; amount: Amount }
  | { name: 'notPaid'; amount: Amount }
  /** It is not known, or not for the customer to read: the cashier says it. */
  | { name: 'ask' }
  /** The owner looks which screen it is. */
  | { name: 'test' }

/** What every screen is marked with: no real money moves, or the keys are sent without encryption. */
export type TillMode = 'practice' | Extract<ServiceKind, 'sandbox'> | 'plainHttp'

/** Everything that the customer's window knows. */
export interface CustomerView {
  /** '' where the shop has no name yet. */
  shop: string
  /** Shown while it is idle, as text and as a code; '' is none. */
  number: string
  language: Language
  theme: DisplaySettings['theme']
  /** Not real money, or real money whose keys are sent without encryption: marked on every scene. */
  mode: TillMode | null
  scene: CustomerScene
}
