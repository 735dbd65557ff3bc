import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { isOpen } from '../../../shared/payment/actions'
import type { Sale } from '../../../shared/payment/sale'
import { formatMsisdn } from '../../../shared/phone'
import { formatFull } from '../../i18n/clock-time'
import { fullName } from '../../sale-status/sale-text'
import { CopyReference } from './copy-reference'
import styles from './sale-facts.module.css'

/** All facts of a sale, as raw as they came: for a manager on the phone with the service. */
export function SaleFacts({ sale }: { sale: Sale }) {
  const { t, i18n } = useTranslation()
  const { customer } = sale
  // Of a payment that is over nothing more is to come.
  const none = t(isOpen(sale) ? 'story.none' : 'story.nothing')
  const place = [customer.address, customer.city, customer.country].filter(Boolean).join(', ')
  return (
    <div className={styles.facts}>
      <h2>{t('story.facts')}</h2>
      <dl>
        <dt>{t('story.fact.reference')}</dt>
        <dd className={styles.reference}>
          {sale.reference === null ? none : <CopyReference text={sale.reference} />}
        </dd>
        <Fact name={t('story.fact.channel')} text={t(`channel.${sale.channel}`)} />
        <Fact name={t('story.fact.customer')} text={fullName(sale, t)} />
        <Fact name={t('story.fact.phone')} text={formatMsisdn(sale.msisdn)} />
        <Fact name={t('story.fact.email')} text={customer.email} />
        <Fact name={t('story.fact.place')} text={place} />
        <Fact name={t('story.fact.note')} text={sale.note} />
        <Fact name={t('story.fact.recorded')} text={formatFull(sale.recordedAt, i18n.language)} />
        <Fact name={t('story.fact.cashier')} text={sale.person?.name ?? null} />
        <Fact name={t('story.fact.handedOver')} text={handedOver(sale, i18n.language, t)} />
        <Fact name={t('story.fact.refunded')} text={refunded(sale, i18n.language, t)} />
        <Fact name={t('story.fact.expires')} text={timeLimit(sale, i18n.language, t)} />
        <Fact name={t('story.fact.rawStatus')} text={sale.rawStatus ?? none} />
        <Fact name={t('story.fact.providerStatus')} text={sale.providerStatus ?? none} />
        <Fact name={t('story.fact.attempts')} text={String(sale.attempts)} />
        <Fact name={t('story.fact.idempotencyKey')} text={sale.idempotencyKey} />
        <Fact name={t('story.fact.apiVersion')} text={sale.apiVersion} />
        <Fact name={t('story.fact.unread')} text={sale.unreadFields.join(', ')} />
      </dl>
    </div>
  )
}

function Fact({ name, text }: { name: string; text: string | null }) {
  if (!text) return null
  return (
    <>
      <dt>{name}</dt>
      <dd>{text}</dd>
    </>
  )
}

function handedOver(sale: Sale, language: string, t: TFunction): string | null {
  if (sale.handedOverAt === null) return null
  const time = formatFull(sale.handedOverAt, language)
  const name = sale.handedOverBy?.name
  return name === undefined ? time : `${time}, ${t('story.by', { name })}`
}

function refunded({ refund }: Sale, language: string, t: TFunction): string | null {
  if (refund === null) return null
  const facts = [
    t(`live.refund.${refund.how}`),
    formatFull(refund.at, language),
    refund.person && t('story.by', { name: refund.person.name }),
  ]
  return facts.filter(Boolean).join(', ')
}

function timeLimit(sale: Sale, language: string, t: TFunction): string | null {
  if (sale.expiresAt === null) return null
  const time = formatFull(sale.expiresAt, language)
  return sale.expiryAssumed ? t('story.fact.expiresAssumed', { time }) : time
}
