import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { mayBeRefunded } from '../../shared/payment/actions'
import type { Sale } from '../../shared/payment/sale'
import { Button } from '../ui/button'
import styles from './refund-button.module.css'
import { RefundDialog } from './refund-dialog'

/** Records a refund of a paid sale. Away from the buttons at the foot, which are pressed all day. */
export function RefundButton({ sale }: { sale: Sale }) {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  // A dialog that is open says that another press was quicker; it does not just disappear.
  if (!mayBeRefunded(sale) && !open) return null
  return (
    <>
      <Button className={styles.button} look="quiet" icon="undo" onClick={() => setOpen(true)}>
        {t('live.refundDialog.open')}
      </Button>
      <RefundDialog sale={sale} open={open} onClose={() => setOpen(false)} />
    </>
  )
}
