import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { OpenPayment } from '../../../shared/day/report'
import { signOff, useCashUpDraft } from '../../stores/cash-up-store'
import { typedText } from '../../typing/typed-text'
import { Button } from '../../ui/button'
import { classNames } from '../../ui/class-names'
import { Dialog } from '../../ui/dialog'
import { Field } from '../../ui/field'
import layout from '../../ui/layout.module.css'
import styles from './cash-up-screen.module.css'
import { OpenPaymentFacts } from './day-tables'
import { EndedRow, OpenRow } from './open-row'

interface OpenListProps {
  payments: readonly OpenPayment[]
  /** In the line of the list's title. */
  aside: ReactNode
}

/** Everything that is open: each is ended in its row, or left open with a reason. */
export function OpenList({ payments, aside }: OpenListProps) {
  const { t } = useTranslation()
  const reasons = useCashUpDraft(draft => draft.reasons)
  const [signing, setSigning] = useState<readonly OpenPayment[]>([])
  const [ended, setEnded] = useState<OpenPayment | null>(null)
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
      {ended && !payments.some(({ paymentId }) => paymentId === ended.paymentId) && (
        <EndedRow key={ended.paymentId} open={ended} />
      )}
      <ul className={layout.stack2} aria-label={t('live.stillOpen')}>
        {payments.map(payment => (
          <OpenRow
            key={payment.paymentId}
            open={payment}
            isNext={payment === unsigned[0]}
            onLeaveOpen={() => setSigning([payment])}
            onEnded={() => setEnded(payment)}
          />
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
  const title =
    payments.length === 1
      ? t('day.closing.signTitle')
      : t('day.closing.signTitleAll', { number: payments.length })
  const confirm = () => {
    setPressed(true)
    if (short) return
    signOff(paymentIds, reason.trim())
    onClose()
  }
  return (
    <Dialog
      onClose={onClose}
      title={title}
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
      confirm={title}
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
