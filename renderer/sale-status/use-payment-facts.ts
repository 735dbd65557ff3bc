import { useEffect, useMemo, useState } from 'react'
import type { ValueOf } from '../../shared/ipc/contract'
import { needsResolving } from '../../shared/payment/actions'
import type { Method } from '../../shared/payment/channel'
import type { SendingLimits } from '../../shared/payment/freshness'
import { isOverdue, type OverdueFacts, untilOverdue } from '../../shared/payment/overdue'
import type { Payment } from '../../shared/payment/payment'
import { type PromptFacts, promptLeft, promptOf } from '../../shared/payment/prompt'
import { type PurchaseFacts, purchaseFacts } from '../../shared/payment/purchase'
import { till } from '../bridge/till'
import { useCall } from '../hooks/use-call'
import { useEverySecond, useNow, useServiceTime, useSinceSaid } from '../hooks/use-now'
import { inLedgerOrder } from '../stores/ledger-order'
import { addPayments, usePayments } from '../stores/payments-store'
import { promptFacts, seenOf } from '../stores/prompt-facts'
import { sinceSaid, tillNow, useTill } from '../stores/till-store'
import { needingAttention } from './needs-attention'
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

/** The purchase of a payment. */
export function usePurchase(payment: Payment): PurchaseFacts {
  const parts = useParts(payment)
  return useMemo(() => purchaseFacts(payment, parts), [payment, parts])
}

/** All parts of a payment's purchase, the oldest first; none where it is paid alone. Main is asked for old ones. */
export function useParts({ id, purchase }: Payment): readonly Payment[] {
  const byId = usePayments(store => store.byId)
  const purchaseId = purchase?.id
  useEffect(() => {
    if (purchaseId === undefined) return
    till.cash.parts({ paymentId: id }).then(answer => answer.ok && addPayments(answer.value))
  }, [id, purchaseId])
  return useMemo(() => {
    if (purchaseId === undefined) return []
    return Object.values(byId)
      .filter(part => part.purchase?.id === purchaseId)
      .sort(inLedgerOrder)
  }, [byId, purchaseId])
}

/** Every payment that waits for a person. Main sends them all at the start. */
export function useNeedsAttention(): readonly Payment[] {
  const byId = usePayments(store => store.byId)
  const uncovered = useTill(state => state.uncovered)
  return useMemo(() => needingAttention(Object.values(byId), uncovered), [byId, uncovered])
}

/** Does this payment wait for a person: to say how it ended, or to take the rest of its purchase? */
export function useIsToDo(payment: Payment): boolean {
  const isUncovered = useTill(state => state.uncovered.includes(payment.id))
  return isUncovered || needsResolving(payment)
}

type Checked = ValueOf<'payments', 'checkAll'>

/** Asks the service about everything that is open or unresolved. */
export function useCheckAll() {
  const [checked, setChecked] = useState<Checked | null>(null)
  const { run, busy, failure } = useCall(() => till.payments.checkAll(), setChecked)
  const check = () => {
    setChecked(null)
    run()
  }
  /** What came of it: which words, and what goes into them. */
  const outcome = checked && ({ ...checked, key: keyOf(checked) } as const)
  return { check, busy, outcome, failure }
}

function keyOf({ read, unanswered }: Checked) {
  if (read + unanswered === 0) return 'attention.checked.nothing'
  return unanswered === 0 ? 'attention.checked.done' : 'attention.checked.partly'
}
