import { useTranslation } from 'react-i18next'
import { till } from '../../bridge/till'
import { useCall } from '../../hooks/use-call'
import { show } from '../../stores/view-store'
import { Button } from '../../ui/button'
import { CenteredCard } from '../../ui/centered-card'
import { FailureNotice } from '../../ui/failure-notice'
import layout from '../../ui/layout.module.css'

/** A connection was chosen that has no keys yet. */
export function NotConnectedScreen() {
  const { t } = useTranslation()
  const { run, busy, failure } = useCall(() => till.connection.choose({ kind: 'practice' }))
  return (
    <CenteredCard icon="plug" tone="unknown" title={t('notConnected.title')}>
      <p>
        {t('errors.not-connected')} {t('notConnected.money')}
      </p>
      <p>{t('notConnected.next')}</p>
      {failure && <FailureNotice failure={failure} />}
      <div className={layout.wrap3}>
        <Button variant="primary" onClick={() => show({ name: 'settings', tab: 'connection' })}>
          {t('notConnected.connect')}
        </Button>
        <Button busy={busy} onClick={run}>
          {t('notConnected.practice')}
        </Button>
      </div>
    </CenteredCard>
  )
}
