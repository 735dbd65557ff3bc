import type { TFunction } from 'i18next'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { ConnectionKind } from '../../shared/connection'
import { languageSchema } from '../../shared/language'
import { isDisputed } from '../../shared/payment/actions'
import type { Payment } from '../../shared/payment/payment'
import { isSaidPaid } from '../../shared/payment/status'
import { useTill } from '../stores/till-store'
import { speak } from '../ui/sound/voice'

const currencies = ['TZS', 'KES', 'UGX', 'USD'] as const

/** The sound of PAID has rung out by then, ms. */
const soundLength = 1_000

/** `Paid, 15000 shillings`; what is no real money says so first. The voice says the number in words. */
export function spokenResult(
  { amount }: Pick<Payment, 'amount'>,
  kind: ConnectionKind,
  t: TFunction,
) {
  const known = currencies.find(currency => currency === amount.currency)
  const money = t(`spoken.money.${known ?? 'other'}`, {
    amount: String(amount.value),
    currency: amount.currency,
  })
  return t(`spoken.${kind}`, { money })
}

/** Whether this change is what the voice tells: the same payment, paid now and not before, neither in doubt nor late. */
export function becamePaid(before: Payment, now: Payment): boolean {
  const isPaid = (payment: Payment) => isSaidPaid(payment) && !isDisputed(payment)
  return before.id === now.id && !isPaid(before) && isPaid(now) && !now.late
}

/** Says that the payment on the screen became PAID, where the shop wants that. */
export function useSpokenResult(payment: Payment): void {
  const { t, i18n } = useTranslation()
  const { volume, spoken } = useTill(state => state.settings.alerts)
  const kind = useTill(state => state.active)
  const before = useRef(payment)
  useEffect(() => {
    const due = becamePaid(before.current, payment)
    before.current = payment
    if (!due || !spoken || kind === null) return
    const text = spokenResult(payment, kind, t)
    const language = languageSchema.parse(i18n.language)
    setTimeout(() => speak(text, language, volume), soundLength)
  }, [payment, spoken, kind, volume, t, i18n])
}
