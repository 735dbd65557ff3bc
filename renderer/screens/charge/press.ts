import type { Channel } from '../../../shared/payment/sale'
import type { Trouble } from '../../words/waiting'

/** What a press does now, in words `charge.<key>`: a cashier sends nobody to a phone that stays silent. */
export type Press = 'request' | 'showQr' | 'recordForLater' | 'recordOnly'

/** The word on the button: what becomes of the sale as the till stands with the service. */
export function pressOf(channel: Channel, trouble: Trouble | null): Press {
  // It goes out once somebody enters other keys, and not before.
  if (trouble === 'keys-rejected') return 'recordOnly'
  if (trouble !== null) return 'recordForLater'
  return channel === 'card' ? 'showQr' : 'request'
}
