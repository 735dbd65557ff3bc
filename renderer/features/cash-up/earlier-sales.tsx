import { useTranslation } from 'react-i18next'
import type { EarlierSale } from '../../../shared/day/report'
import { formatMoment } from '../../i18n/day'
import { amountText } from '../../sale-status/sale-text'
import styles from './day-tables.module.css'

/** Money that was confirmed in this period for sales of earlier ones: each is named. */
export function EarlierSales({ sales }: { sales: readonly EarlierSale[] }) {
  const { t, i18n } = useTranslation()
  if (sales.length === 0) return null
  return (
    <section className={styles.sales}>
      <h2 className={styles.earlier}>{t('day.earlier.title')}</h2>
      <ul>
        {sales.map(({ saleId, amount, name, recordedAt, period, late, paidTwice }) => (
          <li key={saleId}>
            <b>{amountText(amount)}</b>
            <span>{name || t('retention.removedShort')}</span>
            <span>
              {t('day.earlier.sold', { time: formatMoment(recordedAt, i18n.language), period })}
            </span>
            {paidTwice && <strong>{t('day.mark.paidTwice')}</strong>}
            {late && !paidTwice && <strong>{t('day.mark.late')}</strong>}
          </li>
        ))}
      </ul>
    </section>
  )
}
