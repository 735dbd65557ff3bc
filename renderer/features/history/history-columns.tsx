import { useTranslation } from 'react-i18next'
import type { PaymentEvent } from '../../../shared/payment/event'
import type { Sale } from '../../../shared/payment/sale'
import { formatDate, formatSecond } from '../../i18n/clock-time'
import { spanText } from '../../i18n/span-text'
import { historyLines } from '../../sale-status/history-lines'
import { HistoryText } from '../../sale-status/history-text'
import styles from './history-screen.module.css'
import { SaleFacts } from './sale-facts'

interface HistoryColumnsProps {
  sale: Sale
  events: readonly PaymentEvent[]
}

/** What happened to a sale, line by line, and its facts. */
export function HistoryColumns({ sale, events }: HistoryColumnsProps) {
  const { t } = useTranslation()
  return (
    <div className={styles.columns}>
      <div>
        <h2>{t('history.title')}</h2>
        <ol className={styles.lines}>
          {historyLines(events).map((line, index, all) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a history only grows at its end
            <li key={index}>
              <Moment at={line.at} before={all[index - 1]?.at ?? null} />
              <HistoryText line={line} />
            </li>
          ))}
        </ol>
      </div>
      <SaleFacts sale={sale} />
    </div>
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
        <small>{t('history.gap', { time: spanText((at - before) / 1000, t) })}</small>
      )}
    </span>
  )
}
