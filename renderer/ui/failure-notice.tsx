import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Failure } from '../../shared/ipc/result'
import { formatFull } from '../i18n/clock-time'
import { errorMoney } from './error-money'
import { TechnicalDetail } from './explanation'
import { Notice } from './notice'

/** Why a call failed: what happened, what it means for the money, and what to do next. */
export function FailureNotice({ failure, children }: { failure: Failure; children?: ReactNode }) {
  const { t } = useTranslation()
  return (
    <Notice tone="bad" icon="warn" title={t(`errors.${failure.code}.what`)} alert>
      {failure.said && <q>{failure.said}</q>}
      <p>{t(`errorMoney.${errorMoney[failure.code]}`)}</p>
      <p>{t(`errors.${failure.code}.next`)}</p>
      {failure.handedOver && <HandedOver {...failure.handedOver} />}
      {failure.elsewhere && <Elsewhere {...failure.elsewhere} />}
      {failure.paymentsOpen && <PaymentsOpen {...failure.paymentsOpen} />}
      {failure.refunded && <Refunded {...failure.refunded} />}
      {children}
      {failure.message && <TechnicalDetail text={failure.message} />}
    </Notice>
  )
}

/** Which till has the phone number. */
function Elsewhere({ till }: NonNullable<Failure['elsewhere']>) {
  const { t } = useTranslation()
  return (
    <p>
      {till === ''
        ? t('errors.phone-number-busy-elsewhere.elsewhere')
        : t('errors.phone-number-busy-elsewhere.till', { till })}
    </p>
  )
}

/** How many payments, on which connection. */
function PaymentsOpen({ kind, count }: NonNullable<Failure['paymentsOpen']>) {
  const { t } = useTranslation()
  const from = t(`settings.kind.${kind}`)
  return <p>{t('errors.payments-open.count', { count, from })}</p>
}

/** How the money went back, when that was recorded, and by whom where the till keeps people. */
function Refunded({ at, by, how }: NonNullable<Failure['refunded']>) {
  const { t, i18n } = useTranslation()
  const facts = { how: t(`refundHow.${how}`), time: formatFull(at, i18n.language) }
  return (
    <p>
      {by === null
        ? t('errors.already-refunded.at', facts)
        : t('errors.already-refunded.atBy', { ...facts, name: by })}
    </p>
  )
}

/** When the goods were handed over, by whom where the till keeps people, and at which other till. */
function HandedOver({ at, by, till }: NonNullable<Failure['handedOver']>) {
  const { t, i18n } = useTranslation()
  const time = formatFull(at, i18n.language)
  return (
    <p>
      {by === null
        ? t('errors.already-handed-over.at', { time })
        : t('errors.already-handed-over.atBy', { time, name: by })}{' '}
      {till !== null &&
        (till === ''
          ? t('errors.already-handed-over.elsewhere')
          : t('errors.already-handed-over.till', { till }))}
    </p>
  )
}
