import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { staffSettingsSchema } from '../../../../shared/settings/staff'
import { till } from '../../../bridge/till'
import { useCall } from '../../../hooks/use-call'
import { useTill } from '../../../stores/till-store'
import { Field } from '../../../ui/field'
import { Segments } from '../../../ui/segments'
import styles from '../form.module.css'
import { Group } from '../group'
import { SaveBar } from '../save-bar'

/** After how long without a touch the till locks, and how long PINs are. */
export function IdleForm() {
  const { t } = useTranslation()
  const saved = useTill(state => state.settings.staff)
  const [text, setText] = useState(String(saved.idleMinutes))
  const [pinDigits, setPinDigits] = useState(saved.pinDigits)
  const [pressed, setPressed] = useState(false)
  const [done, setDone] = useState(false)
  const { run, busy, failure } = useCall((idleMinutes: number) =>
    till.settings.saveStaff({ idleMinutes, pinDigits }),
  )
  const minutes = /^\d+$/.test(text.trim()) ? Number(text) : Number.NaN
  const bad = !staffSettingsSchema.safeParse({ idleMinutes: minutes, pinDigits }).success
  const save = async (event: FormEvent) => {
    event.preventDefault()
    setPressed(true)
    if (!bad) setDone((await run(minutes))?.ok ?? false)
  }
  return (
    <form className={styles.form} onSubmit={save} noValidate>
      <Group title={t('staff.tab.idle')} text={t('staff.tab.idleText')}>
        <Field
          label={t('staff.tab.idleMinutes')}
          hint={t('staff.tab.idleHint')}
          inputMode="numeric"
          maxLength={3}
          value={text}
          error={pressed && bad ? t('staff.tab.idleBad') : null}
          onChange={event => {
            setDone(false)
            setText(event.target.value)
          }}
        />
      </Group>
      <Group title={t('staff.tab.pins')} text={t('staff.tab.pinsText')}>
        <Segments
          label={t('staff.tab.pins')}
          value={String(pinDigits)}
          options={['4', '6'].map(value => ({
            value,
            label: t('staff.tab.digits', { count: Number(value) }),
          }))}
          onChange={value => {
            setDone(false)
            setPinDigits(value === '6' ? 6 : 4)
          }}
        />
      </Group>
      <SaveBar busy={busy} done={done} failure={failure} short />
    </form>
  )
}
