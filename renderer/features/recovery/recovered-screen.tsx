import { useTranslation } from 'react-i18next'
import type { ReadBackPayment } from '../../../shared/ipc/till-state'
import { formatMsisdn } from '../../../shared/phone'
import { till } from '../../bridge/till'
import { useCall } from '../../hooks/use-call'
import { amountText, unbroken } from '../../sale-status/payment-text'
import { show } from '../../stores/view-store'
import { Button } from '../../ui/button'
import { CenteredCard } from '../../ui/centered-card'
import { FailureNotice } from '../../ui/failure-notice'
import { Notice } from '../../ui/notice'

/** The ledger is open again after a failure: the state of the payments that were being written. */
export function RecoveredScreen({ payments }: { payments: readonly ReadBackPayment[] }) {
  const { t } = useTranslation()
  const { run, busy, failure } = useCall(() => till.ledger.acknowledge())
  const missing = payments.some(({ recorded }) => !recorded)
  const open = async (paymentId: string) => {
    const answer = await run()
    if (answer?.ok) show({ name: 'live', paymentId })
  }
  return (
    <CenteredCard
      // No tick over money that was not taken.
      icon={missing ? 'alert' : 'check'}
      tone={missing ? 'unknown' : 'brand'}
      title={t('recovered.title')}
      wide
    >
      {payments.length === 0 && <p>{t('recovered.nothing')}</p>}
      {payments.map(payment => (
        <ReadBack
          key={payment.paymentId}
          payment={payment}
          onOpen={() => open(payment.paymentId)}
        />
      ))}
      {failure && <FailureNotice failure={failure} />}
      <Button variant="primary" busy={busy} onClick={run}>
        {t('app.continue')}
      </Button>
    </CenteredCard>
  )
}

/** One payment as it was found: recorded or not, and what to do about it. */
function ReadBack({ payment, onOpen }: { payment: ReadBackPayment; onOpen: () => void }) {
  const { t } = useTranslation()
  const { amount, msisdn, isNew, recorded } = payment
  const isThere = recorded || !isNew
  const what = `${amountText(amount)} · ${unbroken(formatMsisdn(msisdn))}`
  return (
    <Notice
      tone={recorded ? 'brand' : 'unknown'}
      icon={recorded ? 'check' : isThere ? 'alert' : 'cross'}
      title={isThere ? what : t('recovered.notPaid', { what })}
    >
      <p>{t(`recovered.${finding(payment)}`)}</p>
      {isThere && <Button onClick={onOpen}>{t('attention.open')}</Button>}
    </Notice>
  )
}

function finding({ isNew, recorded }: ReadBackPayment) {
  if (isNew) return recorded ? 'newRecorded' : 'newMissing'
  return recorded ? 'stepRecorded' : 'stepMissing'
}
