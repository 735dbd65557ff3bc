import { useTranslation } from 'react-i18next'
import type { Payment } from '../../shared/payment/payment'
import { usePayments } from '../stores/payments-store'
import { classNames } from '../ui/class-names'
import { Icon } from '../ui/icons/icon'
import tones from '../ui/tones.module.css'
import { type DisplayStatus, statusInSale, toneAndIcon } from './display-status'
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

/** A payment's own state, unless its sale asks by it for what is too much. */
export function PaymentTag({ payment }: { payment: Payment }) {
  const { t } = useTranslation()
  const status = usePayments(({ sales }) => statusInSale(payment, sales[payment.sale] ?? null))
  const text = status === 'tooMuch' ? t('status.tooMuch') : stateText(payment, t)
  return <StateTag status={status} text={text} />
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
