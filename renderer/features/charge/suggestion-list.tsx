import { useTranslation } from 'react-i18next'
import type { KnownCustomer } from '../../../shared/customer-book'
import { formatMsisdn } from '../../../shared/phone'
import { knownName } from '../../sale-status/known-name'
import styles from './phone-field.module.css'

interface SuggestionListProps {
  id: string
  customers: readonly KnownCustomer[]
  active: number | null
  onPick: (customer: KnownCustomer) => void
}

/** Known customers to pick from. The focus stays in the field that it belongs to. */
export function SuggestionList({ id, customers, active, onPick }: SuggestionListProps) {
  const { t } = useTranslation()
  return (
    <div id={id} role="listbox" className={styles.list} aria-label={t('charge.suggestions.label')}>
      {customers.map((customer, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the field's, which keeps the focus
        <div
          key={customer.msisdn}
          id={`${id}-${index}`}
          role="option"
          aria-selected={index === active}
          tabIndex={-1}
          className={styles.option}
          onPointerDown={event => event.preventDefault()}
          onClick={() => onPick(customer)}
        >
          <span className={styles.number}>{formatMsisdn(customer.msisdn)}</span>
          <span className={styles.name}>{knownName(customer, t)}</span>
        </div>
      ))}
    </div>
  )
}
