import styles from './icon.module.css'
import { type IconName, shapes } from './shapes'

export type { IconName } from './shapes'

/** An icon, silent to screen readers: the word next to it speaks. */
export function Icon({ name, size = 'm' }: { name: IconName; size?: 's' | 'm' | 'l' | 'xl' }) {
  return (
    <svg className={`${styles.icon} ${styles[size]}`} viewBox="0 0 24 24" aria-hidden="true">
      <path d={shapes[name]} />
    </svg>
  )
}
