import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { OpenPayment } from '../../../shared/day/report'
import { amountText } from '../../sale-status/payment-text'
import { signOff, useCashUpDraft } from '../../stores/cash-up-store'
import { show } from '../../stores/view-store'
import { typedText } from '../../typing/typed-text'
import { Button } from '../../ui/button'
import { classNames } from '../../ui/class-names'
import { Dialog } from '../../ui/dialog'
import { Field } from '../../ui/field'
import { Icon } from '../../ui/icons/icon'
import layout from '../../ui/layout.module.css'
import styles from './cash-up-screen.module.css'
import { OpenPaymentFacts } from './day-tables'

interface OpenListProps {
  payments: readonly OpenPayment[]
  /** In the line of the list's title. */
  aside: ReactNode
}

/** Everything that is open: each is settled on its own screen, or signed off here with a reason. */
export function OpenList({ payments, aside }: OpenListProps) {
  const { t } = useTranslation()
  const reasons = useCashUpDraft(draft => draft.reasons)
  const [signing, setSigning] = useState<readonly OpenPayment[]>([])
  const unsigned = payments.filter(({ paymentId }) => reasons[paymentId] === undefined)
  return (
    <section className={classNames(layout.stack3, styles.section)}>
      <div className={classNames(layout.row, styles.sectionHead)}>
        <h2>
          {t('live.stillOpen')}{' '}
          <small>
            <HowMany open={payments.length} unsigned={unsigned.length} />
          </small>
        </h2>
        {aside}
        {unsigned.length > 1 && (
          <Button onClick={() => setSigning(unsigned)}>{t('day.closing.signOffAll')}</Button>
        )}
      </div>
      <ul className={layout.stack2} aria-label={t('live.stillOpen')}>
        {payments.map(payment => (
          <Row key={payment.paymentId} payment={payment} onSign={() => setSigning([payment])} />
        ))}
      </ul>
      {signing.length > 0 && <SignOffDialog payments={signing} onClose={() => setSigning([])} />}
    </section>
  )
}

function HowMany({ open, unsigned }: { open: number; unsigned: number }) {
  const { t } = useTranslation()
  if (open === 0) return t('day.closing.openNone')
  return unsigned === 0 ? t('day.closing.allSigned') : t('day.closing.left', { number: unsigned })
}

function Row({ payment, onSign }: { payment: OpenPayment; onSign: () => void }) {
  const { t } = useTranslation()
  const reason = useCashUpDraft(draft => draft.reasons[payment.paymentId])
  const amount = amountText(payment.amount)
  const signed = reason !== undefined
  return (
    <li className={styles.payment} data-signed={signed || undefined}>
      <div className={styles.facts}>
        <OpenPaymentFacts payment={payment} />
      </div>
      <div className={classNames(layout.wrap2, styles.buttons)}>
        <Button
          aria-label={t('attention.openLabel', { amount })}
          onClick={() => show({ name: 'live', paymentId: payment.paymentId })}
        >
          {t('attention.open')}
        </Button>
        <Button
          aria-label={t(signed ? 'day.closing.changeLabel' : 'day.closing.signOffLabel', {
            amount,
          })}
          onClick={onSign}
        >
          {t(signed ? 'day.closing.change' : 'day.closing.signOff')}
        </Button>
      </div>
      {signed && (
        <p className={styles.signed}>
          <Icon name="speech" size="s" />
          {t('day.closing.signedOff', { reason })}
        </p>
      )}
    </li>
  )
}

/** Asks why payments may stay open over the cash-up. */
function SignOffDialog({
  payments,
  onClose,
}: {
  payments: readonly OpenPayment[]
  onClose: () => void
}) {
  const { t } = useTranslation()
  const paymentIds = payments.map(({ paymentId }) => paymentId)
  const [first] = payments
  const before = useCashUpDraft(draft => draft.reasons[first?.paymentId ?? ''] ?? '')
  const [reason, setReason] = useState(before)
  const [pressed, setPressed] = useState(false)
  const short = reason.trim().length < 3
  const confirm = () => {
    setPressed(true)
    if (short) return
    signOff(paymentIds, reason.trim())
    onClose()
  }
  return (
    <Dialog
      onClose={onClose}
      title={
        payments.length === 1
          ? t('day.closing.signTitle')
          : t('day.closing.signTitleAll', { number: payments.length })
      }
      text={
        <>
          {first && payments.length === 1 && (
            <p className={styles.facts}>
              <OpenPaymentFacts payment={first} />
            </p>
          )}
          <p>{t('day.closing.signText')}</p>
        </>
      }
      confirm={t('day.closing.signOff')}
      onConfirm={confirm}
    >
      <Field
        label={t('app.reason')}
        value={reason}
        maxLength={300}
        error={pressed && short ? t('app.reasonShort') : null}
        onChange={event => setReason(typedText(event))}
      />
    </Dialog>
  )
}
