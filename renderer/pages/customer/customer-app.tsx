import { useEffect } from 'react'
import type { CustomerView } from '../../../shared/customer-view'
import { speak } from '../../i18n/i18n'
import { followTheme, markMode } from '../../ui/theme/theme'
import styles from './customer-app.module.css'
import { ModeBand } from './mode-band'
import { Scene } from './scene'
import { useCustomerView } from './use-customer-view'

/** The customer's window. Nothing can be done in it; it says what main lets it say. */
export function CustomerApp() {
  const view = useCustomerView()
  return view && <Screen view={view} />
}

function Screen({ view }: { view: CustomerView }) {
  const { theme, language, mode, shop, scene } = view
  useEffect(() => followTheme(theme), [theme])
  useEffect(() => speak(language), [language])
  useEffect(() => markMode(mode), [mode])
  return (
    <div className={styles.screen}>
      {mode && <ModeBand mode={mode} />}
      <Scene shop={shop} scene={scene} />
    </div>
  )
}
