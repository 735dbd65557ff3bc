import { useTranslation } from 'react-i18next'
import type { ReadBackSale } from '../../../shared/ipc/till-state'
import { till } from '../../bridge/till'
import { Button } from '../../parts/button'
import { CenteredCard } from '../../parts/centered-card'
import { FailureNotice } from '../../parts/failure-notice'
import { useCall } from '../../state/use-call'
import { show } from '../../state/view-store'
import { ReadBack } from './read-back'

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
