import { type PromptFacts, promptLeft, promptOf } from '../../shared/payment/prompt'
import type { Sale } from '../../shared/payment/sale'
import { useNow } from '../hooks/use-now'
import { useServiceTime, useSinceSaid } from '../hooks/use-service-time'
import { promptFacts } from '../stores/prompt-facts'
import { useTill } from '../stores/till-store'

/** What tells how long a prompt has been on a phone, second by second, as main judges it. */
export function usePromptFacts(): (sale: Sale) => PromptFacts {
  const time = {
    now: useNow(),
    serviceNow: useServiceTime(),
    sinceSaid: useSinceSaid(),
    seenOpen: useTill(state => state.seenOpen),
    promptLifetime: useTill(state => state.settings.promptLifetimeMs),
    assumedLifetime: useTill(state => state.settings.assumedLifetimeMs),
  }
  return sale => promptFacts(sale, time)
}

/** The customer's prompt: has it surely outlived its time, and if not, how long is left of it (ms)? */
export function usePrompt(sale: Sale): { gone: boolean; left: number | null } {
  const facts = usePromptFacts()(sale)
  const prompt = promptOf(sale, facts)
  return { gone: prompt === 'gone', left: prompt === 'live' ? promptLeft(sale, facts) : null }
}
