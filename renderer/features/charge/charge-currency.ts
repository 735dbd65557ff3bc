import { cardCurrency } from '../../../shared/money'
import type { Channel } from '../../../shared/payment/channel'
import type { ShopSettings } from '../../../shared/settings'

/** What a payment is made in: the shop's currency, and always TZS by card (§2.2). */
export function currencyOf(channel: Channel, { currency }: Pick<ShopSettings, 'currency'>): string {
  return channel === 'card' ? cardCurrency : currency
}
