import { useTranslation } from 'react-i18next'
import type { Light } from '../../shared/ipc/till-state'
import type { ShopDatabaseView } from '../../shared/shop-database'
import { till } from '../bridge/till'
import { useUntil } from '../hooks/use-ages'
import { useKeys } from '../hooks/use-keys'
import { useNow } from '../hooks/use-now'
import { formatMinute } from '../i18n/clock-time'
import { spanText } from '../i18n/countdown'
import { useOutlook } from '../sale-status/use-payment-facts'
import { useTill } from '../stores/till-store'
import hidden from '../ui/hidden.module.css'
import { Icon } from '../ui/icons/icon'
import styles from './header.module.css'

/** Entries of a few payments: they are stored within a second. */
const mostOnTheWay = 20

/** Whose till this is, whether it reaches the world, and what time it is. */
export function TopBar() {
  const { t } = useTranslation()
  const shop = useTill(state => state.settings.shop)
  const lights = useTill(state => state.lights)
  const now = useNow()
  return (
    <div className={styles.top}>
      <b className={styles.shop}>{shop.name || t('app.name')}</b>
      <span>{shop.till}</span>
      <span className={styles.lights}>
        {/* First: what comes and goes at the lights' left does not move them. */}
        <GateLine />
        {(['internet', 'service'] as const).map(name => (
          <Sign
            key={name}
            name={t(`top.${name}`)}
            light={lights[name]}
            words={t(`top.light.${lights[name]}`)}
          />
        ))}
        <ShopLight />
      </span>
      <WhoIsHere />
      <time className={styles.clock}>{formatMinute(now)}</time>
    </div>
  )
}

/** When the next call goes to the service, while none may go now. A screen reader is not told each second. */
function GateLine() {
  const { t } = useTranslation()
  const { gate, lights } = useOutlook()
  const left = useUntil(gate.until)
  if (left === null || gate.state === 'open') return null
  const time = spanText(Math.ceil(left / 1000), t)
  // The light next to it may have said who asks: then only how long is left to say.
  const asked = gate.state === 'asked-to-wait' && lights.service !== 'busy'
  return (
    <span className={styles.gate} role="timer">
      {t(asked ? 'top.gate.asked' : 'top.gate.next', { time })}
    </span>
  )
}

/** Whether the other tills see this till's payments; there only where a shop database is set up. */
function ShopLight() {
  const { t } = useTranslation()
  const shop = useTill(state => state.shopDatabase)
  if (!shop) return null
  const { waiting, fault, place } = shop
  const light = lightOf(shop)
  const words =
    light === 'on'
      ? t('top.light.on')
      : light === 'keys-rejected'
        ? t('shopDatabase.lightFault')
        : place && waiting > 0
          ? t('shopDatabase.lightWaiting', { count: waiting })
          : t(fault ? 'top.light.off' : 'top.light.unasked')
  return <Sign name={t('settings.group.shop.title')} light={light} words={words} />
}

/** Only what time does not repair asks for the owner. */
function lightOf({ waiting, fault, place }: ShopDatabaseView): Light {
  if (fault === 'unreachable' || fault === 'server-trouble') return 'off'
  if (fault !== null) return 'keys-rejected'
  if (place === null) return 'unasked'
  // What was committed a moment ago is on its way.
  return waiting > mostOnTheWay ? 'busy' : 'on'
}

/** A light: shape, colour and words. What is well is only spoken; all else is written out. */
function Sign({ name, light, words }: { name: string; light: Light; words: string }) {
  return (
    <span className={styles.light} data-light={light}>
      <svg viewBox="0 0 16 16" aria-hidden="true">
        {shapes[light]}
      </svg>
      {name}
      <span className={light === 'on' ? hidden.hidden : styles.lightWords}> {words}</span>
    </span>
  )
}

const crossed = <path d="M3.500 3.5l9 9m0-9l-9 9" />

const shapes: Record<Light, React.ReactNode> = {
  unasked: <circle cx="8" cy="8" r="5" strokeDasharray="2.6 2.6" />,
  on: <circle cx="8" cy="8" r="6.5" className={styles.fullLight ?? ''} />,
  off: <path d="M8 2.2l6.300 11.3H1.7z" />,
  portal: <path d="M3.500 14V2h9v12M8 8h.1" />,
  busy: <path d="M4 2h8L4 14h8z" />,
  'keys-rejected': crossed,
  'keys-unfit': crossed,
}

/** Who is at the till, and the button with which another person signs in. */
function WhoIsHere() {
  const { t } = useTranslation()
  const staff = useTill(state => state.staff)
  const signedIn = staff.state === 'signed-in'
  useKeys(signedIn ? { 'Control+L': lock, 'Meta+L': lock } : {})
  if (!signedIn) return null
  return (
    <>
      <span className={styles.who}>
        <Icon name="person" size="s" />
        <span className={styles.personName}>{staff.person.name}</span>
        <small>{t(`staff.role.${staff.role}`)}</small>
      </span>
      <button
        type="button"
        className={styles.lock}
        title={t('staff.bar.lockHint')}
        aria-keyshortcuts="Control+L"
        onClick={lock}
      >
        <Icon name="lock" size="s" />
        {t('staff.bar.lock')}
      </button>
    </>
  )
}

function lock(): void {
  till.staff.lock()
}
