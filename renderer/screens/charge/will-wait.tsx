import { useTranslation } from 'react-i18next'
import { Icon } from '../../icons/icon'
import { useOutlook } from '../../state/use-outlook'
import { formatSeconds } from '../../words/countdown'
import { troubleOf } from '../../words/waiting'
import { useLimits } from '../live/use-limits'
import { useChargeForm } from './charge-form'
import styles from './will-wait.module.css'

/** Said before the press: this sale will wait, and how long it then goes out without asking. */
export function WillWait() {
  const { t } = useTranslation()
  const channel = useChargeForm(form => form.channel)
  const trouble = troubleOf(useOutlook())
  const { aloneMs } = useLimits(channel)
  // Why it waits stands in the bar above, on every screen.
  if (trouble === null) return null
  return (
    <output className={styles.wait}>
      <Icon name="queue" size="m" />
      <span>
        <strong>{t('charge.wait.title')}</strong>{' '}
        {t('charge.wait.text', { alone: formatSeconds(aloneMs / 1000) })}
      </span>
    </output>
  )
}
