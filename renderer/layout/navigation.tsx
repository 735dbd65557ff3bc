import { useTranslation } from 'react-i18next'
import { useKeys } from '../hooks/use-keys'
import { didItGoThroughKey, openDidItGoThrough } from '../stores/did-it-go-through-store'
import { type Shortcut, shortcuts, useShortcutsList } from '../stores/shortcuts-store'
import { show, useView, type View } from '../stores/view-store'
import { Icon, type IconName } from '../ui/icons/icon'
import styles from './shell.module.css'

const places: readonly {
  name: 'charge' | 'payments' | 'customers' | 'day' | 'settings' | 'help'
  icon: IconName
  to: View
}[] = [
  { name: 'charge', icon: 'plus', to: { name: 'charge' } },
  { name: 'payments', icon: 'list', to: { name: 'payments' } },
  { name: 'customers', icon: 'person', to: { name: 'customers' } },
  { name: 'day', icon: 'calendar', to: { name: 'day' } },
  { name: 'settings', icon: 'sliders', to: { name: 'settings', tab: 'connection' } },
  { name: 'help', icon: 'question', to: { name: 'help' } },
]

/** Which place each view belongs to; a live payment is its own place, shown in the rail. */
const placeOf = {
  charge: 'charge',
  live: null,
  payments: 'payments',
  history: 'payments',
  otherTill: 'payments',
  customers: 'customers',
  day: 'day',
  shopDay: 'day',
  cashUp: 'day',
  shift: 'day',
  pastCashUps: 'day',
  closedDay: 'day',
  settings: 'settings',
  help: 'help',
} as const

/** What is shown also while the till does not sell: no other place is on the screen then. */
function isAlways(name: string): boolean {
  return name === 'settings' || name === 'help'
}

/** The till's places, and the one question that is asked from all of them. */
export function Navigation({ canLook }: { canLook: boolean }) {
  const { t } = useTranslation()
  const current = useView(({ view }) => placeOf[view.name])
  return (
    <nav className={styles.navigation} aria-label={t('nav.label')}>
      {canLook && (
        <button
          type="button"
          className={styles.place}
          aria-keyshortcuts={didItGoThroughKey}
          // The focus stays where a person types, and is there again afterwards.
          onMouseDown={event => event.preventDefault()}
          onClick={() => openDidItGoThrough()}
        >
          <Icon name="search" />
          {t('shortcuts.does.search')}
          <kbd>{didItGoThroughKey}</kbd>
        </button>
      )}
      {places.map(({ name, icon, to }) => (
        <button
          key={name}
          type="button"
          className={styles.place}
          data-place={name}
          aria-current={current === name && (canLook || isAlways(name)) ? 'page' : undefined}
          onClick={() => show(to)}
        >
          <Icon name={icon} />
          {t(`nav.${name}`)}
        </button>
      ))}
    </nav>
  )
}

/** Listens for the shortcuts, also while something is typed; not behind an open dialog. */
export function Shortcuts() {
  const press = ({ to }: Shortcut) => {
    if (document.querySelector('dialog[open]')) return
    if (to) show(to)
    else useShortcutsList.setState({ isOpen: true })
  }
  useKeys(Object.fromEntries(shortcuts.map(each => [each.keys, () => press(each)])))
  return null
}
