import type { TFunction } from 'i18next'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { resolvedBlocks } from '../../../shared/day/blocks'
import { isOpen, needsResolving } from '../../../shared/payment/actions'
import type { GivenBack } from '../../../shared/payment/given-back'
import type { Payment } from '../../../shared/payment/payment'
import { isConfirmed } from '../../../shared/payment/payment-money'
import { statusOf } from '../../../shared/payment/status'
import { till } from '../../bridge/till'
import { useNow } from '../../hooks/use-now'
import { formatDayMinute, formatFull, formatMinute, formatSecond } from '../../i18n/clock-time'
import { spanText } from '../../i18n/countdown'
import { useEarlierPress } from '../../sale-status/earlier-press'
import { OwnHandedOverTwice } from '../../sale-status/payment-parts'
import { givenBackText } from '../../sale-status/payment-text'
import type { PaymentScreen } from '../../sale-status/screen-content'
import { useUntilOverdue } from '../../sale-status/use-payment-facts'
import { needsNewKeys } from '../../sale-status/waiting'
import { useTill } from '../../stores/till-store'
import { CallButton } from '../../ui/call-button'
import layout from '../../ui/layout.module.css'
import { Notice } from '../../ui/notice'
import styles from './live-payment.module.css'
import type { LiveMoment } from './use-moment'

interface LiveNoticesProps {
  payment: Payment
  shown: Pick<PaymentScreen, 'name' | 'saysWhenItEnds'>
  elsewhere: boolean
}

/** What else is unusual about a payment. Each notice says what happened and what it means. */
export function LiveNotices({ payment, shown, elsewhere }: LiveNoticesProps) {
  const { t } = useTranslation()
  const earlier = useEarlierPress(store => store.paymentId === payment.id)
  const inCash = shown.name === 'paidInCash'
  return (
    <>
      {earlier && (
        <Notice tone="unknown" icon="warn" title={t('live.earlier.title')}>
          <p>{t('live.earlier.text')}</p>
        </Notice>
      )}
      {shown.saysWhenItEnds && <WaitEndNotice payment={payment} />}
      {/* Went with another account's keys, it can be neither retried nor read (money rule 3). */}
      {/* What is settled and resolved needs no asking any more. */}
      {elsewhere && (isOpen(payment) || needsResolving(payment)) && (
        <Notice tone="unknown" icon="lock" title={t('attention.reason.elsewhere')}>
          <p>{t('live.elsewhere')}</p>
        </Notice>
      )}
      {/* Where nothing graver is said of it, the band says it. */}
      {payment.late && shown.name === 'manager' && payment.contradiction === null && (
        <Notice tone="unknown" icon="clock" title={t('status.paidLate')}>
          <p>{t('attention.reason.paidLate')}</p>
        </Notice>
      )}
      {payment.givenBack.map(each => (
        <GivenBackNotice key={each.draftId} givenBack={each} />
      ))}
      {payment.resolution && (!inCash || payment.resolution.reason) && (
        <Notice
          tone="waiting"
          icon="check"
          title={t('live.resolvedAt', { time: formatMinute(payment.resolution.at) })}
        >
          {!inCash && payment.resolution.how !== 'other' && (
            <p>
              {t(`resolvedAs.${resolvedBlocks[payment.resolution.how]}`)}
              {payment.resolution.how === 'seen-in-dashboard' &&
                !isConfirmed(payment) &&
                `. ${t('day.blockText.settled')}`}
            </p>
          )}
          {payment.resolution.reason && <p>{payment.resolution.reason}</p>}
        </Notice>
      )}
      <OwnHandedOverTwice paymentId={payment.id} />
      {/* Only where neither the band nor the end of the history says it already. */}
      {statusOf(payment) === 'stopped' && payment.lastFailure && (
        <p className={layout.muted}>
          {t('live.lastFailure', {
            time: formatSecond(payment.lastFailure.at),
            reason: t(`reason.${payment.lastFailure.reason}`),
          })}
        </p>
      )}
    </>
  )
}

/** How money went back and why, and who recorded that and when. */
function GivenBackNotice({ givenBack }: { givenBack: GivenBack }) {
  const { t, i18n } = useTranslation()
  const time = formatFull(givenBack.at, i18n.language)
  return (
    <Notice tone="waiting" icon="undo" title={givenBackText(givenBack, t)}>
      {givenBack.reason && <p>{givenBack.reason}</p>}
      <p>
        {t('history.recorded')} {time}
        {givenBack.person && ` ${t('history.by', { name: givenBack.person.name })}`}
      </p>
    </Notice>
  )
}

