import type { TFunction } from 'i18next'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { readAmount } from '../../shared/amount'
import type { ToGiveBack } from '../../shared/ipc/calls/payments'
import { groupDigits } from '../../shared/money'
import {
  type GivenFor,
  givenFor,
  type WayBack,
  wayBackSchema,
} from '../../shared/payment/given-back'
import type { Payment } from '../../shared/payment/payment'
import { mayGiveBack } from '../../shared/payment/payment-money'
import { till } from '../bridge/till'
import { useAnswer } from '../hooks/use-answer'
import { useCall } from '../hooks/use-call'
import { typedText } from '../typing/typed-text'
import { Button } from '../ui/button'
import { Choice } from '../ui/choice'
import { Dialog } from '../ui/dialog'
import { Field } from '../ui/field'
import { PaymentText, shortestReason } from './payment-dialog'
import { amountText } from './payment-text'

/** Opens the dialog that records money that was given back. */
export function GiveBackButton({ payment }: { payment: Payment }) {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  // A dialog that is open says that another press was quicker; it does not just disappear.
  if (!mayGiveBack(payment) && !open) return null
  return (
    <>
      <Button icon="refund" onClick={() => setOpen(true)}>
        {t('live.action.give-back')}
      </Button>
      {open && <GiveBackDialog payment={payment} onClose={() => setOpen(false)} />}
    </>
  )
}

interface GiveBackDialogProps {
  payment: Payment
  onClose: () => void
}

/** Records what money went back for, how much, how, and why. The till moves no money. */
export function GiveBackDialog({ payment, onClose }: GiveBackDialogProps) {
  const { t } = useTranslation()
  const { id: paymentId, amount } = payment
  const { value: most, failure: unread } = useAnswer(
    () => till.payments.toGiveBack({ paymentId }),
    paymentId,
  )
  const form = useGiveBack(amount.currency, most)
  const { run, busy, failure } = useCall(till.payments.decide)
  const { whys, ways, why, way, typed, value, reason, problems } = form
  const confirm = async () => {
    const giving = form.check()
    if (giving && (await run({ action: 'give-back', paymentId, ...giving }))?.ok) onClose()
  }
  const isOver = failure?.givenBack !== undefined || (most !== null && whys.length === 0)
  return (
    <Dialog
      onClose={onClose}
      title={t('live.giveBackDialog.title')}
      text={<PaymentText payment={payment} text={t('live.giveBackDialog.text')} />}
      confirm={isOver ? t('app.viewPayment') : confirmText(amount.currency, value, t)}
      busy={busy || most === null}
      failure={failure ?? unread}
      onConfirm={isOver ? onClose : confirm}
    >
      {most !== null && whys.length === 0 && <p>{t('live.giveBackDialog.nothing')}</p>}
      {!isOver && (
        <>
          {whys.length > 1 && (
            <Choice
              label={t('live.giveBackDialog.why')}
              value={why}
              options={whys.map(each => ({
                value: each,
                label: t(`live.giveBackDialog.for.${each}`),
              }))}
              onChange={form.setWhy}
            />
          )}
          <Choice
            label={t('live.giveBackDialog.how')}
            value={way}
            options={ways.map(each => ({
              value: each,
              label: t(`wayBack.${each}`),
              text: t(`live.giveBackDialog.${each}Text`),
            }))}
            error={problems.way ? t('live.giveBackDialog.unsaid') : null}
            onChange={form.setWay}
          />
          <Field
            label={t('live.giveBackDialog.amount', { currency: amount.currency })}
            inputMode="numeric"
            value={typed}
            maxLength={20}
            error={
              problems.amount
                ? t('live.giveBackDialog.amountBad', { most: groupDigits(form.most) })
                : null
            }
            onChange={event => form.setTyped(typedText(event))}
          />
          <Field
            label={t('app.reason')}
            {...(why === 'too-much' && { aside: t('app.optional') })}
            value={reason}
            maxLength={300}
            error={problems.reason ? t('app.reasonShort') : null}
            onChange={event => form.setReason(typedText(event))}
          />
        </>
      )}
    </Dialog>
  )
}

/** `Record TZS 2,500 given back`. */
function confirmText(currency: string, value: number | null, t: TFunction): string {
  if (value === null) return t('live.giveBackDialog.confirm')
  return t('live.giveBackDialog.confirmOf', { amount: amountText({ currency, value }) })
}

/** What was chosen and typed. What is too much is given back first, and all of it, until a person says otherwise. */
function useGiveBack(currency: string, most: ToGiveBack | null) {
  // One id for all presses of this dialog: a second one is the first (money rule 3).
  const [draftId] = useState(() => crypto.randomUUID())
  const [chosen, setWhy] = useState<GivenFor | null>(null)
  const [way, setWay] = useState<WayBack | null>(null)
  const [edited, setTyped] = useState<string | null>(null)
  const [reason, setReason] = useState('')
  const [pressed, setPressed] = useState(false)
  const whys = givenFor.filter(each => most !== null && largest(most[each]) > 0)
  const why = chosen ?? whys[0] ?? null
  const here = most !== null && why !== null ? most[why] : null
  const ways = wayBackSchema.options.filter(each => here !== null && here[each] > 0)
  const limit = here === null ? 0 : way === null ? largest(here) : here[way]
  const typed = edited ?? groupDigits(limit)
  const read = readAmount(typed, currency)
  const value = 'value' in read && read.value <= limit ? read.value : null
  const isShort = why === 'goods' && reason.trim().length < shortestReason
  const chosenWay = way !== null && ways.includes(way) ? way : null
  return {
    ...{ whys, ways, why, way: chosenWay, typed, value, reason, most: limit },
    ...{ setWhy, setWay, setTyped, setReason },
    problems: {
      way: pressed && chosenWay === null,
      amount: pressed && value === null,
      reason: pressed && isShort,
    },
    /** What is to be recorded; null, and the problems are shown, where something is missing. */
    check() {
      setPressed(true)
      if (why === null || chosenWay === null || value === null || isShort) return null
      return { draftId, why, way: chosenWay, value, reason }
    },
  }
}

function largest(most: Record<WayBack, number>): number {
  return Math.max(...Object.values(most))
}
