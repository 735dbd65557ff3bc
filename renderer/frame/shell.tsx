import type { ReactNode } from 'react'
import { Shortcuts } from '../keys/shortcuts-overlay'
import { IntegrityStrip } from './integrity-strip'
import { ModeBanner } from './mode-banner'
import { Navigation } from './navigation'
import { NewsStrip } from './news-strip'
import styles from './shell.module.css'
import { TopBar } from './top-bar'
import { TroubleStrip } from './trouble-strip'

/** The window's frame: banner, top bar, places, the screen in the middle, and what stands beside it. */
export function Shell({ children, beside }: { children: ReactNode; beside?: ReactNode }) {
  return (
    <div className={styles.shell} data-beside={beside ? true : undefined}>
      <Shortcuts />
      <header>
        <ModeBanner />
        <TopBar />
        {beside && <NewsStrip />}
        <TroubleStrip />
        <IntegrityStrip />
      </header>
      <div className={styles.middle}>
        <Navigation canLook={beside !== undefined} />
        <main className={styles.main}>{children}</main>
        {beside}
      </div>
    </div>
  )
}
