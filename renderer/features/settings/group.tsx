import { type ReactNode, useEffect, useId, useRef } from 'react'
import styles from './settings.module.css'

interface GroupProps {
  title: string
  text?: string
  children?: ReactNode
}

/** Settings that belong together. */
export function Group({ title, text, children }: GroupProps) {
  const id = useId()
  return (
    <section className={styles.section} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {text && <p>{text}</p>}
      {children}
    </section>
  )
}

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
