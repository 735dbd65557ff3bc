import { useTranslation } from 'react-i18next'
import type { PaymentEvent } from '../../../shared/payment/event'
import type { Payment } from '../../../shared/payment/payment'
import { useHistory } from '../../hooks/use-history'
import { GiveBackButton } from '../../sale-status/give-back'
import { OwnHandedOverTwice } from '../../sale-status/payment-parts'
import { afterwards, customerLine } from '../../sale-status/payment-text'
import { ReceiptBar } from '../../sale-status/receipt-bar'
import { PaymentTag } from '../../sale-status/state-tag'
import { usePayment } from '../../stores/payments-store'
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

/** Everything that ever happened to one payment, and every name it goes by. */
export function HistoryScreen({ paymentId }: { paymentId: string }) {
  const { t } = useTranslation()
  const payment = usePayment(paymentId)
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
      {payment && <History payment={payment} events={value?.events ?? []} />}
      {!payment && !failure && <Loading text={t('app.reading')} />}
    </section>
  )
}

function History({ payment, events }: { payment: Payment; events: readonly PaymentEvent[] }) {
  const { t } = useTranslation()
  return (
    <>
      <div className={classNames(layout.row, styles.head)}>
        <PageTitle className={styles.title}>
          <Money amount={payment.amount} />
        </PageTitle>
        <PaymentTag payment={payment} />
      </div>
      <p className={styles.who}>
        {[customerLine(payment, t), ...afterwards(payment, t)].join(' · ')}
      </p>
      <OwnHandedOverTwice paymentId={payment.id} />
      <ReceiptBar payment={payment} />
      <GiveBackButton payment={payment} />
      <HistoryColumns payment={payment} events={events} />
    </>
  )
}
