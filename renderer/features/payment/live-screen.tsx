import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { till } from '../../bridge/till'
import { useHistory } from '../../sale-status/use-history'
import { useSale } from '../../stores/sales-store'
import { FailureNotice } from '../../ui/failure-notice'
import { Loading } from '../../ui/loading'
import { LivePayment } from './live-payment'

/** One payment, live: it stays on the screen until the cashier leaves it. */
export function LiveScreen({ saleId }: { saleId: string }) {
  const { t } = useTranslation()
  const sale = useSale(saleId)
  const history = useHistory(saleId)
  useCustomerSees(saleId)
  if (sale) return <LivePayment key={saleId} sale={sale} events={history.events} />
  if (history.failure) return <FailureNotice failure={history.failure} />
  return <Loading text={t('app.reading')} />
}

/**
 * While a payment is on this screen, the customer's window shows it too. What goes wrong with that is
 * seen there, as nothing: the payment itself is not touched by it.
 */
function useCustomerSees(saleId: string): void {
  useEffect(() => {
    till.customer.showSale({ saleId })
    return () => {
      till.customer.showSale({ saleId: null })
    }
  }, [saleId])
}
