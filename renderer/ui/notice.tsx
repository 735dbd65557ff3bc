import type { ReactNode } from 'react'
import { classNames } from './class-names'
import { Icon, type IconName } from './icons/icon'
import styles from './notice.module.css'
import type { Tone } from './tone'
import tones from './tones.module.css'

interface NoticeProps {
  /** Green is for what is paid: never a notice. */
  tone: Exclude<Tone, 'paid'> | 'brand'
  icon: IconName
  title: string
  /** Said at once by a screen reader. */
  alert?: boolean
  children?: ReactNode
}

/** Something the cashier must know, next to what they are doing. */
export function Notice({ tone, icon, title, alert = false, children }: NoticeProps) {
  return (
    <div className={classNames(styles.notice, tones[tone])} role={alert ? 'alert' : undefined}>
      <span className={styles.icon}>
        <Icon name={icon} size="m" />
      </span>
      <div className={styles.text}>
        <strong>{title}</strong>
        {children}
      </div>
    </div>
  )
}
