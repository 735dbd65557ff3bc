import { create } from 'zustand'
import type { TillState } from '../../shared/ipc/till-state'
import { till } from '../bridge/till'
import { forgetCashUp } from './cash-up-store'
import { startNextSale } from './charge-form'
import { closeDidItGoThrough } from './did-it-go-through-store'
import { isLocked } from './use-staff'
import { show } from './view-store'

/** Who was at the till last, as far as this window knows; null on a till without staff. */
const useLastPerson = create<{ id: string | null }>(() => ({ id: null }))

/**
 * The same person finds what they left; another person finds a till that is theirs: not the customer that
 * another cashier was typing, nor a closing half signed off, which would then be in their name.
 */
export function prepareForPerson(state: Pick<TillState, 'staff' | 'settings'>): void {
  if (isLocked(state)) closeDidItGoThrough()
  const { staff } = state
  if (staff.state === 'none') useLastPerson.setState({ id: null })
  if (staff.state !== 'signed-in') return
  const before = useLastPerson.getState().id
  useLastPerson.setState({ id: staff.person.id })
  if (before === null || before === staff.person.id) return
  startNextSale(state.settings.shop)
  forgetCashUp()
  show({ name: 'charge' })
  // The till was locked when that sale's screen was left: main took no word of it from then.
  till.customer.showSale({ saleId: null })
}
