import { useTranslation } from 'react-i18next'
import type { CurrencyDay } from '../../../shared/day/report'
import { groupDigits } from '../../../shared/money'
import { hourName } from '../../i18n/day'
import hidden from '../../ui/hidden.module.css'
import styles from './currency-day.module.css'
import { hourBars } from './hour-bars'

const width = 640
const height = 170
const plot = { left: 86, right: width - 4, top: 12, bottom: height - 24 }

/** Confirmed money by the hour in which it came: drawn for the eye, a table for screen readers. */
export function HourChart({ day }: { day: CurrencyDay }) {
  const { t } = useTranslation()
  const { bars, hours, amounts } = hourBars(day.hours, plot)
  return (
    <figure className={styles.chart}>
      <figcaption>
        {t('day.chart.title')} <small>{day.currency}</small>
      </figcaption>
      <svg viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
        {amounts.map(({ amount, y }) => (
          <g key={amount}>
            <line className={styles.grid} x1={plot.left} x2={plot.right} y1={y} y2={y} />
            <text className={styles.amount} x={plot.left - 8} y={y + 4}>
              {groupDigits(amount)}
            </text>
          </g>
        ))}
        {bars.map(({ hour, ...bar }) => (
          <rect key={hour} className={styles.bar} {...bar} rx={3} />
        ))}
        {hours.map(({ hour, x }) => (
          <text key={hour} className={styles.hour} x={x} y={height - 6}>
            {String(hour).padStart(2, '0')}
          </text>
        ))}
      </svg>
      <table className={hidden.hidden}>
        <caption>
          {t('day.chart.title')} ({day.currency})
        </caption>
        <thead>
          <tr>
            <th scope="col">{t('day.chart.hour')}</th>
            <th scope="col">{t('nav.payments')}</th>
            <th scope="col">{t('field.amount')}</th>
          </tr>
        </thead>
        <tbody>
          {day.hours.map(({ hour, tally }) => (
            <tr key={hour}>
              <th scope="row">{hourName(hour)}</th>
              <td>{tally.sales}</td>
              <td>{groupDigits(tally.amount)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </figure>
  )
}
