import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import type { DisplayView } from '../../../../shared/ipc/till-state'
import type {
  ChosenDisplay,
  CustomerWindowSettings,
} from '../../../../shared/settings/customer-window'
import { useTill } from '../../../stores/till-store'
import { Choice } from '../../../ui/choice'
import { choiceOf, displayName, type NamedDisplay } from './customer-displays'

interface CustomerDisplayChoiceProps {
  settings: CustomerWindowSettings
  onChange: (display: ChosenDisplay) => void
}

/** Off, by itself, or on one of the displays that there are. */
export function CustomerDisplayChoice({ settings, onChange }: CustomerDisplayChoiceProps) {
  const { t } = useTranslation()
  const displays = useTill(state => state.displays)
  const chosen = settings.display
  const named = displays.map((display, index) => ({
    ...display,
    title: displayName(display, index, t),
  }))
  const options = [
    { value: 'off', label: t('settings.customer.off') },
    {
      value: 'automatic',
      label: t('settings.customer.automatic'),
      text: t('settings.customer.automaticText'),
    },
    ...named.map(display => displayOption(display, t)),
    ...unplugged(chosen, displays, t),
  ]
  return (
    <Choice
      label={t('settings.customer.where')}
      value={choiceOf(chosen)}
      options={options}
      error={null}
      onChange={value => onChange(readChoice(value, named, chosen))}
    />
  )
}

function displayOption({ id, title, isTill }: NamedDisplay, t: TFunction) {
  const text = t(isTill ? 'settings.customer.tillsOwn' : 'settings.customer.displayText')
  return { value: String(id), label: title, text }
}

/** The one that was chosen stays on the list while it is unplugged: the window waits for it. */
function unplugged(chosen: ChosenDisplay, displays: readonly DisplayView[], t: TFunction) {
  if (typeof chosen === 'string' || displays.some(({ id }) => id === chosen.id)) return []
  const label = t('settings.customer.unplugged', { name: chosen.name })
  return [{ value: String(chosen.id), label, text: t('settings.customer.displayText') }]
}

function readChoice(
  value: string,
  named: readonly NamedDisplay[],
  before: ChosenDisplay,
): ChosenDisplay {
  if (value === 'off' || value === 'automatic') return value
  const display = named.find(({ id }) => String(id) === value)
  return display ? { id: display.id, name: display.title } : before
}
