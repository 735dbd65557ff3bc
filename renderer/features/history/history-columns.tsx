import type { TFunction } from 'i18next'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { customerFieldNames, customerFields } from '../../../shared/payment/customer-fields'
import type { PaymentEvent } from '../../../shared/payment/event'
import { linesText } from '../../../shared/payment/lines'
import type { Payment } from '../../../shared/payment/payment'
import { formatMsisdn } from '../../../shared/phone'
import { formatDate, formatFull, formatSecond, isSameDay } from '../../i18n/clock-time'
import { spanText } from '../../i18n/countdown'
import { lineWords } from '../../i18n/line-words'
import { historyLines } from '../../sale-status/history-lines'
import { HistoryText } from '../../sale-status/history-text'
import { fullName, givenBackText } from '../../sale-status/payment-text'
import { Button } from '../../ui/button'
import { classNames } from '../../ui/class-names'
import { Facts } from '../../ui/facts'
import layout from '../../ui/layout.module.css'
import styles from './history-screen.module.css'

/** What happened to a payment, line by line, and its facts. */
export function HistoryColumns({
  payment,
  events,
}: {
  payment: Payment
  events: readonly PaymentEvent[]
}) {
  const { t } = useTranslation()
  return (
    <div className={styles.columns}>
      <div>
        <h2>{t('history.title')}</h2>
        <ol className={styles.lines}>
          {historyLines(events).map((line, index, all) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a history only grows at its end, and a line holds no state
            <li key={index}>
              <Moment at={line.at} before={all[index - 1]?.at ?? null} />
              <HistoryText line={line} />
            </li>
          ))}
        </ol>
      </div>
      <PaymentFacts payment={payment} />
    </div>
  )
}

/** Long enough to be asked about: what was the till doing meanwhile? */
const gap = 10_000

/** When it happened: with its day where that is another one, and with the wait before it. */
function Moment({ at, before }: { at: number; before: number | null }) {
  const { t, i18n } = useTranslation()
  const sameDay = before !== null && isSameDay(at, before)
  return (
    <span className={styles.moment}>
      <time dateTime={new Date(at).toISOString()}>
        {!sameDay && <span>{formatDate(at, i18n.language)}</span>}
        {formatSecond(at)}
      </time>
      {before !== null && at - before >= gap && (
        <small>{t('history.gap', { time: spanText((at - before) / 1000, t) })}</small>
      )}
    </span>
  )
}

/** All facts of a payment, as raw as they came: for a manager on the phone with the service. */
function PaymentFacts({ payment }: { payment: Payment }) {
  const { t, i18n } = useTranslation()
  const { customer } = payment
  const none = t('history.none')
  const inAddress = customerFieldNames.filter(name => customerFields[name].group === 'address')
  const place = inAddress
    .map(name => customer[name])
    .filter(Boolean)
    .toReversed()
    .join(', ')
  return (
    <div>
      <h2>{t('history.facts')}</h2>
      <Facts
        className={styles.facts}
        of={[
          [
            t('field.reference'),
            payment.reference === null ? (
              none
            ) : (
              <CopyReference key="copy" text={payment.reference} />
            ),
          ],
          [t('field.channel'), t(`channel.${payment.channel}`)],
          [t('settings.tab.items'), linesText(payment.lines, lineWords(t))],
          [t('field.customer'), fullName(payment, t)],
          [t('field.phone'), formatMsisdn(payment.msisdn)],
          [t('field.email'), customer.email],
          [t('field.address'), place],
          [t('field.note'), payment.note],
          [t('history.recorded'), formatFull(payment.recordedAt, i18n.language)],
          [t('field.cashier'), payment.person?.name ?? null],
          [t('field.handedOver'), handedOver(payment, i18n.language, t)],
          [t('status.givenBack'), givenBackLines(payment, i18n.language, t)],
          [t('history.fact.expires'), timeLimit(payment, i18n.language, t)],
          [t('field.rawStatus'), payment.rawStatus ?? none],
          [t('field.providerStatus'), payment.providerStatus ?? none],
          [t('history.fact.attempts'), String(payment.attempts)],
          [
            t('history.fact.idempotencyKey'),
            <span key="key" className={layout.code}>
              {payment.idempotencyKey}
            </span>,
          ],
          [t('history.fact.apiVersion'), payment.apiVersion],
          [t('history.fact.unread'), payment.unreadFields.join(', ')],
        ]}
      />
    </div>
  )
}

function handedOver(payment: Payment, language: string, t: TFunction): string | null {
  if (payment.handedOverAt === null) return null
  const time = formatFull(payment.handedOverAt, language)
  const name = payment.handedOverBy?.name
  return name === undefined ? time : `${time}, ${t('history.by', { name })}`
}

function givenBackLines({ givenBack }: Payment, language: string, t: TFunction) {
  if (givenBack.length === 0) return null
  return givenBack
    .map(each =>
      [
        givenBackText(each, t),
        formatFull(each.at, language),
        each.person && t('history.by', { name: each.person.name }),
      ]
        .filter(Boolean)
        .join(', '),
    )
    .join(' · ')
}

function timeLimit(payment: Payment, language: string, t: TFunction): string | null {
  if (payment.expiresAt === null) return null
  const time = formatFull(payment.expiresAt, language)
  return payment.expiryAssumed ? t('history.fact.expiresAssumed', { time }) : time
}

/** The service's reference, to be copied into a message to the service. */
function CopyReference({ text }: { text: string }) {
  const { t } = useTranslation()
  const shown = useRef<HTMLElement>(null)
  const [said, setSaid] = useState('')
  const copy = () => {
    if (shown.current) getSelection()?.selectAllChildren(shown.current)
    // The till denies its windows every permission, the clipboard's included. This needs none: a person has just pressed.
    setSaid(document.execCommand('copy') ? t('history.copied') : t('history.copyFailed'))
  }
  return (
    <div className={classNames(layout.stack2, styles.reference)}>
      <b ref={shown} className={layout.code}>
        {text}
      </b>
      <Button icon="copy" className={styles.copy} onClick={copy}>
        {t('history.copy')}
      </Button>
      <output className={layout.small}>{said}</output>
    </div>
  )
}
