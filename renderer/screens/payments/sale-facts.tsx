import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import type { Sale } from '../../../shared/payment/sale'
import { formatMsisdn } from '../../../shared/phone'
import { useNow } from '../../state/use-now'
import { formatDayMinute, formatFull, formatSecond } from '../../words/clock-time'
import { fullName } from '../../words/sale-text'
import { CopyReference } from './copy-reference'
import styles from './sale-facts.module.css'

/** What is known of a sale, as raw as it came: for a manager on the phone with the service. */
export function SaleFacts({ sale }: { sale: Sale }) {
  const { t, i18n } = useTranslation()
  const now = useNow()
  const { customer } = sale
  const place = [customer.address, customer.city, customer.country].filter(Boolean).join(', ')
  return (
    <div className={styles.facts}>
      <h2>{t('story.facts')}</h2>
      <dl>
        <dt>{t('story.fact.reference')}</dt>
        <dd className={styles.reference}>
          {sale.reference === null ? t('story.none') : <CopyReference text={sale.reference} />}
        </dd>
        <Fact name={t('story.fact.rawStatus')} text={sale.rawStatus ?? t('story.none')} />
        <Fact name={t('story.fact.providerStatus')} text={sale.providerStatus ?? t('story.none')} />
        <Fact name={t('story.fact.idempotencyKey')} text={sale.idempotencyKey} />
        <Fact name={t('story.fact.attempts')} text={String(sale.attempts)} />
        <Fact
          name={t('story.fact.recorded')}
          text={formatDayMinute(sale.recordedAt, now, i18n.language)}
        />
        <Fact name={t('story.fact.cashier')} text={sale.person?.name ?? null} />
        <Fact name={t('story.fact.handedOver')} text={handedOver(sale, i18n.language, t)} />
        <Fact name={t('story.fact.expires')} text={timeLimit(sale, t)} />
        <Fact name={t('story.fact.apiVersion')} text={sale.apiVersion} />
        <Fact name={t('story.fact.channel')} text={t(`channel.${sale.channel}`)} />
        <Fact name={t('story.fact.customer')} text={fullName(sale, t)} />
        <Fact name={t('story.fact.phone')} text={formatMsisdn(sale.msisdn)} />
        <Fact name={t('story.fact.email')} text={customer.email} />
        <Fact name={t('story.fact.place')} text={place} />
        <Fact name={t('story.fact.note')} text={sale.note} />
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

function timeLimit(sale: Sale, t: TFunction): string | null {
  if (sale.expiresAt === null) return null
  const time = formatSecond(sale.expiresAt)
  return sale.expiryAssumed ? t('story.fact.expiresAssumed', { time }) : time
}
