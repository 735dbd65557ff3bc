import { useEffect, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { leaveField, setField, useChargeForm } from '../../stores/charge-form'
import type { Problem } from '../../stores/charge-problems'
import { useTill } from '../../stores/till-store'
import { Field } from '../../ui/field'
import hidden from '../../ui/hidden.module.css'
import { forgetLookup, lookUp } from './customer-lookup'
import styles from './phone-field.module.css'
import { PhoneHint } from './phone-hint'
import { SuggestionList } from './suggestion-list'
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
