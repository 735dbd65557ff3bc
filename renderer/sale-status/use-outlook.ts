import { useTill } from '../stores/till-store'
import type { Outlook } from './waiting'

/** How the till stands with the service now. */
export function useOutlook(): Outlook {
  const lights = useTill(state => state.lights)
  const gate = useTill(state => state.gate)
  return { lights, gate }
}
