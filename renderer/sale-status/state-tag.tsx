import { useTranslation } from 'react-i18next'
import type { Payment } from '../../shared/payment/payment'
import { classNames } from '../ui/class-names'
import { Icon } from '../ui/icons/icon'
import tones from '../ui/tones.module.css'
import { type DisplayStatus, displayStatusOf, toneAndIcon } from './display-status'
import { stateText, statusText } from './payment-text'
import styles from './state-tag.module.css'

interface StateTagProps {
  payment: Payment
  /** Where another part knows it better. */
  status?: DisplayStatus
}

/** A payment's state in a list: icon, word and colour in one tag. */
export function StateTag({ payment, status: known }: StateTagProps) {
  const { t } = useTranslation()
  const status = known ?? displayStatusOf(payment)
  const { tone, icon } = toneAndIcon(status)
  return (
    <span className={classNames(styles.tag, tones[tone])}>
      <Icon name={icon} size="s" />
      {known ? statusText(known, payment, t) : stateText(payment, t)}
    </span>
  )
}

/** A state's icon in its colour: soft in lists, solid in the band of a payment. */
export function StateIcon({ status, solid = false }: { status: DisplayStatus; solid?: boolean }) {
  const { tone, icon } = toneAndIcon(status)
  return (
    <span className={classNames(tones[tone], solid ? styles.solid : styles.soft)}>
      <Icon name={icon} size={solid ? 'xl' : 's'} />
    </span>
  )
}
