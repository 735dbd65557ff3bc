import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CustomerTime, CustomerView } from '../../../shared/customer-view'
import { listen, till } from '../../bridge/till'
import { useNow } from '../../hooks/use-now'
import { countdownOf, isCountedForCustomer } from '../../i18n/countdown'
import { useLanguage } from '../../i18n/i18n'
import { followTheme, markMode } from '../../ui/theme/theme'
import styles from './customer.module.css'
import { Announcement, CardScene, NumberScene, sceneAt } from './scenes'

/** The customer's window. Nothing can be done in it; it says what main lets it say. */
export function CustomerApp() {
  const view = useCustomerView()
  return view && <Screen view={view} />
}

function Screen({ view }: { view: CustomerView }) {
  const { t } = useTranslation()
  const { theme, language, mode, shop, number, scene } = view
  const spoken = useLanguage(language)
  useEffect(() => followTheme(theme), [theme])
  useEffect(() => markMode(mode), [mode])
  if (!spoken) return null
  return (
    <div className={styles.screen}>
      {mode && (
        <header className={styles.band} data-mode={mode}>
          {t(`mode.${mode}`)}
        </header>
      )}
      <Scene shop={shop} number={number} scene={scene} />
    </div>
  )
}

/** What is to be seen now: main says the scene, and the clock what is left of its time. */
function Scene({ shop, number, scene: told }: Pick<CustomerView, 'shop' | 'number' | 'scene'>) {
  const now = useNow()
  const scene = sceneAt(told, now)
  const seconds = 'time' in scene ? secondsLeft(scene.time, now) : null
  if (scene.name === 'card') return <CardScene shop={shop} scene={scene} seconds={seconds} />
  if (scene.name === 'idle' && number !== '') return <NumberScene shop={shop} number={number} />
  return <Announcement shop={shop} scene={scene} seconds={seconds} />
}

function secondsLeft(time: CustomerTime | null, now: number): number | null {
  const left = time && countdownOf(time, now, time.serviceClockOffset)
  return left && isCountedForCustomer(left) ? left.secondsLeft : null
}

/** What main says is to be shown; null until it has said so. */
function useCustomerView(): CustomerView | null {
  const [view, setView] = useState<CustomerView | null>(null)
  useEffect(() => {
    // Listens first and asks then: main sends in order, so what comes later is newer.
    const stop = listen('customerViewChanged', setView)
    till.customer.view().then(answer => {
      // A failure is the cashier's to see, on the till: an empty page is all that a customer gets.
      if (answer.ok) setView(answer.value)
    })
    return stop
  }, [])
  return view
}
