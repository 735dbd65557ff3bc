import { useTranslation } from 'react-i18next'
import type { PaymentEvent } from '../../../shared/payment/event'
import type { Payment } from '../../../shared/payment/payment'
import { useHistory } from '../../hooks/use-history'
import { ReceiptBar } from '../../sale-status/receipt-bar'
import { RefundButton } from '../../sale-status/refund-button'
import { OwnHandedOverTwice } from '../../sale-status/sale-parts'
import { afterwards, customerLine } from '../../sale-status/sale-text'
import { StateTag } from '../../sale-status/state-tag'
import { useSale } from '../../stores/sales-store'
import { show } from '../../stores/view-store'
import { Button } from '../../ui/button'
import { classNames } from '../../ui/class-names'
import { FailureNotice } from '../../ui/failure-notice'
import layout from '../../ui/layout.module.css'
import { Loading } from '../../ui/loading'
import { Money } from '../../ui/money'
import { PageTitle } from '../../ui/page'
import { ExportButton } from './export-button'
import { HistoryColumns } from './history-columns'
import styles from './history-screen.module.css'

/** Everything that ever happened to one sale, and every name it goes by. */
export function HistoryScreen({ paymentId }: { paymentId: string }) {
  const { t } = useTranslation()
  const sale = useSale(paymentId)
  const { value, failure } = useHistory(paymentId)
  return (
    <section className={classNames(layout.scrolls, styles.history)}>
      <div className={classNames(layout.wrap2, styles.top)}>
        <Button variant="quiet" icon="arrowLeft" onClick={() => show({ name: 'payments' })}>
          {t('nav.payments')}
        </Button>
        <ExportButton what={{ paymentId }} />
        <Button variant="primary" onClick={() => show({ name: 'live', paymentId })}>
          {t('app.viewPayment')}
        </Button>
      </div>
      {failure && <FailureNotice failure={failure} />}
      {sale && <History sale={sale} events={value?.events ?? []} />}
      {!sale && !failure && <Loading text={t('app.reading')} />}
    </section>
  )
}

function History({ sale, events }: { sale: Payment; events: readonly PaymentEvent[] }) {
  const { t } = useTranslation()
  return (
    <>
      <div className={classNames(layout.row, styles.head)}>
        <PageTitle className={styles.title}>
          <Money amount={sale.amount} />
        </PageTitle>
        <StateTag sale={sale} />
      </div>
      <p className={styles.who}>{[customerLine(sale, t), ...afterwards(sale, t)].join(' · ')}</p>
      <OwnHandedOverTwice paymentId={sale.id} />
      <ReceiptBar sale={sale} />
      <RefundButton sale={sale} />
      <HistoryColumns sale={sale} events={events} />
    </>
  )
}
