import { Icon } from '../icons/icon'
import { type Face, lookOf } from '../words/face'
import { classNames } from './class-names'
import styles from './state-icon.module.css'
import tones from './tones.module.css'

/** A state's icon in its colour: soft in lists, solid in the band of a payment. */
export function StateIcon({ face, solid = false }: { face: Face; solid?: boolean }) {
  const { tone, icon } = lookOf(face)
  return (
    <span className={classNames(tones[tone], solid ? styles.solid : styles.soft)}>
      <Icon name={icon} size={solid ? 'xl' : 's'} />
    </span>
  )
}
