import { useTranslation } from 'react-i18next'
import type { CurrencyDay } from '../../../shared/day/report'
import { TallyCell } from './split-table'
import styles from './split-table.module.css'

/** Refunds recorded in this period, by how the money went back. They change no other number. */
export function Refunds({ day: { currency, refunds } }: { day: CurrencyDay }) {
  const { t } = useTranslation()
  const rows = (['dashboard', 'cash'] as const).filter(how => refunds[how].sales > 0)
  if (rows.length === 0) return null
  return (
    <section aria-label={t('day.refunds.title')}>
      <table className={styles.table}>
        <caption>
          {t('day.refunds.title')} <small>{currency}</small>
        </caption>
        <tbody>
          {rows.map(how => (
            <tr key={how}>
              <th scope="row">{t(`day.refunds.${how}`)}</th>
              <td>
                <TallyCell tally={refunds[how]} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className={styles.note}>{t('day.refunds.text')}</p>
    </section>
  )
}
