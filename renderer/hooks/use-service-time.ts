import { useTill, useTillStore } from '../stores/till-store'
import { useNow } from './use-now'

/** The ms since main last told the till's state, second by second, by the page's own clock that cannot be set. */
export function useSinceSaid(): number {
  useNow() // asks again every second
  const saidAt = useTillStore(store => store.saidAt)
  return performance.now() - saidAt
}

/** The service's time, ms since the epoch; null until it has said it, beyond doubt, since the start. */
export function useServiceTime(): number | null {
  const said = useTill(state => state.serviceTime)
  const since = useSinceSaid()
  return said === null ? null : said + since
}
