import type { Method } from '../../../shared/payment/channel'
import type { SendingLimits } from '../../../shared/payment/freshness'
import type { Ruling } from '../../../shared/payment/objections'
import type { StatusWords } from '../../../shared/payment/status-words'
import type { QueueLimits } from '../../../shared/settings'

/** What of the settings the counter follows; asked at each use, so that a change holds from then on. */
export interface EngineSettings {
  currency: string
  country: string
  /** Whether this till takes cash. */
  cash: boolean
  /** The highest discount without a manager, in percent; null where the shop gives none. */
  discountLimit: number | null
  /** This till's own id, for the merchant's server. */
  tillId: string
  /** '' when there is none. */
  webhookAddress: string
  /** What webhook addresses are signed with for the shop's own receiver; null where it is not known. */
  callbackKey: Buffer | null
  /** The merchant account behind the keys in use. */
  account: string
  limits: (channel: Method) => SendingLimits
  queue: QueueLimits
  assumedLifetimeMs: number
  promptLifetimeMs: number
  words: StatusWords
  /** What an owner confirmed of fields that speak against PAID. */
  rulings: readonly Ruling[]
}
