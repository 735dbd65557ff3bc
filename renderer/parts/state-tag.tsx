import { useTranslation } from 'react-i18next'
import type { Sale } from '../../shared/payment/sale'
import { Icon } from '../icons/icon'
import { chipOf, faceOf, lookOf } from '../words/face'
import { classNames } from './class-names'
import styles from './state-tag.module.css'
import tones from './tones.module.css'

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
