import { useTranslation } from 'react-i18next'
import { useHistory } from '../../sale-status/use-history'
import { useSale } from '../../stores/sales-store'
import { FailureNotice } from '../../ui/failure-notice'
import { Loading } from '../../ui/loading'
import { LivePayment } from './live-payment'
import { useCustomerSees } from './use-customer-sees'

/** One payment, live: it stays on the screen until the cashier leaves it. */
export function LiveScreen({ saleId }: { saleId: string }) {
  const { t } = useTranslation()
  const sale = useSale(saleId)
  const history = useHistory(saleId)
  useCustomerSees(saleId)
  if (sale) return <LivePayment key={saleId} sale={sale} events={history.events} />
  if (history.failure) return <FailureNotice failure={history.failure} />
  return <Loading text={t('payments.loading')} />
}
