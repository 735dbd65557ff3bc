import { type ComponentProps, type ReactNode, useEffect, useRef } from 'react'
import { show, type View } from '../stores/view-store'
import { Button } from './button'
import { classNames } from './class-names'
import styles from './page.module.css'

interface PageProps {
  title: ReactNode
  /** Before the title: the way back. */
  back?: { text: string; to: View }
  /** Behind the title, in its line while there is space. */
  aside?: ReactNode
  /** False where a part of the page scrolls by itself. */
  scrolls?: boolean
  children: ReactNode
}

/** A screen under its head. It scrolls as a whole unless told otherwise. */
export function Page({ title, back, aside, scrolls = true, children }: PageProps) {
  return (
    <section className={classNames(styles.page, scrolls && styles.scrolls)}>
      <div className={styles.head}>
        {back && (
          <Button variant="quiet" icon="arrowLeft" onClick={() => show(back.to)}>
            {back.text}
          </Button>
        )}
        <PageTitle className={styles.title}>{title}</PageTitle>
        {aside}
      </div>
      {children}
    </section>
  )
}

/**
 * A screen's heading. It takes the focus when the screen opens, so that a screen reader begins there
 * and a second Enter, pressed in a hurry, meets no button.
 */
export function PageTitle({ className, children }: ComponentProps<'h1'>) {
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => title.current?.focus({ preventScroll: true }), [])
  return (
    <h1 ref={title} tabIndex={-1} className={className}>
      {children}
    </h1>
  )
}
