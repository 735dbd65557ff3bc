import type { TFunction } from 'i18next'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { DisplayView } from '../../../../shared/ipc/till-state'
import type { ChosenDisplay } from '../../../../shared/settings/customer-window'
import { till } from '../../../bridge/till'
import { useTill } from '../../../stores/till-store'
import { CallButton } from '../../../ui/call-button'
import { Choice } from '../../../ui/choice'
import { type ControlProps, valueControl } from '../controls'
import styles from '../settings.module.css'

/** Off, automatic, or one of the displays that there are. */
export const customerDisplay = valueControl<ChosenDisplay>(props => <DisplayChoice {...props} />)

function DisplayChoice({ label, value, onChange }: ControlProps<ChosenDisplay>) {
  const { t } = useTranslation()
  const displays = useTill(state => state.displays)
  const named = displays.map((display, index) => ({
    ...display,
    title: displayName(display, index, t),
  }))
  const choose = (chosen: string) => {
    const display = named.find(({ id }) => String(id) === chosen)
    if (chosen === 'off' || chosen === 'automatic') onChange(chosen)
    else if (display) onChange({ id: display.id, name: display.title })
  }
  return (
    <Choice
      label={label}
      value={typeof value === 'string' ? value : String(value.id)}
      options={[
        { value: 'off', label: t('settings.alerts.off') },
        {
          value: 'automatic',
          label: t('settings.customer.automatic'),
          text: t('settings.customer.automaticText'),
        },
        ...named.map(({ id, title, isTill }) => ({
          value: String(id),
          label: title,
          text: t(isTill ? 'settings.customer.tillsOwn' : 'settings.customer.displayText'),
        })),
        ...unplugged(value, displays, t),
      ]}
      onChange={choose}
    />
  )
}

/** The one that was chosen stays on the list while it is unplugged: the window waits for it. */
function unplugged(chosen: ChosenDisplay, displays: readonly DisplayView[], t: TFunction) {
  if (typeof chosen === 'string' || displays.some(({ id }) => id === chosen.id)) return []
  const label = t('settings.customer.unplugged', { name: chosen.name })
  return [{ value: String(chosen.id), label, text: t('settings.customer.displayText') }]
}

/** Its own name, or its place among the displays; and its size, by which people know it. */
function displayName({ name, width, height }: DisplayView, index: number, t: TFunction): string {
  const size = { width, height }
  return name === ''
    ? t('settings.customer.displayUnnamed', { number: index + 1, ...size })
    : t('settings.customer.display', { name, ...size })
}

/** Whether the customer's window is open, where, and a picture to find it by. */
export function CustomerWindowState() {
  const { t } = useTranslation()
  const off = useTill(state => state.settings.customerWindow.display === 'off')
  const displays = useTill(state => state.displays)
  const [tested, setTested] = useState(false)
  const index = displays.findIndex(({ isCustomer }) => isCustomer)
  const display = displays[index]
  if (!display)
    return (
      <p role="status" className={styles.windowState}>
        {t(off ? 'settings.alerts.off' : 'settings.customer.none')}
      </p>
    )
  return (
    <>
      <p role="status" className={styles.windowState}>
        {t('settings.customer.open', { display: displayName(display, index, t) })}{' '}
        {tested && t('settings.customer.testShown')}
      </p>
      <div>
        <CallButton call={till.customer.showTest} onDone={() => setTested(true)}>
          {t('settings.customer.showTest')}
        </CallButton>
      </div>
    </>
  )
}
