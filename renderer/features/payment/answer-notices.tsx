import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isObjectedTo, isUnclear, mayClassify } from '../../../shared/payment/actions'
import type { Mismatch } from '../../../shared/payment/event'
import type { Payment } from '../../../shared/payment/payment'
import { statusOf } from '../../../shared/payment/status'
import { type WordMeaning, wordMeaningSchema } from '../../../shared/payment/status-words'
import { till } from '../../bridge/till'
import { formatMinute } from '../../i18n/clock-time'
import { isSharedReference } from '../../sale-status/attention-reasons'
import { meaningKeys, meaningText } from '../../sale-status/history-text'
import { OpenPayment } from '../../sale-status/payment-parts'
import { amountText, customerLine, lower } from '../../sale-status/payment-text'
import { usePayment, usePayments } from '../../stores/payments-store'
import { useTill } from '../../stores/till-store'
import { Button } from '../../ui/button'
import { CallButton } from '../../ui/call-button'
import { CallDialog } from '../../ui/call-dialog'
import { classNames } from '../../ui/class-names'
import { Facts } from '../../ui/facts'
import layout from '../../ui/layout.module.css'
import { Notice } from '../../ui/notice'
import styles from './live-payment.module.css'

/** What the service's answer said that speaks against the plain result, the gravest first. */
export function AnswerNotices({ payment }: { payment: Payment }) {
  const { t } = useTranslation()
  return (
    <>
      {payment.contradiction !== null && (
        <Notice tone="bad" icon="warn" title={t('live.contradicted')}>
          <p>
            {t('live.contradictionText', {
              first: payment.rawStatus ?? '',
              status: payment.contradiction,
            })}
          </p>
        </Notice>
      )}
      {isUnclear(payment) && !mayClassify(payment) && !isObjectedTo(payment) && (
        <Notice
          tone="unknown"
          icon="question"
          title={t('history.event.read', { status: payment.rawStatus ?? '' })}
        >
          <p>{t(`live.doubt.${payment.doubt === 'no-amount' ? 'no-amount' : 'disagree'}`)}</p>
        </Notice>
      )}
      {payment.mismatch && <MismatchNotice payment={payment} mismatch={payment.mismatch} />}
      {/* The customer paid for the same thing by another sale (money rule 9). */}
      {payment.late && payment.alsoPaid !== null && (
        <OtherSale sale={payment.sale} paymentId={payment.alsoPaid} />
      )}
      {payment.providerContradiction !== null && (
        <Notice
          tone="unknown"
          icon="warn"
          title={t('history.event.providerDisagreed', { status: payment.providerContradiction })}
        >
          <p>{t('live.providerPaid')}</p>
        </Notice>
      )}
      {statusOf(payment) === 'unknown' &&
        payment.lastFailure &&
        isInItsWords(payment.lastFailure) && (
          <Notice tone="unknown" icon="barred" title={t('live.refusal.title')}>
            <p className={styles.quote}>{payment.lastFailure.detail}</p>
          </Notice>
        )}
      {payment.refusal && (
        <Notice tone="bad" icon="barred" title={t('live.refusal.title')}>
          <p className={styles.quote}>{payment.refusal.message}</p>
        </Notice>
      )}
    </>
  )
}

/** The service said in an error body of its own why it gave no result. */
function isInItsWords({ reason, detail }: NonNullable<Payment['lastFailure']>): boolean {
  return ['repeat-refused', 'service-trouble'].includes(reason) && detail !== ''
}

/** What the service answered that this payment did not ask (money rule 12). */
function MismatchNotice({ payment, mismatch }: { payment: Payment; mismatch: Mismatch }) {
  const { t } = useTranslation()
  if (isSharedReference(mismatch)) return <SharedReference payment={payment} mismatch={mismatch} />
  const { currency } = payment.amount
  const valueText = (text: string) =>
    mismatch.field === 'amount' && isWhole(text)
      ? amountText({ currency, value: Number(text) })
      : text
  return (
    <Notice
      tone="unknown"
      icon="warn"
      title={t('history.event.mismatched', { field: lower(t(`field.${mismatch.field}`)) })}
    >
      <Facts
        of={[
          [t('live.mismatch.asked'), <b key="asked">{valueText(mismatch.asked)}</b>],
          [t('live.mismatch.answered'), <b key="answered">{valueText(mismatch.answered)}</b>],
        ]}
      />
    </Notice>
  )
}

