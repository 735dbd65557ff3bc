import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ToUndo } from '../../shared/ipc/calls/payments'
import type { Payment } from '../../shared/payment/payment'
import { till } from '../bridge/till'
import { useAnswer } from '../hooks/use-answer'
import { useCall } from '../hooks/use-call'
import { useNow } from '../hooks/use-now'
import { useSettled } from '../hooks/use-settled'
import { Button } from '../ui/button'
import { useSale } from './use-payment-facts'

type Undo = NonNullable<ReturnType<typeof useUndo>>

/**
 * The money of a payment's sale that a person moved last, while it can be undone: main says for how long, and decides at
 * the press. Null where there is nothing.
 */
export function useUndo(payment: Payment) {
  const { id: paymentId } = payment
  const again = useSale(payment)
  const { value } = useAnswer(() => till.payments.toUndo({ paymentId }), paymentId, { again })
  const seconds = useSecondsLeft(value)
  const call = useCall((entry: number) => till.payments.undo({ paymentId, entry }))
  const isSettled = useSettled(value?.entry)
  if (value === null || seconds === 0) return null
  const { entry, what } = value
  const { run, busy, failure } = call
  return { what, seconds, failure, run: () => run(entry), busy: busy || !isSettled }
}

/** By this window's own clock, from the moment at which main said it. */
function useSecondsLeft(said: ToUndo | null): number {
  useNow()
  const [ends, setEnds] = useState(0)
  useEffect(() => setEnds(said === null ? 0 : performance.now() + said.left), [said])
  return Math.max(0, Math.ceil((ends - performance.now()) / 1_000))
}

/** Says how long it can still be pressed. */
export function UndoButton({ undo: { seconds, busy, run } }: { undo: Undo }) {
  const { t } = useTranslation()
  return (
    <Button icon="undo" busy={busy} aria-label={t('live.undo')} onClick={() => run()}>
      {t('live.undoSeconds', { seconds })}
    </Button>
  )
}
