import { type FormEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  defaultRetention,
  fewestMonths,
  mostMonths,
  type RetentionSettings,
  retentionSettingsSchema,
} from '../../../../shared/settings/retention'
import { till } from '../../../bridge/till'
import { useCall } from '../../../hooks/use-call'
import { useTill } from '../../../stores/till-store'
import { Field } from '../../../ui/field'
import { SelectField } from '../../../ui/select-field'
import styles from '../form.module.css'
import { Group } from '../group'
import { SaveBar } from '../save-bar'

const limits = { fewest: fewestMonths, most: mostMonths }

/** For how long the till knows who its customers were. */
export function RetentionTab() {
  const { t } = useTranslation()
  const saved = useTill(state => state.settings.retention.months)
  const [forever, setForever] = useState(saved === null)
  const [text, setText] = useState(String(saved ?? defaultRetention.months))
  const form = useRef<HTMLFormElement>(null)
  const [pressed, setPressed] = useState(false)
  const [done, setDone] = useState(false)
  const { run, busy, failure } = useCall((next: RetentionSettings) =>
    till.settings.saveRetention(next),
  )
  const typed = retentionSettingsSchema.safeParse({ months: forever ? null : monthsOf(text) })
  const save = async (event: FormEvent) => {
    event.preventDefault()
    setPressed(true)
    if (!typed.success) return form.current?.querySelector<HTMLElement>('input')?.focus()
    setDone((await run(typed.data))?.ok ?? false)
  }
  return (
    <form ref={form} className={styles.form} onSubmit={save} noValidate>
      <Group title={t('retention.title')} text={t('retention.text')}>
        {/* First: whoever saves has had it before the eyes. */}
        <p>{t('retention.notBack')}</p>
        <div className={styles.pair}>
          <SelectField
            label={t('retention.for')}
            value={forever ? 'forever' : 'months'}
            options={[
              { value: 'months', label: t('retention.monthsOption') },
              { value: 'forever', label: t('retention.forever') },
            ]}
            onChange={value => {
              setDone(false)
              setForever(value === 'forever')
            }}
          />
          {!forever && (
            <Field
              label={t('retention.months')}
              hint={t('retention.hint', limits)}
              inputMode="numeric"
              maxLength={3}
              value={text}
              error={pressed && !typed.success ? t('retention.bad', limits) : null}
              onChange={event => {
                setDone(false)
                setText(event.target.value)
              }}
            />
          )}
        </div>
        <p>{t('retention.yours')}</p>
        <p>{t('retention.open')}</p>
        <p>{t('retention.clock')}</p>
      </Group>
      <SaveBar busy={busy} done={done} failure={failure} />
    </form>
  )
}

function monthsOf(text: string): number {
  return /^\d+$/.test(text.trim()) ? Number(text) : Number.NaN
}
