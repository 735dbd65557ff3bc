import { useTranslation } from 'react-i18next'
import type { ReadBackSale } from '../../../shared/ipc/till-state'
import { till } from '../../bridge/till'
import { useCall } from '../../hooks/use-call'
import { show } from '../../stores/view-store'
import { Button } from '../../ui/button'
import { CenteredCard } from '../../ui/centered-card'
import { FailureNotice } from '../../ui/failure-notice'
import { ReadBack } from './verified-export'

/** The ledger is open again after a failure: what became of the sales that were being written. */
export function RecoveredScreen({ sales }: { sales: readonly ReadBackSale[] }) {
  const { t } = useTranslation()
  const { run, busy, failure } = useCall(() => till.ledger.acknowledge())
  const missing = sales.some(({ recorded }) => !recorded)
  const open = async (saleId: string) => {
    const answer = await run()
    if (answer?.ok) show({ name: 'live', saleId })
  }
  return (
    <CenteredCard
      // No tick over money that was not taken.
      icon={missing ? 'alert' : 'check'}
      tone={missing ? 'unknown' : 'brand'}
      title={t('recovered.title')}
      wide
    >
      <p>{t('recovered.lead')}</p>
      {sales.length === 0 && <p>{t('recovered.nothing')}</p>}
      {sales.map(sale => (
        <ReadBack key={sale.saleId} sale={sale} onOpen={() => open(sale.saleId)} />
      ))}
      {failure && <FailureNotice failure={failure} />}
      <Button look="primary" busy={busy} onClick={run}>
        {t('recovered.goOn')}
      </Button>
    </CenteredCard>
  )
}
