import { useTranslation } from 'react-i18next'
import { useTill } from '../../stores/till-store'
import { show } from '../../stores/view-store'
import { Button } from '../../ui/button'
import { Notice } from '../../ui/notice'

/** True when the connection in use cannot take cards, because the service requires a webhook (§4.3). */
export function useWebhookMissing(): boolean {
  return useTill(({ active, connections }) => {
    if (active === null || active === 'practice') return false
    return connections[active].webhookAddress === ''
  })
}

/** Says why card payments are not possible yet, and leads to where they are made possible. */
export function WebhookNeeded() {
  const { t } = useTranslation()
  return (
    <>
      <Notice tone="unknown" icon="warn" title={t('charge.webhook.title')}>
        <p>{t('charge.webhook.text')}</p>
      </Notice>
      <div>
        <Button look="primary" onClick={() => show({ name: 'settings', tab: 'connection' })}>
          {t('charge.webhook.open')}
        </Button>
      </div>
    </>
  )
}
