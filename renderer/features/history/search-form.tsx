import { type KeyboardEvent, type RefObject, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { settledBlocks } from '../../../shared/day/blocks'
import { type PaymentState, paymentStateSchema } from '../../../shared/payment/payments-filter'
import { longestReference } from '../../../shared/payment/service-payment'
import { hourName } from '../../i18n/day'
import { isEnter } from '../../typing/is-enter'
import { typedText } from '../../typing/typed-text'
import { Button } from '../../ui/button'
import field from '../../ui/field.module.css'
import { Icon } from '../../ui/icons/icon'
import { SelectField } from '../../ui/select-field'
import { dayChoices, emptySearch, type SearchForm as Form, isBackwards, isEmpty } from './filter'
import styles from './search-form.module.css'

/** Some filters find more than one status, and have words of their own. */
const stateKeys = {
  paid: 'status.paid',
  givenBack: 'status.givenBack',
  waiting: 'search.state.waiting',
  unknown: 'day.block.unknown',
  failed: 'status.failed',
  expired: 'status.expired',
  manager: 'staff.role.manager',
  withdrawn: 'status.withdrawn',
} as const satisfies Record<PaymentState, string>

interface SearchFormProps {
  form: Form
  field: RefObject<HTMLInputElement | null>
  onChange: (form: Form) => void
  /** Down from the field goes into the list. */
  onDown: () => void
  onEnter: () => void
}

/** What a person searches for: a text, days and a state, in one row. All of it has to be true at once. */
export function SearchForm(props: SearchFormProps) {
  const { form, field: search, onChange, onDown, onEnter } = props
  const { t } = useTranslation()
  const set = (changes: Partial<Form>) => onChange({ ...form, ...changes })
  const onKeyDown = (event: KeyboardEvent) => {
    if (isEnter(event)) onEnter()
    if (event.key !== 'ArrowDown') return
    event.preventDefault()
    onDown()
  }
  return (
    <div className={styles.form}>
      <div className={styles.search}>
        <Icon name="search" />
        <input
          ref={search}
          type="search"
          aria-label={t('payments.search')}
          placeholder={t('payments.searchHint')}
          value={form.text}
          maxLength={longestReference}
          autoComplete="off"
          spellCheck={false}
          onChange={event => set({ text: typedText(event) })}
          onKeyDown={onKeyDown}
        />
        {!isEmpty(form) && (
          <Button
            variant="quiet"
            icon="cross"
            aria-label={t('search.clear')}
            title={t('search.clear')}
            onClick={() => {
              onChange(emptySearch)
              search.current?.focus()
            }}
          />
        )}
      </div>
      <SelectField
        bare={styles.filter}
        label={t('nav.day')}
        value={form.day}
        options={[
          ...dayChoices.map(value => ({ value, label: t(`search.day.${value}`) })),
          ...(form.hour ? [{ value: 'hour' as const, label: hourName(form.hour.hour) }] : []),
        ]}
        onChange={day => set({ day })}
      />
      <SelectField
        bare={styles.filter}
        label={t('field.state')}
        value={form.state}
        options={[
          { value: 'any', label: t('search.state.any') },
          ...paymentStateSchema.options.map(value => ({ value, label: t(stateKeys[value]) })),
        ]}
        apart={{
          label: t('day.block.settled'),
          options: settledBlocks.map(value => ({ value, label: t(`resolvedAs.${value}`) })),
        }}
        onChange={state => set({ state })}
      />
      {form.day === 'range' && <Range form={form} set={set} />}
    </div>
  )
}

function Range({ form, set }: { form: Form; set: (changes: Partial<Form>) => void }) {
  const { t } = useTranslation()
  const id = useId()
  return (
    <span className={styles.range}>
      {(['from', 'to'] as const).map(end => (
        <label key={end}>
          {t(`search.day.${end}`)}
          <input
            type="date"
            className={field.input}
            value={form[`${end}Day`]}
            aria-describedby={id}
            onChange={event => set({ [`${end}Day`]: typedText(event) })}
          />
        </label>
      ))}
      <output id={id}>{isBackwards(form) && t('search.day.wrongWay')}</output>
    </span>
  )
}
