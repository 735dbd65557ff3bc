import { useTranslation } from 'react-i18next'
import type { BlockReason, InterruptedSale } from '../../../shared/ipc/till-state'
import { formatMsisdn } from '../../../shared/phone'
import { till } from '../../bridge/till'
import { useCall } from '../../hooks/use-call'
import { amountText } from '../../sale-status/sale-text'
import { useTill } from '../../stores/till-store'
import { show } from '../../stores/view-store'
import { Button } from '../../ui/button'
import { CenteredCard } from '../../ui/centered-card'
import { Explanation, TechnicalDetail } from '../../ui/explanation'
import { FailureNotice } from '../../ui/failure-notice'
import layout from '../../ui/layout.module.css'
import { ReturnedLedgers } from '../../ui/returned-ledgers'
import { Exported, RescueButtons, useRescue } from './rescue'
import { SealLine, StartOver } from './seal-line'

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
      <Explanation
        what={t(`blocked.reasons.${reason}.what`)}
        money={money}
        next={t(nextKey(reason, { exported: rescue.found !== null, returned }))}
      />
      {reason === 'replaced' && <Shipped />}
      {mayPass(reason) && <p>{t(tryingAlone ? 'blocked.tryingAlone' : 'blocked.tryByHand')}</p>}
      {rescue.failure && <FailureNotice failure={rescue.failure} />}
      {failure && <FailureNotice failure={failure} />}
      <div className={layout.wrap3}>
        {isRescuable(reason) && <RescueButtons {...rescue} />}
        <Button variant={mayHelp(reason) ? 'primary' : 'plain'} busy={busy} onClick={run}>
          {t('blocked.tryAgain')}
        </Button>
        <Button
          variant={reason.startsWith('keys-') ? 'primary' : 'plain'}
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

/** Whether what a replaced till recorded has reached the shop database. */
function Shipped() {
  const { t } = useTranslation()
  const shop = useTill(state => state.shopDatabase)
  // Before the database has said how far it is, nothing is known.
  if (shop === null || shop.place === null) return null
  const isShipped = shop.waiting === 0 && shop.shippedAt !== null
  return (
    <p>
      {isShipped
        ? t('blocked.replacedShipped')
        : t('blocked.replacedWaiting', { count: shop.waiting })}
    </p>
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

/** Trouble that can pass without a person. */
function mayPass(reason: BlockReason): boolean {
  return reason.startsWith('storage-') || reason === 'ledger-in-use'
}

/** Whether asking again can help: a keychain is looked for at the start alone. */
function mayHelp(reason: BlockReason): boolean {
  return !isRescuable(reason) && !isKeyTrouble(reason) && !reason.startsWith('keys-')
}

/** A ledger that may be sound, and cannot be opened here. */
function isKeyTrouble(reason: BlockReason): boolean {
  return reason === 'ledger-key-unreadable' || reason === 'ledger-key-missing'
}

/** A ledger that is there but that this app cannot open. Main decides again. */
function isRescuable(reason: BlockReason): boolean {
  return reason === 'ledger-unreadable' || reason === 'ledger-newer'
}

/** What a block means for the money: of the sales that were being written, if any; else in general. */
function useMoneyText(reason: BlockReason): string {
  const { t } = useTranslation()
  const { interrupted } = useTill(state => state.recovery)
  const practising = useTill(state => state.active === 'practice')
  // A ledger of practice has no money in it, whatever became of it.
  if (practising && reason.startsWith('ledger-')) return t('blocked.practiceMoney')
  if (interrupted.length === 0) return t(`blocked.reasons.${reason}.money`)
  return interrupted.map(sale => t(keyOf(sale), valuesOf(sale))).join(' ')
}

function keyOf({ isNew }: InterruptedSale) {
  return isNew ? 'blocked.interrupted.newSale' : 'blocked.interrupted.laterStep'
}

function valuesOf({ amount, msisdn }: InterruptedSale) {
  return { amount: amountText(amount), phone: formatMsisdn(msisdn) }
}
