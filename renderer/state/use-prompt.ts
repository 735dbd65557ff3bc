import { type PromptFacts, promptLeft, promptOf } from '../../shared/payment/prompt'
import type { Sale } from '../../shared/payment/sale'
import { useTill } from './till-store'
import { useNow } from './use-now'
import { useServiceTime, useSinceSaid } from './use-service-time'

/** What tells how long a prompt has been on a phone, second by second, as main judges it. */
export function usePromptFacts(): (sale: Sale) => PromptFacts {
  const now = useNow()
  const serviceNow = useServiceTime()
  const since = useSinceSaid()
  const seenOpen = useTill(state => state.seenOpen)
  const promptLifetime = useTill(state => state.settings.promptLifetimeMs)
  const assumedLifetime = useTill(state => state.settings.assumedLifetimeMs)
  return ({ id, lastAttemptAt }) => {
    const seen = seenOpen[id]
    return {
      serviceNow,
      seen: seen === undefined ? 0 : seen + since,
      promptLifetime,
      assumedLifetime,
      sinceLastAttempt: lastAttemptAt === null ? 0 : Math.max(0, now - lastAttemptAt),
    }
  }
}

/** The customer's prompt: has it surely outlived its time, and if not, how long is left of it (ms)? */
export function usePrompt(sale: Sale): { gone: boolean; left: number | null } {
  const facts = usePromptFacts()(sale)
  const prompt = promptOf(sale, facts)
  return { gone: prompt === 'gone', left: prompt === 'live' ? promptLeft(sale, facts) : null }
}
