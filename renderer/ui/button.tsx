import type { ComponentProps } from 'react'
import { useTranslation } from 'react-i18next'
import { useSlow } from '../hooks/use-slow'
import styles from './button.module.css'
import { classNames } from './class-names'
import enterKey from './enter-key.module.css'
import { Icon, type IconName } from './icons/icon'
import { Spinner } from './loading'

interface ButtonProps extends ComponentProps<'button'> {
  variant?: 'primary' | 'plain' | 'quiet' | 'danger' | 'grave'
  icon?: IconName | undefined
  /** A call that it began is running: it takes no press, and turns a spinner after a second. */
  busy?: boolean
  /** Enter presses it wherever the focus is, and it says so: the screen's primary button, unless told otherwise. */
  enter?: boolean
}

/** A button of the till. While busy it keeps the focus, which a disabled one would lose. */
export function Button(props: ButtonProps) {
  const { variant = 'plain', icon, busy = false, className, children, onClick, ...others } = props
  const { enter = variant === 'primary', ...rest } = others
  const slow = useSlow(busy)
  return (
    <button
      type="button"
      {...rest}
      className={classNames(styles.button, styles[variant], className)}
      data-busy={busy || undefined}
      data-enter={enter || undefined}
      aria-disabled={busy || rest['aria-disabled']}
      onClick={busy ? event => event.preventDefault() : onClick}
    >
      {slow ? <Spinner /> : icon && <Icon name={icon} size="m" />}
      {children}
      {enter && <EnterKey />}
    </button>
  )
}

/** Says on a button that Enter presses it; silent to screen readers, which say the button's name. */
export function EnterKey() {
  const { t } = useTranslation()
  return (
    <span className={enterKey.key} aria-hidden="true">
      {t('charge.enter')}
    </span>
  )
}
