import { useTranslation } from 'react-i18next'
import { useTill } from '../../../stores/till-store'
import { Icon } from '../../../ui/icons/icon'
import styles from './service.module.css'

/** How the keys are kept safe on this computer, in words. */
export function SealingText() {
  const { t } = useTranslation()
  const sealing = useTill(state => state.sealing)
  const words = () => {
    if (sealing.method === 'keychain')
      return sealing.state === 'open'
        ? t('settings.connection.sealedKeychain', { backend: sealing.backend })
        : t('settings.connection.sealedUnavailable')
    return sealing.state === 'none-yet'
      ? t('settings.connection.sealedNone')
      : t('settings.connection.sealedPassphrase')
  }
  return (
    <p className={styles.sealing}>
      <Icon name="lock" size="s" />
      {words()}
    </p>
  )
}
