import type { ReactNode } from 'react'
import { classNames } from './class-names'
import styles from './page.module.css'
import { PageTitle } from './page-title'

interface PageProps {
  title: ReactNode
  /** Before the title: the way back. */
  back?: ReactNode
  /** Behind the title, in its line while there is room. */
  beside?: ReactNode
  /** False where a part of the page scrolls by itself. */
  scrolls?: boolean
  children: ReactNode
}

/** A screen under its head. It scrolls as a whole unless told otherwise. */
export function Page({ title, back, beside, scrolls = true, children }: PageProps) {
  return (
    <section className={classNames(styles.page, scrolls && styles.scrolls)}>
      <div className={styles.head}>
        {back}
        <PageTitle className={styles.title}>{title}</PageTitle>
        {beside}
      </div>
      {children}
    </section>
  )
}
