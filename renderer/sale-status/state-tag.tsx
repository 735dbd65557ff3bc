import { useTranslation } from 'react-i18next'
import type { Sale } from '../../shared/payment/sale'
import { classNames } from '../ui/class-names'
import { Icon } from '../ui/icons/icon'
import tones from '../ui/tones.module.css'
import { chipOf, faceOf, lookOf } from './display-status'
import styles from './state-tag.module.css'

/** A sale's state in a list: icon, word and colour in one tag. */
export function StateTag({ sale }: { sale: Sale }) {
  const { t } = useTranslation()
  const face = faceOf(sale)
  const { tone, icon } = lookOf(face)
  const chip = chipOf(sale)
  const word = chip ? t(`live.${chip}`) : t(`face.${face}`)
  return (
    <span className={classNames(styles.tag, tones[tone])}>
      <Icon name={icon} size="s" />
      {word}
    </span>
  )
}
