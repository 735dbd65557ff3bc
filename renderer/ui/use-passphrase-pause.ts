import { useTill } from '../stores/till-store'
import { usePause } from '../stores/use-staff'

/** Whole seconds before the next passphrase may be tried, after too many wrong ones. */
export function usePassphrasePause(): number {
  const pauseMs = useTill(({ sealing }) => ('pauseMs' in sealing ? sealing.pauseMs : 0))
  return usePause({ pauseMs })
}
