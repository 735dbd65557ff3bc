import { useTranslation } from 'react-i18next'
import type { BlockReason } from '../../../shared/ipc/till-state'
import { till } from '../../bridge/till'
import { Button } from '../../parts/button'
import { CenteredCard } from '../../parts/centered-card'
import { FailureNotice } from '../../parts/failure-notice'
import { TechnicalDetail } from '../../parts/technical-detail'
import { ThreeAnswers } from '../../parts/three-answers'
import { useTill } from '../../state/till-store'
import { useCall } from '../../state/use-call'
import { show } from '../../state/view-store'
import styles from './blocked-screen.module.css'
import { useMoneyText } from './money-text'
import { Rescue } from './rescue'

/** Why the till does not sell, what that means for the money, and what to do next. */
export function BlockedScreen({ reason, detail }: { reason: BlockReason; detail: string }) {
  const { t } = useTranslation()
  const { tryingAlone } = useTill(state => state.recovery)
  const money = useMoneyText(reason)
  const { run, busy, failure } = useCall(() => till.ledger.tryAgain())
  return (
    <CenteredCard icon="barred" tone="bad" title={t('blocked.title')}>
      <ThreeAnswers
        what={t(`blocked.reasons.${reason}.what`)}
        money={money}
        next={t(`blocked.reasons.${reason}.next`)}
      />
      {mayPass(reason) && <p>{t(tryingAlone ? 'blocked.tryingAlone' : 'blocked.tryByHand')}</p>}
      {isRescuable(reason) && <Rescue />}
      {failure && <FailureNotice failure={failure} />}
      <div className={styles.buttons}>
        <Button look={isRescuable(reason) ? 'plain' : 'primary'} busy={busy} onClick={run}>
          {t('blocked.tryAgain')}
        </Button>
        <Button onClick={() => show({ name: 'settings', tab: 'connection' })}>
          {t('blocked.openSettings')}
        </Button>
      </div>
      {detail && <TechnicalDetail text={detail} />}
    </CenteredCard>
  )
}

/** Trouble that can pass while the till stands there. */
function mayPass(reason: BlockReason): boolean {
  return reason.startsWith('storage-') || reason === 'ledger-in-use'
}

/** A ledger that is there but that this app cannot open. Main decides again. */
function isRescuable(reason: BlockReason): boolean {
  return reason === 'ledger-unreadable' || reason === 'ledger-newer'
}
