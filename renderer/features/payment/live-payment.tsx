import { useTranslation } from 'react-i18next'
import type { PaymentEvent } from '../../../shared/payment/event'
import type { Sale } from '../../../shared/payment/sale'
import { statusOf } from '../../../shared/payment/status'
import { adviceFor } from '../../sale-status/advice'
import { displayStatusAt, toneAndIcon } from '../../sale-status/display-status'
import { ReceiptBar } from '../../sale-status/receipt-bar'
import { RefundButton } from '../../sale-status/refund-button'
import { customerLine } from '../../sale-status/sale-text'
import { isWaiting } from '../../sale-status/waiting'
import { useTill } from '../../stores/till-store'
import { classNames } from '../../ui/class-names'
import { Money } from '../../ui/money'
import { PageTitle } from '../../ui/page-title'
import tones from '../../ui/tones.module.css'
import { AdviceBox } from './advice-box'
import { AnswerNotices } from './answer-notices'
import { Checkout } from './checkout'
import { LiveActions } from './live-actions'
import { LiveNotices } from './live-notices'
import styles from './live-payment.module.css'
import { OpenCheckout } from './open-checkout'
import { OpenUntil } from './open-until'
import { StateBand } from './state-band'
import { Timeline } from './timeline'
import { useEnd } from './use-end'
import { useMoment } from './use-moment'
import { useWaitingTick } from './use-waiting-tick'
import { WaitingLines } from './waiting-lines'

/** The state in a band, the money huge, what to say now, and the next step. */
export function LivePayment({ sale, events }: { sale: Sale; events: readonly PaymentEvent[] }) {
  const { t } = useTranslation()
  const moment = useMoment(sale)
  useWaitingTick(moment.countdown !== null)
  const practice = useTill(state => state.active === 'practice')
  const heed = adviceFor(sale, moment).kind !== 'say'
  const end = useEnd(sale, moment)
  const showCode = sale.channel === 'card' && statusOf(sale) === 'waitingForCustomer'
  return (
    <section
      className={classNames(styles.live, tones[toneAndIcon(displayStatusAt(sale, moment)).tone])}
    >
      <StateBand sale={sale} moment={moment} />
      <div className={styles.body} data-code={showCode || undefined} data-heed={heed || undefined}>
        <div className={styles.main}>
          <div className={styles.money}>
            <PageTitle>
              <Money amount={sale.amount} />
            </PageTitle>
            <p className={styles.who}>{customerLine(sale, t)}</p>
            {sale.note && <p className={styles.note}>{sale.note}</p>}
          </div>
          {/* What an answer said comes first, then the next step: both are in sight on the smallest window. */}
          <AnswerNotices sale={sale} />
          <AdviceBox sale={sale} moment={moment} />
          {isWaiting(sale) && !moment.elsewhere && <WaitingLines sale={sale} moment={moment} />}
          {showCode && end !== null && <OpenUntil end={end} />}
          <LiveNotices sale={sale} moment={moment} />
          <ReceiptBar sale={sale} />
          <RefundButton sale={sale} />
          {practice && showCode && sale.checkoutUrl && <OpenCheckout sale={sale} />}
        </div>
        {showCode ? (
          <Checkout sale={sale} />
        ) : (
          <Timeline sale={sale} events={events} elsewhere={moment.elsewhere} end={end} />
        )}
      </div>
      <LiveActions sale={sale} moment={moment} />
    </section>
  )
}