function SharedReference({ payment, mismatch }: { payment: Payment; mismatch: Mismatch }) {
  const { t } = useTranslation()
  const other = usePayments(({ byId }) =>
    Object.values(byId).find(
      ({ id, reference }) => reference === mismatch.answered && id !== payment.id,
    ),
  )
  return (
    <Notice tone="unknown" icon="warn" title={t('history.event.sharedReference')}>
      <p>{t('live.mismatch.sharedText', { reference: mismatch.answered })}</p>
      {other && <OpenPayment paymentId={other.id} />}
    </Notice>
  )
}

/** An amount is shown as people read it; anything else is shown as it came. */
function isWhole(text: string): boolean {
  return /^\d{1,15}$/.test(text)
}

/** Named as well as it is known: the cashier chooses which of the two to give back. One of its own sale is listed anyhow. */
function OtherSale({ sale, paymentId }: { sale: string; paymentId: string }) {
  const { t } = useTranslation()
  const other = usePayment(paymentId)
  if (other?.sale === sale) return null
  const title = other
    ? t('live.alsoPaid', { amount: amountText(other.amount) })
    : t('history.event.alsoPaid')
  return (
    <Notice tone="unknown" icon="alert" title={title}>
      {other && (
        <p>
          {customerLine(other, t)}, {formatMinute(other.settledAt ?? other.recordedAt)}
        </p>
      )}
      <OpenPayment paymentId={paymentId} />
    </Notice>
  )
}

/** On a small window it would open below the fold. */
const scrollTo = (text: HTMLElement | null) => text?.scrollIntoView({ block: 'nearest' })

/** Answers come, and none can be read. What came is for a manager, and for whoever they ask about it. */
export function UnreadNotice({ payment }: { payment: Payment }) {
  const { t } = useTranslation()
  const [text, setText] = useState<string | null>(null)
  const isUnread = useTill(state => state.unread.includes(payment.id))
  if (!isUnread) return null
  return (
    <Notice tone="unknown" icon="question" title={t('live.unread.title')}>
      {text === null ? (
        <>
          <p>{t('live.unread.text')}</p>
          <CallButton
            call={() => till.payments.unreadAnswer({ paymentId: payment.id })}
            onDone={setText}
          >
            {t('live.unread.show')}
          </CallButton>
        </>
      ) : (
        <pre ref={scrollTo} className={styles.raw} dir="ltr">
          {text}
        </pre>
      )}
    </Notice>
  )
}

/** A status word without a meaning, as it came; a manager may say what it means. */
export function UnknownWord({ payment }: { payment: Payment }) {
  const { t } = useTranslation()
  // The word that was read, with the meaning: another one may come while it is asked.
  const [asking, setAsking] = useState<{ status: string; meaning: WordMeaning } | null>(null)
  const status = payment.rawStatus ?? ''
  return (
    <Notice tone="unknown" icon="question" title={t('live.unrecognised.title', { status })}>
      <div className={classNames(layout.wrap2, styles.meanings)}>
        {wordMeaningSchema.options.map(each => (
          <Button
            key={each}
            aria-label={t('live.unrecognised.means', { meaning: meaningText(each, t) })}
            onClick={() => setAsking({ status, meaning: each })}
          >
            {t(meaningKeys[each])}
          </Button>
        ))}
      </div>
      {asking && (
        <CallDialog
          onClose={() => setAsking(null)}
          title={t('live.unrecognised.confirmTitle', {
            status: asking.status,
            meaning: meaningText(asking.meaning, t),
          })}
          text={t('live.unrecognised.confirmText', { meaning: meaningText(asking.meaning, t) })}
          confirm={t('live.unrecognised.means', { meaning: meaningText(asking.meaning, t) })}
          call={() =>
            till.payments.decide({ action: 'classify-status', paymentId: payment.id, ...asking })
          }
        />
      )}
    </Notice>
  )
}
