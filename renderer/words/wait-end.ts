import type { Ages } from '../../shared/payment/freshness'
import type { Sale } from '../../shared/payment/sale'
import type { Moment } from './meaning'

/** No service keeps a customer so long, ms: whoever looks at it now wonders when it ends. */
const longWait = 3_600_000

/** Is it time to say when a person may end this wait? Not where they may, nor where it ends by itself. */
export function asksForItsEnd(
  { phase }: Sale,
  { elsewhere, overdue, ages }: Pick<Moment, 'elsewhere' | 'overdue'> & { ages: Ages },
): boolean {
  return phase === 'pending' && !overdue && (elsewhere || ages.sinceRecorded >= longWait)
}
