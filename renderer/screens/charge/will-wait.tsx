import { useTranslation } from 'react-i18next'
import { Icon } from '../../icons/icon'
import { useOutlook } from '../../state/use-outlook'
import { formatSeconds } from '../../words/countdown'
import { troubleOf } from '../../words/waiting'
import { useLimits } from '../live/use-limits'
import { useChargeForm } from './charge-form'
import styles from './will-wait.module.css'

/** Said before the press: this sale will wait, why, and how long it may then go out without asking. */
export function WillWait() {
  const { t } = useTranslation()
  const channel = useChargeForm(form => form.channel)
  const trouble = troubleOf(useOutlook())
  const { aloneMs, renewMs } = useLimits(channel)
  if (trouble === null) return null
  const times = {
    alone: formatSeconds(aloneMs / 1000),
    renew: formatSeconds(renewMs / 1000),
  }
  return (
    <div className={styles.wait}>
      <Icon name="queue" size="m" />
      <p>
        <strong>{t('charge.wait.title')}</strong> {t(`live.why.${trouble}`)}{' '}
        {t('charge.wait.text', times)}
      </p>
    </div>
  )
}
