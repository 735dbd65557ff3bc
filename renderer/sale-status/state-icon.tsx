import { classNames } from '../ui/class-names'
import { Icon } from '../ui/icons/icon'
import tones from '../ui/tones.module.css'
import { type DisplayStatus, toneAndIcon } from './display-status'
import styles from './state-icon.module.css'

/** A state's icon in its colour: soft in lists, solid in the band of a payment. */
export function StateIcon({ status, solid = false }: { status: DisplayStatus; solid?: boolean }) {
  const { tone, icon } = toneAndIcon(status)
  return (
    <span className={classNames(tones[tone], solid ? styles.solid : styles.soft)}>
      <Icon name={icon} size={solid ? 'xl' : 's'} />
    </span>
  )
}
