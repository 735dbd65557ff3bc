import type { Trouble } from '../../sale-status/waiting'

/** What becomes of a sale that is not sent at once, in words `charge.<key>`: no cashier sends a customer to a phone that stays silent. */
type Afterwards = 'sentLater' | 'recordOnly'

/** Said behind the button's name, which stays what it is; null where the sale goes now. */
export function pressOf(trouble: Trouble | null): Afterwards | null {
  if (trouble === null) return null
  // It goes out once somebody enters other keys, and not before.
  return trouble === 'keys-rejected' ? 'recordOnly' : 'sentLater'
}
