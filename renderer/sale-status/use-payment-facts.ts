import { useEffect, useMemo } from 'react'
import type { Method } from '../../shared/payment/channel'
import type { SendingLimits } from '../../shared/payment/freshness'
import { isOverdue, type OverdueFacts, untilOverdue } from '../../shared/payment/overdue'
import type { Payment } from '../../shared/payment/payment'
import { type PromptFacts, promptLeft, promptOf } from '../../shared/payment/prompt'
import type { SaleView } from '../../shared/sale/sale-view'
import { till } from '../bridge/till'
import { useEverySecond, useNow, useServiceTime, useSinceSaid } from '../hooks/use-now'
import { addSale, usePayments } from '../stores/payments-store'
import { promptFacts, seenOf } from '../stores/prompt-facts'
import { sinceSaid, tillNow, useTill } from '../stores/till-store'
import { isToDo, needingAttention, type ToDoSale } from './to-dos'
import type { Outlook } from './waiting'

/** How long a payment of this channel may wait before the cashier is asked, and how long it may be sent at all. */
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
  const callFault = useTill(state => state.callFault)
  return { lights, gate, callFault }
}

/** Should the service have said by now how a payment ended? Second by second, as main judges it. */
export function useOverdue(payment: Payment): boolean {
  return useEverySecond(() => isOverdue(payment, overdueFactsOf(payment)))
}

/** How long until it should have, ms at the longest, while the till runs on. */
export function useUntilOverdue(payment: Payment): number {
  useNow()
  return untilOverdue(payment, overdueFactsOf(payment))
}

/** What main said, and what has passed since. */
function overdueFactsOf(payment: Payment): OverdueFacts {
  const { serviceTime, account, seen, settings } = tillNow()
  const since = sinceSaid()
  return {
    serviceNow: serviceTime === null ? null : serviceTime + since,
    account,
    assumedLifetime: settings.assumedLifetimeMs,
    seen: seenOf(seen, payment) + since,
  }
}

/** What tells how long a prompt has been on a phone, second by second, as main judges it. */
export function usePromptFacts(): (payment: Payment) => PromptFacts {
  const time = {
    now: useNow(),
    serviceNow: useServiceTime(),
    sinceSaid: useSinceSaid(),
    seen: useTill(state => state.seen),
    promptLifetime: useTill(state => state.settings.promptLifetimeMs),
    assumedLifetime: useTill(state => state.settings.assumedLifetimeMs),
  }
  return payment => promptFacts(payment, time)
}

/** The customer's prompt: has it surely outlived its time, and if not, how long is left of it (ms)? */
export function usePrompt(payment: Payment): { gone: boolean; left: number | null } {
  const facts = usePromptFacts()(payment)
  const prompt = promptOf(payment, facts)
  return { gone: prompt === 'gone', left: prompt === 'live' ? promptLeft(payment, facts) : null }
}

/** The sale of a payment. Main sends it with each change, and is asked for an old one. */
export function useSale({ id, sale }: Payment): SaleView {
  const known = usePayments(store => store.sales[sale])
  const isKnown = known !== undefined
  useEffect(() => {
    if (!isKnown)
      till.payments.sale({ paymentId: id }).then(answer => answer.ok && addSale(answer.value))
  }, [id, isKnown])
  return known ?? notRead
}

/** Until main has sent the sale, nothing is withheld: main judges each press again by the sale itself. */
const notRead: SaleView = {
  ...{ id: '', payments: [], total: 0, cover: 'nothing', has: 0, rest: 0 },
  ...{ isConfirmed: true, mayHandOver: true },
  ...{ waitsFor: [], toDos: [], asks: [], paidBy: [], lead: '' },
}

/** Every sale that waits for a person. Main sends their payments at the start. */
export function useNeedsAttention(): readonly ToDoSale[] {
  const byId = usePayments(store => store.byId)
  const sales = usePayments(store => store.sales)
  return useMemo(() => needingAttention(Object.values(byId), sales), [byId, sales])
}

/** Does this payment wait for a person: to say how it ended, or to take the rest of its sale? */
export function useIsToDo(payment: Payment): boolean {
  return usePayments(({ sales }) => isToDo(payment, sales))
}
