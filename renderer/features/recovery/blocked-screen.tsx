import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { RestoredCopy } from '../../../shared/backup'
import type { BlockReason, InterruptedPayment, LedgerExport } from '../../../shared/ipc/till-state'
import { formatMsisdn } from '../../../shared/phone'
import { till } from '../../bridge/till'
import { formatMoment } from '../../i18n/clock-time'
import { OpenPaymentsFound } from '../../sale-status/payment-parts'
import { amountText } from '../../sale-status/payment-text'
import { useTill } from '../../stores/till-store'
import { show } from '../../stores/view-store'
import { Button } from '../../ui/button'
import { CallButton } from '../../ui/call-button'
import { CallDialog } from '../../ui/call-dialog'
import { CenteredCard } from '../../ui/centered-card'
import { Explanation, TechnicalDetail } from '../../ui/explanation'
import layout from '../../ui/layout.module.css'
import { Notice } from '../../ui/notice'

/** Why the till does not sell, what that means for the money, and what to do next. */
export function BlockedScreen({ reason, detail }: { reason: BlockReason; detail: string }) {
  const { t } = useTranslation()
  const { tryingAlone } = useTill(state => state.recovery)
  const money = useMoneyText(reason)
  const [found, setFound] = useState<LedgerExport | null>(null)
  return (
    <CenteredCard icon="barred" tone="bad" title={t('blocked.title')} wide>
      {found && <Exported found={found} />}
      <Explanation
        what={t(`blocked.reasons.${reason}.what`)}
        money={money}
        next={t(found === null ? `blocked.reasons.${reason}.next` : 'blocked.rescue.next')}
      />
      {reason === 'replaced' && <Shipped />}
      {mayPass(reason) && <p>{t(tryingAlone ? 'blocked.tryingAlone' : 'blocked.tryByHand')}</p>}
      <div className={layout.wrap3}>
        {isRescuable(reason) && <RescueButtons found={found} onFound={setFound} />}
        <CallButton variant={isRescuable(reason) ? 'plain' : 'primary'} call={till.ledger.tryAgain}>
          {t('live.action.try-again')}
        </CallButton>
        <Button onClick={() => show({ name: 'settings', tab: 'connection' })}>
          {t('blocked.openSettings')}
        </Button>
      </div>
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

/** Trouble that can pass without a person. */
function mayPass(reason: BlockReason): boolean {
  return reason.startsWith('storage-') || reason === 'ledger-in-use'
}

/** A ledger that is there but that this app cannot open. Main decides again. */
function isRescuable(reason: BlockReason): boolean {
  return ['ledger-unreadable', 'ledger-newer', 'ledger-older'].includes(reason)
}

/** What a block means for the money: of the payments that were being written, if any; else in general. */
function useMoneyText(reason: BlockReason): string {
  const { t } = useTranslation()
  const { interrupted } = useTill(state => state.recovery)
  const practising = useTill(state => state.active === 'practice')
  // A ledger of practice has no money in it, also where it is damaged.
  if (practising && reason.startsWith('ledger-')) return t('blocked.practiceMoney')
  if (interrupted.length === 0) return t(moneyKey(reason))
  return interrupted.map(payment => t(keyOf(payment), valuesOf(payment))).join(' ')
}

/** Reasons that mean for the money what an error elsewhere means too share its sentence. */
function moneyKey(reason: BlockReason) {
  switch (reason) {
    case 'storage-full':
    case 'storage-read-only':
      return 'errorMoney.savedFirst'
    case 'practice-failed':
      return 'blocked.practiceMoney'
    case 'ledger-newer':
    case 'ledger-older':
      return 'errorMoney.nothing'
    default:
      return `blocked.reasons.${reason}.money` as const
  }
}

function keyOf({ isNew }: InterruptedPayment) {
  return isNew ? 'blocked.interrupted.newSale' : 'blocked.interrupted.laterStep'
}

function valuesOf({ amount, msisdn }: InterruptedPayment) {
  return { amount: amountText(amount), phone: formatMsisdn(msisdn) }
}

interface RescueButtonsProps {
  found: LedgerExport | null
  onFound: (found: LedgerExport) => void
}

/** What a person can do about a ledger that cannot be opened: export it, then begin a new one. */
function RescueButtons({ found, onFound }: RescueButtonsProps) {
  const { t } = useTranslation()
  const [asking, setAsking] = useState(false)
  return (
    <>
      <CallButton
        variant={found ? 'plain' : 'primary'}
        call={till.ledger.exportReadable}
        onDone={onFound}
      >
        {t(found ? 'blocked.rescue.again' : 'blocked.rescue.export')}
      </CallButton>
      {found && (
        <Button variant="grave" onClick={() => setAsking(true)}>
          {t('blocked.rescue.quarantine')}
        </Button>
      )}
      {/* Asks before the old ledger is set aside, and names what was still open in it. */}
      {found && asking && (
        <CallDialog
          onClose={() => setAsking(false)}
          title={t('blocked.rescue.title')}
          text={t('blocked.rescue.text')}
          confirm={t('blocked.rescue.confirm')}
          danger
          call={() => till.ledger.quarantine()}
        >
          <OpenInExport found={found} />
        </CallDialog>
      )}
    </>
  )
}

/** The payments that were still open in a ledger, as far as they could be read. */
function OpenInExport({ found }: { found: LedgerExport }) {
  const { t } = useTranslation()
  const { sales, open, moreOpen, unreadable, complete } = found
  const isUnsure = unreadable > 0 || !complete
  if (sales === 0 && isUnsure) return <p>{t('blocked.rescue.noneRead')}</p>
  return (
    <>
      <p>{t(open.length === 0 ? 'blocked.rescue.noneOpen' : 'blocked.rescue.openSales')}</p>
      {open.length > 0 && <OpenPaymentsFound payments={open} />}
      {moreOpen > 0 && <p>{t('blocked.rescue.openMore', { more: moreOpen })}</p>}
      {isUnsure && <p>{t('blocked.rescue.mayBeMore')}</p>}
    </>
  )
}

function Exported({ found }: { found: LedgerExport }) {
  const { t } = useTranslation()
  const { file, sales, unreadable, complete } = found
  const whole = complete && unreadable === 0
  // An empty file must not read as one that saved anything.
  const empty = sales === 0
  return (
    <Notice
      tone={whole && !empty ? 'brand' : 'unknown'}
      icon={whole && !empty ? 'check' : 'alert'}
      title={t(empty ? 'blocked.rescue.exportedNothing' : 'blocked.rescue.exported')}
    >
      {!empty && <p>{t('blocked.rescue.file')}</p>}
      <p className={layout.path}>{file}</p>
      {(!empty || unreadable > 0) && <p>{t('blocked.rescue.counts', { sales, unreadable })}</p>}
      {!complete && (
        <p>{t(empty ? 'blocked.rescue.incompleteNothing' : 'blocked.rescue.incomplete')}</p>
      )}
    </Notice>
  )
}

/** A till that was restored from a backup, until an owner has confirmed that it goes on from there. */
export function RestoredHold({ copy }: { copy: RestoredCopy }) {
  const { t, i18n } = useTranslation()
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
      <CallButton variant="primary" call={() => till.backup.goOn({})}>
        {t('backup.hold.confirm')}
      </CallButton>
    </CenteredCard>
  )
}

/** A connection was chosen that has no keys yet. */
export function NotConnectedScreen() {
  const { t } = useTranslation()
  return (
    <CenteredCard icon="plug" tone="unknown" title={t('notConnected.title')}>
      <p>
        {t('errors.not-connected')} {t('notConnected.money')}
      </p>
      <p>{t('notConnected.next')}</p>
      <div className={layout.wrap3}>
        <Button variant="primary" onClick={() => show({ name: 'settings', tab: 'connection' })}>
          {t('notConnected.connect')}
        </Button>
        <CallButton call={() => till.connection.choose({ kind: 'practice' })}>
          {t('notConnected.practice')}
        </CallButton>
      </div>
    </CenteredCard>
  )
}
