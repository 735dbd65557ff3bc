import { useTranslation } from 'react-i18next'
import type { Sale } from '../../../shared/payment/sale'
import { till } from '../../bridge/till'
import { useCall } from '../../hooks/use-call'
import { Button } from '../../ui/button'
import { FailureNotice } from '../../ui/failure-notice'
import styles from './open-checkout.module.css'

/** In Practice mode this computer's browser can play the customer's phone. */
export function OpenCheckout({ sale }: { sale: Sale }) {
  const { t } = useTranslation()
  const { run, busy, failure } = useCall(() => till.practice.openCheckout({ saleId: sale.id }))
  return (
    <>
      <Button icon="link" busy={busy} className={styles.open} onClick={run}>
        {t('live.action.openCheckout')}
      </Button>
      {failure && <FailureNotice failure={failure} />}
    </>
  )
}
