import { useTranslation } from 'react-i18next'
import type { Payment } from '../../shared/payment/payment'
import { classNames } from '../ui/class-names'
import { Icon } from '../ui/icons/icon'
import tones from '../ui/tones.module.css'
import { type DisplayStatus, displayStatusOf, toneAndIcon } from './display-status'
import { stateText } from './payment-text'
import styles from './state-tag.module.css'

/** A state in a list: icon, word and colour in one tag. */
export function StateTag({ status, text }: { status: DisplayStatus; text: string }) {
  const { tone, icon } = toneAndIcon(status)
  return (
    <span className={classNames(styles.tag, tones[tone])}>
      <Icon name={icon} size="s" />
      {text}
    </span>
  )
}

/** A payment's own state. */
export function PaymentTag({ payment }: { payment: Payment }) {
  const { t } = useTranslation()
  return <StateTag status={displayStatusOf(payment)} text={stateText(payment, t)} />
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
