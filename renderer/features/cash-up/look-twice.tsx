import { useTranslation } from 'react-i18next'
import type { CurrencyDay } from '../../../shared/day/report'
import { marksToShow } from '../../i18n/day'
import { amountText } from '../../sale-status/sale-text'
import { Icon } from '../../ui/icons/icon'
import styles from './look-twice.module.css'

/** What a person should look at twice in a day, with how much it is about. */
export function LookTwice({ day }: { day: CurrencyDay }) {
  const { t } = useTranslation()
  const marks = marksToShow(day.marks)
  if (marks.length === 0) return null
  return (
    <ul className={styles.marks} aria-label={t('day.markTitle')}>
      {marks.map(({ name, tally }) => (
        <li key={name}>
          <Icon name={name === 'toHandOver' ? 'goods' : 'alert'} size="s" />
          <span>{t(`day.mark.${name}`)}</span>
          <b>
            {tally.sales} · {amountText({ currency: day.currency, value: tally.amount })}
          </b>
        </li>
      ))}
    </ul>
  )
}
