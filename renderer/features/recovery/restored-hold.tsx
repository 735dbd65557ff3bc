import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { RestoredCopy } from '../../../shared/backup'
import { till } from '../../bridge/till'
import { formatMoment } from '../../i18n/clock-time'
import { useTill } from '../../stores/till-store'
import { CallButton } from '../../ui/call-button'
import { CenteredCard } from '../../ui/centered-card'
import { Explanation } from '../../ui/explanation'
import { OwnerProof } from '../../ui/owner-proof'

/** A till that was restored from a backup, until an owner has confirmed that it goes on from there. */
export function RestoredHold({ copy }: { copy: RestoredCopy }) {
  const { t, i18n } = useTranslation()
  const [proof, type] = useState('')
  const asksProof = useTill(state => state.staff.state === 'none')
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
      <CallButton variant="primary" call={() => till.backup.goOn({ proof })}>
        {t('backup.hold.confirm')}
      </CallButton>
    </CenteredCard>
  )
}
