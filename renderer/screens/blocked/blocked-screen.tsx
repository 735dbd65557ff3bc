import { useTranslation } from 'react-i18next'
import type { BlockReason } from '../../../shared/ipc/till-state'
import { Button } from '../../parts/button'
import { CenteredCard } from '../../parts/centered-card'
import { ThreeAnswers } from '../../parts/three-answers'
import { show } from '../../state/view-store'

/** Why the till does not sell, what that means for the money, and what to do next. */
export function BlockedScreen({ reason, detail }: { reason: BlockReason; detail: string }) {
  const { t } = useTranslation()
  return (
    <CenteredCard icon="barred" tone="bad" title={t('blocked.title')}>
      <ThreeAnswers
        what={t(`blocked.reasons.${reason}.what`)}
        money={t(`blocked.reasons.${reason}.money`)}
        next={t(`blocked.reasons.${reason}.next`)}
        detail={detail}
      />
      <Button onClick={() => show({ name: 'settings', tab: 'connection' })}>
        {t('blocked.openSettings')}
      </Button>
    </CenteredCard>
  )
}
