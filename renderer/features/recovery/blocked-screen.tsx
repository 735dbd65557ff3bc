import { useTranslation } from 'react-i18next'
import type { BlockReason } from '../../../shared/ipc/till-state'
import { till } from '../../bridge/till'
import { useCall } from '../../hooks/use-call'
import { useTill } from '../../stores/till-store'
import { show } from '../../stores/view-store'
import { Button } from '../../ui/button'
import { CenteredCard } from '../../ui/centered-card'
import { FailureNotice } from '../../ui/failure-notice'
import { ReturnedLedgers } from '../../ui/returned-ledgers'
import { TechnicalDetail } from '../../ui/technical-detail'
import { ThreeAnswers } from '../../ui/three-answers'
import styles from './blocked-screen.module.css'
import { Exported } from './exported'
import { useMoneyText } from './money-text'
import { RescueButtons, useRescue } from './rescue'
import { SealLine } from './seal-line'
import { StartOver } from './start-over'

interface BlockedScreenProps {
  reason: BlockReason
  detail: string
  /** The keychain that sealed what cannot be opened, where it is known. */
  sealedBy?: string | null
}

/** Why the till does not sell, what that means for the money, and what to do next. */
export function BlockedScreen({ reason, detail, sealedBy = null }: BlockedScreenProps) {
  const { t } = useTranslation()
  const { tryingAlone } = useTill(state => state.recovery)
  const returned = useTill(state => state.returnable.length > 0)
  const money = useMoneyText(reason)
  const rescue = useRescue()
  const { run, busy, failure } = useCall(() => till.ledger.tryAgain())
  return (
    <CenteredCard icon="barred" tone="bad" title={t('blocked.title')} wide>
      {rescue.found && <Exported found={rescue.found} />}
      <ReturnedLedgers />
      <ThreeAnswers
        what={t(`blocked.reasons.${reason}.what`)}
        money={money}
        next={t(nextKey(reason, { exported: rescue.found !== null, returned }))}
      />
      {mayPass(reason) && <p>{t(tryingAlone ? 'blocked.tryingAlone' : 'blocked.tryByHand')}</p>}
      {rescue.failure && <FailureNotice failure={rescue.failure} />}
      {failure && <FailureNotice failure={failure} />}
      <div className={styles.buttons}>
        {isRescuable(reason) && <RescueButtons {...rescue} />}
        <Button look={mayHelp(reason) ? 'primary' : 'plain'} busy={busy} onClick={run}>
          {t('blocked.tryAgain')}
        </Button>
        <Button
          look={reason.startsWith('keys-') ? 'primary' : 'plain'}
          onClick={() => show({ name: 'settings', tab: 'connection' })}
        >
          {t('blocked.openSettings')}
        </Button>
        {isKeyTrouble(reason) && <StartOver />}
      </div>
      {sealedBy !== null && <SealLine sealedBy={sealedBy} />}
      {detail && <TechnicalDetail text={detail} />}
    </CenteredCard>
  )
}

/** What to do next: what was done already is not advised again. */
function nextKey(
  reason: BlockReason,
  { exported, returned }: Record<'exported' | 'returned', boolean>,
) {
  if (exported) return 'blocked.rescue.next'
  return returned ? 'blocked.returned.next' : (`blocked.reasons.${reason}.next` as const)
}

/** Trouble that can pass while the till stands there. */
function mayPass(reason: BlockReason): boolean {
  return reason.startsWith('storage-') || reason === 'ledger-in-use'
}

/** Whether asking again can help: a keychain is looked for at the start alone. */
function mayHelp(reason: BlockReason): boolean {
  return !isRescuable(reason) && !isKeyTrouble(reason) && !reason.startsWith('keys-')
}

/** A ledger that may be sound, and that nobody can open here. */
function isKeyTrouble(reason: BlockReason): boolean {
  return reason === 'ledger-key-unreadable' || reason === 'ledger-key-missing'
}

/** A ledger that is there but that this app cannot open. Main decides again. */
function isRescuable(reason: BlockReason): boolean {
  return reason === 'ledger-unreadable' || reason === 'ledger-newer'
}
