import { type KeyboardEvent, type ReactNode, type RefObject, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { saleStateSchema } from '../../../shared/payment/sales-filter'
import { longestReference } from '../../../shared/payment/service-payment'
import { Button } from '../../ui/button'
import { Icon } from '../../ui/icons/icon'
import { Segments } from '../../ui/segments'
import { emptySearch, type SearchForm as Form, isBackwards, isEmpty } from './filter'
import styles from './search-form.module.css'

interface SearchFormProps {
  form: Form
  field: RefObject<HTMLInputElement | null>
  onChange: (form: Form) => void
  /** Down from the field goes into the list. */
  onDown: () => void
  onEnter: () => void
  /** What can be done with all that was found. */
  children: ReactNode
}

/** What a person searches for: a text, days and states. All of it has to be true at once. */
export function SearchForm(props: SearchFormProps) {
  const { form, field, onChange, onDown, onEnter, children } = props
  const { t } = useTranslation()
  const set = (changes: Partial<Form>) => onChange({ ...form, ...changes })
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') onEnter()
    if (event.key !== 'ArrowDown') return
    event.preventDefault()
    onDown()
  }
  return (
    <div className={styles.form}>
      <div className={styles.search}>
        <Icon name="search" />
        <input
          ref={field}
          type="search"
          aria-label={t('payments.search')}
          placeholder={t('payments.searchHint')}
          value={form.text}
          maxLength={longestReference}
          autoComplete="off"
          spellCheck={false}
          onChange={event => set({ text: event.target.value })}
          onKeyDown={onKeyDown}
        />
        {!isEmpty(form) && (
          <Button
            look="quiet"
            icon="cross"
            onClick={() => {
              onChange(emptySearch)
              field.current?.focus()
            }}
          >
            {t('search.clear')}
          </Button>
        )}
      </div>
      <div className={styles.row}>
        <Segments
          label={t('search.day.label')}
          value={form.day}
          options={(['any', 'today', 'yesterday', 'range'] as const).map(value => ({
            value,
            label: t(`search.day.${value}`),
          }))}
          onChange={day => set({ day })}
        />
        {form.day === 'range' && <Range form={form} set={set} />}
        {children}
        <StateChips form={form} set={set} />
      </div>
    </div>
  )
}

interface PartProps {
  form: Form
  set: (changes: Partial<Form>) => void
}

function Range({ form, set }: PartProps) {
  const { t } = useTranslation()
  const id = useId()
  return (
    <span className={styles.range}>
      <label>
        {t('search.day.from')}
        <input
          type="date"
          value={form.fromDay}
          aria-describedby={id}
          onChange={event => set({ fromDay: event.target.value })}
        />
      </label>
      <label>
        {t('search.day.to')}
        <input
          type="date"
          value={form.toDay}
          aria-describedby={id}
          onChange={event => set({ toDay: event.target.value })}
        />
      </label>
      <output id={id}>{isBackwards(form) && t('search.day.wrongWay')}</output>
    </span>
  )
}

function StateChips({ form, set }: PartProps) {
  const { t } = useTranslation()
  return (
    <fieldset className={styles.chips} aria-label={t('search.state.label')}>
      {saleStateSchema.options.map(state => {
        const on = form.states.includes(state)
        const others = form.states.filter(one => one !== state)
        return (
          <button
            key={state}
            type="button"
            className={styles.chip}
            aria-pressed={on}
            onClick={() => set({ states: on ? others : [...others, state] })}
          >
            {on && <Icon name="check" size="s" />}
            {t(`search.state.${state}`)}
          </button>
        )
      })}
    </fieldset>
  )
}
