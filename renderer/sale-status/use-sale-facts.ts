import { useEffect, useMemo } from 'react'
import type { Method } from '../../shared/payment/channel'
import type { SendingLimits } from '../../shared/payment/freshness'
import { isOverdue, type OverdueFacts, untilOverdue } from '../../shared/payment/overdue'
import { type PromptFacts, promptLeft, promptOf } from '../../shared/payment/prompt'
import { isUndecided, restOf } from '../../shared/payment/purchase'
import type { Sale } from '../../shared/payment/sale'
import { till } from '../bridge/till'
import { useNow } from '../hooks/use-now'
import { useServiceTime, useSinceSaid } from '../hooks/use-service-time'
import { promptFacts } from '../stores/prompt-facts'
import { addSales, useSales } from '../stores/sales-store'
import { useTill } from '../stores/till-store'
import { needingAttention } from './needs-attention'
import type { Outlook } from './waiting'

/** How long a sale of this channel may wait before the cashier is asked, and how long it may be sent at all. */
export function useLimits(channel: Method): SendingLimits {
  const freshness = useTill(({ settings }) =>
    channel === 'card' ? settings.cardFreshness : settings.freshness,
  )
  const keyTrustedMs = useTill(state => state.settings.keyTrustedMs)
  return useMemo(() => ({ ...freshness, keyTrustedMs }), [freshness, keyTrustedMs])
}

/** The state of the connection to the service now. */
export function useOutlook(): Outlook {
  const lights = useTill(state => state.lights)
  const gate = useTill(state => state.gate)
  return { lights, gate }
}

/** Should the service have said by now how a sale ended? Second by second, as main judges it. */
export function useOverdue(sale: Sale): boolean {
  return isOverdue(sale, useOverdueFacts(sale))
}

/** How long until it should have, ms at the longest, while the till runs on. */
export function useUntilOverdue(sale: Sale): number {
  return untilOverdue(sale, useOverdueFacts(sale))
}

/** What main said, and what has passed since. */
function useOverdueFacts({ id }: Sale): OverdueFacts {
  const serviceNow = useServiceTime()
  const account = useTill(state => state.account)
  const seen = useTill(state => state.seenOpen[id])
  const since = useSinceSaid()
  const assumedLifetime = useTill(state => state.settings.assumedLifetimeMs)
  return { serviceNow, account, assumedLifetime, seen: seen === undefined ? 0 : seen + since }
}

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

/** What is left to pay of a sale's purchase; 0 where it is paid alone. Parts that are long over are asked for. */
export function useRest(sale: Sale): number {
  const byId = useSales(store => store.byId)
  const { id, purchase } = sale
  const purchaseId = purchase?.id
  useEffect(() => {
    if (purchaseId === undefined) return
    till.cash.parts({ saleId: id }).then(answer => answer.ok && addSales(answer.value))
  }, [id, purchaseId])
  return useMemo(() => {
    if (purchase === null) return 0
    const parts = Object.values(byId).filter(part => part.purchase?.id === purchase.id)
    return restOf({ purchase }, parts)
  }, [byId, purchase])
}

/** May another part be asked for now? Not while one may still bring money. */
export function useMayTakeRest({ purchase }: Sale): boolean {
  const byId = useSales(store => store.byId)
  const isPart = (part: Sale) => purchase !== null && part.purchase?.id === purchase.id
  return !Object.values(byId).some(part => isPart(part) && isUndecided(part))
}

/** Every sale that waits for a person to say how it ended. Main sends them all at the start. */
export function useNeedsAttention(): readonly Sale[] {
  const byId = useSales(store => store.byId)
  return useMemo(() => needingAttention(Object.values(byId)), [byId])
}
