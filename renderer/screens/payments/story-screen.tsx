import { useTranslation } from 'react-i18next'
import type { PaymentEvent } from '../../../shared/payment/event'
import type { Sale } from '../../../shared/payment/sale'
import { Button } from '../../parts/button'
import { FailureNotice } from '../../parts/failure-notice'
import { Loading } from '../../parts/loading'
import { Money } from '../../parts/money'
import { PageTitle } from '../../parts/page-title'
import { StateTag } from '../../parts/state-tag'
import { useSale } from '../../state/sales-store'
import { show } from '../../state/view-store'
import { formatDate, formatSecond } from '../../words/clock-time'
import { customerLine } from '../../words/sale-text'
import { spanText } from '../../words/span-text'
import { storyLines } from '../../words/story-lines'
import { RefundButton } from '../live/refund-button'
import { useStory } from '../live/use-story'
import { ReceiptBar } from '../receipts/receipt-bar'
import { ExportButton } from './export-button'
import { SaleFacts } from './sale-facts'
import styles from './story-screen.module.css'
import { StoryText } from './story-text'

/** Everything that ever happened to one sale, and every name it goes by. */
export function StoryScreen({ saleId }: { saleId: string }) {
  const { t } = useTranslation()
  const sale = useSale(saleId)
  const story = useStory(saleId)
  return (
    <section className={styles.story}>
      <div className={styles.top}>
        <Button look="quiet" icon="arrowLeft" onClick={() => show({ name: 'payments' })}>
          {t('story.back')}
        </Button>
        <ExportButton what={{ saleId }} />
        <Button look="primary" onClick={() => show({ name: 'live', saleId })}>
          {t('story.openLive')}
        </Button>
      </div>
      {story.failure && <FailureNotice failure={story.failure} />}
      {sale && <Story sale={sale} events={story.events} />}
      {!sale && story.loading && <Loading text={t('payments.loading')} />}
    </section>
  )
}

function Story({ sale, events }: { sale: Sale; events: readonly PaymentEvent[] }) {
  const { t } = useTranslation()
  return (
    <>
      <div className={styles.head}>
        <PageTitle className={styles.title}>
          <Money amount={sale.amount} />
        </PageTitle>
        <StateTag sale={sale} />
      </div>
      <p className={styles.who}>{customerLine(sale, t)}</p>
      <ReceiptBar sale={sale} />
      <RefundButton sale={sale} />
      <div className={styles.columns}>
        <div>
          <h2 className={styles.heading}>{t('story.title')}</h2>
          <ol className={styles.lines}>
            {storyLines(events).map((line, index, all) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a story only grows at its end
              <li key={index}>
                <Moment at={line.at} before={all[index - 1]?.at ?? null} />
                <StoryText line={line} />
              </li>
            ))}
          </ol>
        </div>
        <SaleFacts sale={sale} />
      </div>
    </>
  )
}

/** Long enough to be asked about: what was the till doing meanwhile? */
const gap = 10_000

/** When it happened: with its day where that is another one, and with the wait before it. */
function Moment({ at, before }: { at: number; before: number | null }) {
  const { t, i18n } = useTranslation()
  const sameDay = before !== null && new Date(at).toDateString() === new Date(before).toDateString()
  return (
    <span className={styles.moment}>
      <time dateTime={new Date(at).toISOString()}>
        {!sameDay && <span>{formatDate(at, i18n.language)}</span>}
        {formatSecond(at)}
      </time>
      {before !== null && at - before >= gap && (
        <small>{t('story.gap', { time: spanText((at - before) / 1000, t) })}</small>
      )}
    </span>
  )
}
