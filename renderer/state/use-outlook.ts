import type { Outlook } from '../words/waiting'
import { useTill } from './till-store'

/** How the till stands with the service now. */
export function useOutlook(): Outlook {
  const lights = useTill(state => state.lights)
  const gate = useTill(state => state.gate)
  return { lights, gate }
}