/** When a person may say how a wait ended, and why not yet: its push may still be live (money rule 10). */
function WaitEndNotice({ payment }: { payment: Payment }) {
  const { t } = useTranslation()
  const left = useUntilOverdue(payment)
  const unsure = useTill(state => state.serviceTime === null)
  return (
    <Notice tone="waiting" icon="clock" title={t('live.waitEnd.title')}>
      <p role="timer">{t('live.waitEnd.in', { left: spanText(Math.ceil(left / 1000), t) })}</p>
      <p>{t('live.waitEnd.until')}</p>
      {unsure && <p>{t('live.waitEnd.unsure')}</p>}
    </Notice>
  )
}

/** How long a payment has waited, and what it has left. Not read out: it changes every second. */
export function WaitingLines({ payment, moment }: { payment: Payment; moment: LiveMoment }) {
  const { t } = useTranslation()
  const left = leftText(payment, moment, t)
  // A try that comes too late, or never, is not announced.
  const seconds = moment.alone === null ? 0 : Math.ceil((moment.nextTry ?? 0) / 1000)
  return (
    <div className={styles.lines}>
      {left && <p className={styles.left}>{left}</p>}
      <p>
        {t('live.wait.waited', { age: spanText(moment.windows.waited / 1000, t) })}
        {seconds > 0 && ` · ${t('live.wait.nextTry', { left: spanText(seconds, t) })}`}
      </p>
    </div>
  )
}

function leftText(payment: Payment, moment: LiveMoment, t: TFunction): string | null {
  const alone = statusOf(payment) === 'askCustomer' ? null : moment.alone
  const span = alone ?? moment.windows.possible
  if (span === null) return null
  const left = spanText(Math.ceil(span / 1000), t)
  if (needsNewKeys(moment.why)) return t('live.wait.noKeys')
  if (moment.tooLate) {
    const asks = Math.ceil((moment.windows.alone ?? 0) / 1000)
    return t('live.wait.tooLate', { left: spanText(asks, t) })
  }
  if (alone !== null) return t('live.wait.alone', { left })
  return t(payment.maybeSent ? 'live.wait.retryable' : 'live.wait.sendable', { left })
}

/** Until when the payment stays open, where a code takes the place of the steps. */
export function OpenUntil({ end }: { end: number }) {
  const { t, i18n } = useTranslation()
  const now = useNow()
  const time = formatDayMinute(end, now, i18n.language)
  return <p className={styles.lines}>{t('live.openUntil', { time })}</p>
}

/** Gets the card checkout's link to the customer's own phone. */
function SendLink({ payment }: { payment: Payment }) {
  const { t } = useTranslation()
  const [opened, setOpened] = useState<boolean>(false)
  const send = (by: 'whatsapp' | 'sms') => {
    setOpened(false)
    return till.payments.sendCheckoutLink({ paymentId: payment.id, by })
  }
  return (
    <>
      <div className={layout.wrap2}>
        {(['whatsapp', 'sms'] as const).map(by => (
          <CallButton
            key={by}
            className={styles.open}
            call={() => send(by)}
            onDone={() => setOpened(true)}
          >
            {t(`live.sendLink.${by}`)}
          </CallButton>
        ))}
      </div>
      <output className={layout.small}>{opened && t('receipts.opened')}</output>
    </>
  )
}

/** Puts the card checkout's link on the clipboard. Only an https link: a practice one opens on this computer. */
export function CopyLink({ payment }: { payment: Payment }) {
  const { t } = useTranslation()
  const [copied, setCopied] = useState<boolean>(false)
  if (!payment.checkoutUrl?.startsWith('https://')) return null
  const copy = () => {
    setCopied(false)
    return till.payments.copyCheckoutLink({ paymentId: payment.id })
  }
  return (
    <>
      <CallButton icon="link" className={styles.open} call={copy} onDone={() => setCopied(true)}>
        {t('live.action.copyLink')}
      </CallButton>
      <SendLink payment={payment} />
      <output className={layout.small}>{copied && t('history.copied')}</output>
    </>
  )
}
