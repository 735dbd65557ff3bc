import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { goesBackBy, mayBeRefunded } from '../../shared/payment/actions'
import { refundHowSchema } from '../../shared/payment/event'
import type { Payment } from '../../shared/payment/payment'
import { till } from '../bridge/till'
import { Button } from '../ui/button'
import { ReasonDialog } from './payment-dialog'

/**
 * Records a refund of a paid payment: how the money went back, and why. The till moves no money.
 */
export function RefundButton({ payment }: { payment: Payment }) {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  // A dialog that is open says that another press was quicker; it does not just disappear.
  if (!mayBeRefunded(payment) && !open) return null
  return (
    <>
      <Button icon="refund" onClick={() => setOpen(true)}>
        {t('live.refundDialog.title')}
      </Button>
      {open && (
        <ReasonDialog
          name="refundDialog"
          payment={payment}
          options={refundHowSchema.options
            .filter(how => goesBackBy(payment, how))
            .map(value => ({
              value,
              label: t(`refundHow.${value}`),
              text: t(`live.refundDialog.${value}Text`),
            }))}
          record={answer => till.payments.decide({ action: 'record-refund', ...answer })}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}
