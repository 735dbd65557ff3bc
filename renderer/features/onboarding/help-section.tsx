import { type ReactNode, useId } from 'react'
import styles from './help.module.css'

/** One part of the help, with a heading that screen readers jump to. */
export function HelpSection({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section className={styles.section} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  )
}
