import { useTranslation } from 'react-i18next'
import { FailureNotice } from '../../parts/failure-notice'
import { Loading } from '../../parts/loading'
import { useSale } from '../../state/sales-store'
import { LivePayment } from './live-payment'
import { useCustomerSees } from './use-customer-sees'
import { useStory } from './use-story'

/** One payment, live: it stays on the screen until the cashier leaves it. */
export function LiveScreen({ saleId }: { saleId: string }) {
  const { t } = useTranslation()
  const sale = useSale(saleId)
  const story = useStory(saleId)
  useCustomerSees(saleId)
  if (sale) return <LivePayment key={saleId} sale={sale} events={story.events} />
  if (story.failure) return <FailureNotice failure={story.failure} />
  return <Loading text={t('payments.loading')} />
}
