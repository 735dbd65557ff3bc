import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { useScan } from '../hooks/use-scan'
import { useView, type View } from '../stores/view-store'
import { ModeBanner } from '../ui/mode-banner'
import { Navigation, Shortcuts } from './navigation'
import { FoldedPayments } from './recent-payments'
import styles from './shell.module.css'
import {
  BackupStrip,
  ClockStrip,
  NewsStrip,
  NumLockStrip,
  OlderTillStrip,
  TroubleStrip,
} from './strips'
import { TopBar } from './top-bar'

/** The whole window: what is said also where the till is locked or closed, and the rest below it. */
export function TillWindow({ children }: { children: ReactNode }) {
  return (
    <div className={styles.window}>
      <ClockStrip />
      <NumLockStrip />
      <div className={styles.rest}>{children}</div>
    </div>
  )
}

/** The window's frame: banner, top bar, places, the screen in the middle, and what is next to it. */
export function Shell({ children, aside }: { children: ReactNode; aside?: ReactNode }) {
  const middle = useScrollToStart()
  const [folded, unfold] = useFolded()
  useScan(aside !== undefined)
  const shown = aside && (folded ? <FoldedPayments onUnfold={unfold} /> : aside)
  return (
    <div className={styles.shell} data-aside={aside ? (folded ? 'folded' : 'shown') : undefined}>
      <Shortcuts />
      <header>
        <ModeBanner />
        <TopBar />
        {aside && <NewsStrip />}
        <TroubleStrip />
        <OlderTillStrip />
        <BackupStrip />
      </header>
      <div ref={middle} className={styles.middle}>
        <Navigation canLook={aside !== undefined} />
        <main className={styles.main}>{children}</main>
        {shown}
      </div>
    </div>
  )
}

/** Payments is itself the list of them, and the day is worked through in its own. */
const wide: readonly View['name'][] = ['settings', 'payments', 'day', 'cashUp']

/** Where the screen needs the width, what is next to it is folded away, until a person unfolds it or leaves. */
function useFolded(): [boolean, () => void] {
  const screen = useView(({ view }) => view.name)
  const [unfolded, setUnfolded] = useState<View['name'] | null>(null)
  if (unfolded !== null && unfolded !== screen) setUnfolded(null)
  return [wide.includes(screen) && unfolded !== screen, () => setUnfolded(screen)]
}

/**
 * With large text everything is one below the other and scrolls as one: another screen then begins
 * at its top, and a payment with its state, not where the screen before it was left.
 */
function useScrollToStart(): RefObject<HTMLDivElement | null> {
  const middle = useRef<HTMLDivElement>(null)
  const place = useView(({ view }) => (view.name === 'live' ? view.paymentId : view.name))
  const isLive = useView(({ view }) => view.name === 'live')
  // biome-ignore lint/correctness/useExhaustiveDependencies: `place` says that another screen is shown, and `isLive` changes with it
  useEffect(() => {
    const element = middle.current
    const main = element?.querySelector('main')
    if (element && main) element.scrollTop = isLive ? main.offsetTop - element.offsetTop : 0
  }, [place])
  return middle
}
