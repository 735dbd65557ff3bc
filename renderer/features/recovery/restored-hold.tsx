import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { RestoredCopy } from '../../../shared/backup'
import { till } from '../../bridge/till'
import { useCall } from '../../hooks/use-call'
import { formatMoment } from '../../i18n/day'
import { useTill } from '../../stores/till-store'
import { Button } from '../../ui/button'
import { CenteredCard } from '../../ui/centered-card'
import { Explanation } from '../../ui/explanation'
import { FailureNotice } from '../../ui/failure-notice'
import { OwnerProof } from '../../ui/owner-proof'

/** A till that was restored from a backup, until an owner has confirmed that it goes on from there. */
export function RestoredHold({ copy }: { copy: RestoredCopy }) {
  const { t, i18n } = useTranslation()
  const [proof, type] = useState('')
  const asksProof = useTill(state => state.staff.state === 'none')
  const { run, busy, failure } = useCall(() => till.backup.goOn({ proof }))
  const time = formatMoment(copy.madeAt, i18n.language)
  const name = [copy.shop, copy.till].filter(Boolean).join(', ')
  return (
    <CenteredCard icon="warn" tone="unknown" title={t('backup.hold.title')} wide>
      <p>
        <strong>{t('backup.hold.from', { time, till: name })}</strong>
      </p>
      <Explanation
        what={t('blocked.reasons.restored.what')}
        money={t('blocked.reasons.restored.money')}
        next={t('blocked.reasons.restored.next')}
      />
      {asksProof && <OwnerProof value={proof} onChange={type} />}
      {failure && <FailureNotice failure={failure} />}
      <div>
        <Button variant="primary" busy={busy} onClick={run}>
          {t('backup.hold.confirm')}
        </Button>
      </div>
    </CenteredCard>
  )
}
