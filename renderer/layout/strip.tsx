import type { ReactNode } from 'react'
import { classNames } from '../ui/class-names'
import { Icon, type IconName } from '../ui/icons/icon'
import type { Tone } from '../ui/tone'
import tones from '../ui/tones.module.css'
import styles from './header.module.css'

interface StripProps {
  tone: Tone
  icon: IconName
  title: string
  text: string
  /** `alert` interrupts a screen reader, `status` waits for its pause. */
  role: 'alert' | 'status'
  /** What to press. */
  children?: ReactNode
}

/** Something that holds whatever screen is open: a line across the window, under the top bar. */
export function Strip({ tone, icon, title, text, role, children }: StripProps) {
  return (
    <div className={classNames(styles.strip, tones[tone])} role={role}>
      <Icon name={icon} size="m" />
      <p className={styles.stripText}>
        <strong>{title}</strong> {text}
      </p>
      {children}
    </div>
  )
}
