import type { StaffTile, TillState } from '../../shared/ipc/till-state'
import { hasRole, type Role } from '../../shared/staff'
import { useSinceSaid } from '../hooks/use-now'
import { useTill } from './till-store'

/** True while no payment and no customer may be seen. Main sends none then. */
export function isLocked({ staff }: Pick<TillState, 'staff'>): boolean {
  return staff.state === 'signed-out' || staff.state === 'closed'
}

/** Whether the person at the till may do what takes this role. Main refuses it in any case. */
export function useMay(least: Role): boolean {
  return useTill(({ staff }) => isAllowed(staff, least))
}

/** A till without staff allows everything; one where nobody is signed in, nothing. */
export function isAllowed(staff: TillState['staff'], least: Role): boolean {
  if (staff.state === 'none') return true
  return staff.state === 'signed-in' && hasRole(staff.role, least)
}

/** Everybody on the list; none on a till without staff. */
export function usePeople(): readonly StaffTile[] {
  return useTill(({ staff }) => ('people' in staff ? staff.people : noPeople))
}

const noPeople: readonly StaffTile[] = []

/** Whole seconds that a person still waits after wrong PINs, by a clock that cannot be set. */
export function usePause({ pauseMs }: Pick<StaffTile, 'pauseMs'>): number {
  return Math.max(0, Math.ceil((pauseMs - useSinceSaid()) / 1000))
}
