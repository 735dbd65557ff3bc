import { type ReactNode, useId } from 'react'
import styles from './settings.module.css'

interface GroupProps {
  title: string
  text?: string
  children: ReactNode
}

/** Settings that belong together. */
export function Group({ title, text, children }: GroupProps) {
  const id = useId()
  return (
    <section className={styles.group} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {text && <p>{text}</p>}
      {children}
    </section>
  )
}
