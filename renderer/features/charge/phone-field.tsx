import { useEffect, useId } from 'react'
import { useTranslation } from 'react-i18next'
import type { KnownCustomer } from '../../../shared/customer-book'
import { formatMsisdn } from '../../../shared/phone'
import { knownName } from '../../sale-status/sale-text'
import { leaveField, setField, useChargeForm } from '../../stores/charge-form'
import type { Problem } from '../../stores/charge-problems'
import { useTill } from '../../stores/till-store'
import { Field } from '../../ui/field'
import hidden from '../../ui/hidden.module.css'
import { forgetLookup, lookUp } from './customer-lookup'
import styles from './phone-field.module.css'
import { PhoneHint } from './phone-hint'
import { useSuggestions } from './use-suggestions'

interface PhoneFieldProps {
  className: string | undefined
  problem: Problem | undefined
  onEnter: () => void
}

/**
 * The customer's number, with the known customers whose number begins so below it. It stays a text
 * field that owns a list (aria-activedescendant): most numbers are simply typed.
 */
export function PhoneField({ className, problem, onEnter }: PhoneFieldProps) {
  const { t } = useTranslation()
  const id = useId()
  const shop = useTill(state => state.settings.shop)
  const text = useChargeForm(form => form.fields.phone)
  const { shown, active, pick, onKeyDown, setFocused } = useSuggestions(onEnter)
  const open = shown.length > 0
  useEffect(() => {
    lookUp(text, shop)
  }, [text, shop])
  useEffect(() => forgetLookup, [])
  return (
    <div className={`${styles.phone} ${className ?? ''}`}>
      <Field
        name="phone"
        label={t('charge.phone')}
        inputMode="tel"
        hint={<PhoneHint typed={text} />}
        value={text}
        maxLength={40}
        error={problem && !open ? t(`charge.problems.${problem}`) : null}
        aria-autocomplete="list"
        aria-controls={open ? id : undefined}
        aria-activedescendant={open && active !== null ? `${id}-${active}` : undefined}
        onChange={event => setField('phone', event.target.value)}
        onKeyDown={onKeyDown}
        onFocus={() => setFocused(true)}
        onBlur={() => {
          setFocused(false)
          leaveField('phone')
        }}
      />
      {open && <SuggestionList id={id} customers={shown} active={active} onPick={pick} />}
      <output className={hidden.hidden}>
        {open && t('charge.suggestions.found', { number: shown.length })}
      </output>
    </div>
  )
}

interface SuggestionListProps {
  id: string
  customers: readonly KnownCustomer[]
  active: number | null
  onPick: (customer: KnownCustomer) => void
}

/** Known customers to pick from. The focus stays in the field that it belongs to. */
function SuggestionList({ id, customers, active, onPick }: SuggestionListProps) {
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
