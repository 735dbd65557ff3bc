import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { defaultSettings, type TimeoutsSettings } from '../../../../shared/settings'
import { till } from '../../../bridge/till'
import { useCall } from '../../../hooks/use-call'
import { useTill } from '../../../stores/till-store'
import { Button } from '../../../ui/button'
import { Field } from '../../../ui/field'
import { DurationField } from '../duration-field'
import { Group } from '../group'
import { SaveBar } from '../save-bar'
import {
  type DurationName,
  patienceFields,
  readTimeouts,
  type TimeoutsFields,
  type TimeoutsName,
} from './patience-fields'
import styles from './patience-tab.module.css'

/** How patient the till is with the network and with customers (money rule 7). */
export function TimeoutsTab() {
  const { t } = useTranslation()
  const saved = useTill(state => state.settings)
  const [fields, setFields] = useState<TimeoutsFields>(() => patienceFields(saved))
  /** How often Save was pressed with something wrong in the form. */
  const [wrong, setWrong] = useState(0)
  const form = useRef<HTMLFormElement>(null)
  const [done, setDone] = useState(false)
  const { run, busy, failure } = useCall((next: TimeoutsSettings) =>
    till.settings.saveTimeouts(next),
  )
  const read = readTimeouts(fields)

  const set = (change: Partial<TimeoutsFields>) => {
    setDone(false)
    setFields(typed => ({ ...typed, ...change }))
  }
  const save = async (event: FormEvent) => {
    event.preventDefault()
    if ('problems' in read) return setWrong(times => times + 1)
    setDone((await run(read.settings))?.ok ?? false)
  }
  // The field may stand above the fold, and Save stands below it.
  useEffect(() => {
    if (wrong > 0) form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus()
  }, [wrong])
  const errorOf = (name: TimeoutsName) => {
    const problem = wrong > 0 && 'problems' in read ? read.problems[name] : undefined
    if (!problem) return null
    return problem === 'shorter'
      ? t('settings.timeouts.problems.shorter')
      : t(`settings.timeouts.problems.${name}`)
  }
  const duration = (name: DurationName) => (
    <DurationField
      label={t(`settings.timeouts.${name}`)}
      hint={t(`settings.timeouts.${name}Hint`)}
      value={fields.durations[name]}
      error={errorOf(name)}
      onChange={text => set({ durations: { ...fields.durations, [name]: text } })}
    />
  )
  const number = (name: 'sales' | 'amount') => (
    <Field
      label={t(`settings.timeouts.${name}`)}
      hint={t(`settings.timeouts.${name}Hint`)}
      inputMode="numeric"
      maxLength={20}
      value={fields[name]}
      error={errorOf(name)}
      onChange={event => set({ [name]: event.target.value })}
    />
  )
  return (
    <form ref={form} className={styles.form} onSubmit={save} noValidate>
      <Group title={t('settings.timeouts.mobile')} text={t('settings.timeouts.mobileText')}>
        <div className={styles.fields}>
          {duration('alone')}
          {duration('renew')}
        </div>
      </Group>
      <Group title={t('settings.timeouts.card')} text={t('settings.timeouts.cardText')}>
        <div className={styles.fields}>
          {duration('cardAlone')}
          {duration('cardRenew')}
        </div>
      </Group>
      <Group title={t('settings.timeouts.queue')} text={t('settings.timeouts.queueText')}>
        <div className={styles.fields}>
          {number('sales')}
          {number('amount')}
        </div>
      </Group>
      <Group title={t('settings.timeouts.watch')}>
        <div className={styles.fields}>
          {duration('prompt')}
          {duration('lifetime')}
          {duration('keyTrusted')}
        </div>
      </Group>
      <div>
        <Button onClick={() => set(patienceFields(defaultSettings))}>
          {t('settings.timeouts.defaults')}
        </Button>
      </div>
      <SaveBar busy={busy} done={done} failure={failure} />
    </form>
  )
}
