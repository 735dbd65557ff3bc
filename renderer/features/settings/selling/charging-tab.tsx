import { type FormEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ChargingSettings } from '../../../../shared/settings/charging'
import { till } from '../../../bridge/till'
import { useCall } from '../../../hooks/use-call'
import { useTill } from '../../../stores/till-store'
import { Field } from '../../../ui/field'
import { Group } from '../group'
import { SaveBar } from '../save-bar'
import { type ChargingFields, chargingFields, readCharging } from './charging-fields'
import styles from './charging-tab.module.css'
import { NetworkList } from './network-list'

/** How a cashier takes a payment: preset amounts, reading back, and the names of networks. */
export function ChargingTab() {
  const { t } = useTranslation()
  const saved = useTill(state => state.settings.charging)
  const currency = useTill(state => state.settings.shop.currency)
  const [fields, setFields] = useState<ChargingFields>(() => chargingFields(saved, currency))
  const [pressed, setPressed] = useState(false)
  const [done, setDone] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const { run, busy, failure } = useCall((next: ChargingSettings) =>
    till.settings.saveCharging(next),
  )
  const read = readCharging(fields)
  const errorOf = (name: string) =>
    pressed && 'wrong' in read && read.wrong.includes(name) ? t('charging.wrong') : null

  const set = (change: Partial<ChargingFields>) => {
    setDone(false)
    setFields(typed => ({ ...typed, ...change }))
  }
  const save = async (event: FormEvent) => {
    event.preventDefault()
    setPressed(true)
    if ('settings' in read) return setDone((await run(read.settings))?.ok ?? false)
    form.current?.querySelector<HTMLElement>(`[name="${read.wrong[0]}"]`)?.focus()
  }
  return (
    <form ref={form} className={styles.form} onSubmit={save} noValidate>
      <Group title={t('charging.presets')} text={t('charging.presetsText')}>
        <div className={styles.presets}>
          {fields.presets.map((text, index) => (
            <Field
              // biome-ignore lint/suspicious/noArrayIndexKey: six places, which never move
              key={index}
              name={`presets.${index}`}
              label={t('charging.preset', { number: index + 1 })}
              inputMode="numeric"
              maxLength={20}
              value={text}
              error={errorOf(`presets.${index}`)}
              onChange={event => set({ presets: fields.presets.with(index, event.target.value) })}
            />
          ))}
        </div>
      </Group>
      <Group title={t('charging.readBack')} text={t('charging.readBackText')}>
        <div className={styles.presets}>
          {Object.entries(fields.readBackFrom).map(([code, text]) => (
            <Field
              key={code}
              name={`readBackFrom.${code}`}
              label={t('charging.readBackFrom', { currency: code })}
              hint={t('charging.readBackHint')}
              inputMode="numeric"
              maxLength={20}
              value={text}
              error={errorOf(`readBackFrom.${code}`)}
              onChange={event =>
                set({ readBackFrom: { ...fields.readBackFrom, [code]: event.target.value } })
              }
            />
          ))}
        </div>
      </Group>
      <Group title={t('charging.networks')} text={t('charging.networksText')}>
        <NetworkList networks={fields.networks} onChange={networks => set({ networks })} />
      </Group>
      <SaveBar busy={busy} done={done} failure={failure} />
    </form>
  )
}
