import { useTranslation } from 'react-i18next'
import { till } from '../../bridge/till'
import { show } from '../../stores/view-store'
import { Button } from '../../ui/button'
import { CallButton } from '../../ui/call-button'
import { CenteredCard } from '../../ui/centered-card'
import layout from '../../ui/layout.module.css'

/** A connection was chosen that has no keys yet. */
export function NotConnectedScreen() {
  const { t } = useTranslation()
  return (
    <CenteredCard icon="plug" tone="unknown" title={t('notConnected.title')}>
      <p>
        {t('errors.not-connected')} {t('notConnected.money')}
      </p>
      <p>{t('notConnected.next')}</p>
      <div className={layout.wrap3}>
        <Button variant="primary" onClick={() => show({ name: 'settings', tab: 'connection' })}>
          {t('notConnected.connect')}
        </Button>
        <CallButton call={() => till.connection.choose({ kind: 'practice' })}>
          {t('notConnected.practice')}
        </CallButton>
      </div>
    </CenteredCard>
  )
}
