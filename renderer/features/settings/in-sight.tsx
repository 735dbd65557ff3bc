import { type ReactNode, useEffect, useRef } from 'react'
import styles from './settings.module.css'

/**
 * The answer that a person waits for, which may stand below the fold of a long form: brought into sight
 * when it comes, and again when the window's size changes, as that moves everything above it.
 */
export function InSight({ children }: { children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const show = () => place.current?.scrollIntoView({ block: 'start' })
    show()
    window.addEventListener('resize', show)
    return () => window.removeEventListener('resize', show)
  }, [])
  return (
    <div ref={place} className={styles.inSight}>
      {children}
    </div>
  )
}
