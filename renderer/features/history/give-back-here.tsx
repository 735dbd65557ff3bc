import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { readAmount } from '../../../shared/amount'
import { groupDigits } from '../../../shared/money'
import { leftToGiveBack } from '../../../shared/payment/payment-money'
import type { OtherTillsPayment } from '../../../shared/shop-meeting'
import { till } from '../../bridge/till'
import { useAnswer } from '../../hooks/use-answer'
import { amountText } from '../../sale-status/payment-text'
import { useTill } from '../../stores/till-store'
import { typedText } from '../../typing/typed-text'
import { Button } from '../../ui/button'
import { CallDialog, Paragraphs } from '../../ui/call-dialog'
import { Field } from '../../ui/field'

/**
 * Gives back another till's payment in cash of this till: a *Pay out* that names the reference. At its own till it is
 * recorded as from other cash, so that its sale knows.
 */
export function GiveBackHere({ found }: { found: OtherTillsPayment }) {
  const { t } = useTranslation()
  const shop = useTill(state => state.settings.shop)
  const [open, setOpen] = useState(false)
  const day = useAnswer(() => till.day.report(), null)
  const { payment, till: taker } = found
  const { currency } = payment.amount
  const reason = `${taker.name} · ${payment.reference}`
  const paidOut = (day.value?.drawer ?? []).filter(
    entry => entry.kind === 'pay-out' && entry.reason === reason,
  )
  const recorded = payment.givenBack.filter(({ way }) => way === 'said')
  const toRecord = Math.max(0, sumOf(paidOut) - sumOf(recorded))
  const most = leftToGiveBack(payment, 'cash') - toRecord
  const recordThere = t('meeting.recordThere', {
    till: taker.name,
    press: t('live.action.give-back'),
    how: t('wayBack.said'),
  })
  return (
    <>
      {paidOut.map(({ draftId, value }) => (
        <p key={draftId}>
          {t('day.drawer.paidOut')}: <b>{amountText({ currency, value })}</b>.{' '}
          {toRecord > 0 && recordThere}
        </p>
      ))}
      {day.value && most > 0 && currency === shop.currency && (
        <Button icon="refund" onClick={() => setOpen(true)}>
          {t('live.action.give-back')}
        </Button>
      )}
      {open && (
        <GiveBackHereDialog
          {...{ currency, most, reason, recordThere }}
          onClose={() => setOpen(false)}
          onDone={day.read}
        />
      )}
    </>
  )
}

function sumOf(moved: readonly { value: number }[]): number {
  return moved.reduce((sum, { value }) => sum + value, 0)
}

interface GiveBackHereDialogProps {
  currency: string
  most: number
  reason: string
  recordThere: string
  onClose: () => void
  onDone: () => Promise<void>
}

function GiveBackHereDialog(props: GiveBackHereDialogProps) {
  const { currency, most, reason, recordThere, onClose, onDone } = props
  const { t } = useTranslation()
  // One id for all presses of this dialog: a second one is the first (money rule 3).
  const [draftId] = useState(() => crypto.randomUUID())
  const [typed, setTyped] = useState(groupDigits(most))
  const read = readAmount(typed, currency)
  const value = 'value' in read && read.value <= most ? read.value : null
  const said = ['live.giveBackDialog.text', 'live.giveBackDialog.cashText'] as const
  return (
    <CallDialog
      onClose={onClose}
      title={t('live.giveBackDialog.title')}
      text={<Paragraphs of={[...said.map(each => t(each)), recordThere]} />}
      confirm={t('live.giveBackDialog.confirm')}
      call={() => (value === null ? null : till.day.payOut({ draftId, value, reason }))}
      onDone={() => {
        onClose()
        void onDone()
      }}
    >
      <Field
        label={t('live.giveBackDialog.amount', { currency })}
        inputMode="numeric"
        value={typed}
        maxLength={20}
        error={
          value === null ? t('live.giveBackDialog.amountBad', { most: groupDigits(most) }) : null
        }
        onChange={event => setTyped(typedText(event))}
      />
    </CallDialog>
  )
}
