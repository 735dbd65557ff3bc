import { useTranslation } from 'react-i18next'
import type { KnownCustomer } from '../../../../shared/customer-book'
import { formatMsisdn } from '../../../../shared/phone'
import { till } from '../../../bridge/till'
import { useCall } from '../../../hooks/use-call'
import { knownName } from '../../../sale-status/sale-text'
import { Dialog } from '../../../ui/dialog'
import { FailureNotice } from '../../../ui/failure-notice'

interface ForgetDialogProps {
  customer: KnownCustomer
  onClose: () => void
  onForgotten: (msisdn: string) => void
}

/** Asks before a customer is deleted, and says what stays. */
export function ForgetDialog({ customer, onClose, onForgotten }: ForgetDialogProps) {
  const { t } = useTranslation()
  const { msisdn } = customer
  const { run, busy, failure } = useCall(() => till.customers.forget({ msisdn }))
  const forget = async () => {
    if (!(await run())?.ok) return
    onForgotten(msisdn)
    onClose()
  }
  const name = knownName(customer, t)
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('customers.forgetTitle', { name, phone: formatMsisdn(msisdn) })}
      text={
        <>
          <p>{t('customers.forgetText')}</p>
          <p>{t('customers.forgetStays')}</p>
        </>
      }
      confirm={t('customers.forget')}
      danger
      busy={busy}
      onConfirm={forget}
    >
      {failure && <FailureNotice failure={failure} />}
    </Dialog>
  )
}
