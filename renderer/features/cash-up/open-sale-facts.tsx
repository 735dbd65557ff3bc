import { useTranslation } from 'react-i18next'
import type { OpenSale } from '../../../shared/day/report'
import { formatMsisdn } from '../../../shared/phone'
import { formatMoment, markKeys } from '../../i18n/day'
import { dayStateText } from '../../sale-status/day-state-text'
import { amountText } from '../../sale-status/sale-text'

/** What an open sale is, in one line. */
export function OpenSaleFacts({ sale }: { sale: OpenSale }) {
  const { t, i18n } = useTranslation()
  const { amount, state, late, paidTwice, confirmed, earlier, name, msisdn, recordedAt } = sale
  const odd = (paidTwice && 'paidTwice') || (late && 'late') || (confirmed && 'contradicted')
  return (
    <>
      <b>{amountText(amount)}</b>
      <strong>{odd ? t(markKeys[odd]) : dayStateText(state, t)}</strong>
      <span>{name ? `${name} · ${formatMsisdn(msisdn)}` : t('retention.removedShort')}</span>
      <span>{formatMoment(recordedAt, i18n.language)}</span>
      {earlier && <span>{t('day.of')}</span>}
      {confirmed && <span>{t('day.closing.counted')}</span>}
    </>
  )
}
