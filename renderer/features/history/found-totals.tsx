import { useTranslation } from 'react-i18next'
import { groupDigits } from '../../../shared/money'
import type { SalesFilter } from '../../../shared/payment/sales-filter'
import { type CurrencyTotals, type TotalKind, totalKinds } from '../../../shared/payment/totals'
import { till } from '../../bridge/till'
import layout from '../../ui/layout.module.css'
import styles from './payments.module.css'
import { totalKeys } from './total-keys'
import { useTotals } from './use-totals'

/** What the payments in the list came to. Nothing here is added to anything else. */
export function FoundTotals({ filter }: { filter: SalesFilter }) {
  const { t } = useTranslation()
  const { value, failure } = useTotals(() => till.search.totals({ filter }), filter)
  if (failure) return <p className={layout.muted}>{t('payments.totalsUnread')}</p>
  if (value === null) return null
  return (
    <section className={styles.totals} aria-label={t('payments.totalsShown')}>
      {value.newest !== null && (
        <small>{t('payments.totalsNewest', { number: groupDigits(value.newest) })}</small>
      )}
      {value.currencies.map(totals => (
        <CurrencyLine key={totals.currency} totals={totals} />
      ))}
    </section>
  )
}

function CurrencyLine({ totals }: { totals: CurrencyTotals }) {
  const { t } = useTranslation()
  const said = (kind: TotalKind) => totals[kind].sales > 0
  return totalKinds.filter(said).map(kind => (
    <span key={kind} data-kind={kind}>
      {t(totalKeys[kind])}{' '}
      <b>
        {totals.currency} {groupDigits(totals[kind].amount)}
      </b>{' '}
      <small>{t('day.count', { count: totals[kind].sales })}</small>
    </span>
  ))
}
