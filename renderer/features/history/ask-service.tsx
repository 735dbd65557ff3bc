import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import type { ServicePayment } from '../../../shared/payment/service-payment'
import type { StatusMeaning } from '../../../shared/payment/status-words'
import { useSlow } from '../../hooks/use-slow'
import { formatFull } from '../../i18n/clock-time'
import tag from '../../sale-status/state-tag.module.css'
import { Button, EnterKey } from '../../ui/button'
import { classNames } from '../../ui/class-names'
import { Facts } from '../../ui/facts'
import { FailureNotice } from '../../ui/failure-notice'
import { Icon, type IconName } from '../../ui/icons/icon'
import layout from '../../ui/layout.module.css'
import { Notice } from '../../ui/notice'
import type { Tone } from '../../ui/tone'
import tones from '../../ui/tones.module.css'
import styles from './payments.module.css'
import type { LookUp } from './use-text-search'

interface AskServiceProps {
  lookUp: LookUp
  text: string
  onAsk: () => void
}

/** Offers to ask the service about a reference, and shows what it said. */
export function AskService({ lookUp, text, onAsk }: AskServiceProps) {
  const { t } = useTranslation()
  const { busy, payment, failure } = lookUp
  const slow = useSlow(busy)
  if (payment) return <ServicePaymentView payment={payment} />
  return (
    <div className={classNames(layout.stack3, styles.ask)}>
      {failure ? <FailureNotice failure={failure} /> : <p>{text}</p>}
      <div className={layout.row}>
        <Button variant="primary" enter={false} icon="search" busy={busy} onClick={onAsk}>
          {t('search.ask')}
          {/* The field above hears it. */}
          <EnterKey />
        </Button>
        {slow && <output>{t('search.asking')}</output>}
      </div>
    </div>
  )
}

/** Green is for a word that means paid, and for no other (money rule 5). */
const looks = {
  paid: { tone: 'paid', icon: 'check', word: 'status.paid' },
  failed: { tone: 'bad', icon: 'cross', word: 'status.failed' },
  pending: { tone: 'pending', icon: 'clock', word: 'status.waitingForCustomer' },
  unrecognised: { tone: 'unknown', icon: 'question', word: 'day.unknownWord' },
} as const satisfies Record<StatusMeaning, { tone: Tone; icon: IconName; word: string }>

/**
 * A payment of another till, as the service tells it. It has no button: goods are handed over once, at the
 * till that took the payment (money rule 11).
 */
function ServicePaymentView({ payment }: { payment: ServicePayment }) {
  const { t, i18n } = useTranslation()
  const { tone, icon, word } = looks[payment.meaning]
  const time = (at: number | null) => (at === null ? null : formatFull(at, i18n.language))
  return (
    <section className={layout.stack3} aria-label={t('search.other.label')}>
      <Notice tone="unknown" icon="warn" title={t('search.other.title')} alert>
        <p>{t('search.other.text')}</p>
      </Notice>
      <div className={layout.row}>
        <span className={classNames(tag.tag, tones[tone])}>
          <Icon name={icon} size="s" />
          {t(word)}
        </span>
        <b className={styles.sum}>{amountOf(payment, t)}</b>
      </div>
      <p>
        {t('search.other.said', { status: payment.status })}{' '}
        {payment.meaning === 'unrecognised' && t('live.meaning.unrecognised')}
      </p>
      <Facts
        of={[
          [
            t('field.reference'),
            <span key="reference" className={layout.code}>
              {payment.reference}
            </span>,
          ],
          [t('field.providerStatus'), payment.providerStatus],
          [t('search.other.created'), time(payment.createdAt)],
          [t('search.other.updated'), time(payment.updatedAt)],
          [t('search.other.asked'), time(payment.readAt)],
        ]}
      />
    </section>
  )
}

/** As the service names it: it may leave the currency out, and it may count in fractions. */
function amountOf({ currency, value }: ServicePayment, t: TFunction): string {
  const digits = value?.toLocaleString('en', { maximumFractionDigits: 9 }) ?? null
  const named = [currency, digits].filter(part => part !== null)
  return named.length === 0 ? t('search.other.amountNone') : named.join('\u00a0')
}
