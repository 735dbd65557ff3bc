import { useTranslation } from 'react-i18next'
import { amountText, customerLine } from '../../sale-status/sale-text'
import { useSales } from '../../stores/sales-store'
import { askedFacts } from './asked-facts'
import styles from './asked-facts-list.module.css'

/** All that a PIN allows, field by field. */
export function AskedFactsList({ argument }: { argument: string }) {
  const { t } = useTranslation()
  const byId = useSales(store => store.byId)
  const facts = askedFacts(argument, t, id => {
    const sale = byId[id]
    return sale ? `${amountText(sale.amount)} · ${customerLine(sale, t)}` : null
  })
  if (facts.length === 0) return null
  return (
    <dl className={styles.facts} aria-label={t('staff.approval.facts')}>
      {facts.map(({ label, value }, at) => (
        // Two sign-offs can say the same: only the place tells them apart.
        // biome-ignore lint/suspicious/noArrayIndexKey: the list does not change while it is shown
        <div key={at}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
