import type { ReactNode } from 'react'
import styles from './centered-card.module.css'
import { classNames } from './class-names'
import { Icon, type IconName } from './icons/icon'
import { PageTitle } from './page'
import type { Tone } from './tone'
import tones from './tones.module.css'

interface CenteredCardProps {
  icon: IconName
  tone: Tone | 'brand'
  title: string
  /** For what has to be read before anything is pressed. */
  wide?: boolean
  children: ReactNode
}

/** The one thing to look at, in the middle of the window. */
export function CenteredCard({ icon, tone, title, wide, children }: CenteredCardProps) {
  return (
    <div className={styles.space}>
      <section className={classNames(styles.card, wide && styles.wide, tones[tone])}>
        <div className={styles.head}>
          <span className={styles.icon}>
            <Icon name={icon} size="l" />
          </span>
          <PageTitle className={styles.title}>{title}</PageTitle>
        </div>
        {children}
      </section>
    </div>
  )
}
