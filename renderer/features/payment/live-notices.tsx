import { useTranslation } from 'react-i18next'
import { resolvedBlocks } from '../../../shared/day/standing'
import { isOpen, needsResolving } from '../../../shared/payment/actions'
import type { Sale } from '../../../shared/payment/sale'
import { statusOf } from '../../../shared/payment/status'
import { formatFull, formatMinute, formatSecond } from '../../i18n/clock-time'
import { spanText } from '../../i18n/span-text'
import { useEarlierPress } from '../../sale-status/earlier-press'
import { OwnHandedOverTwice } from '../../sale-status/handed-over-twice'
import type { Shown } from '../../sale-status/said'
import { refundText } from '../../sale-status/sale-text'
import { useUntilOverdue } from '../../sale-status/use-sale-facts'
import { useTill } from '../../stores/till-store'
import layout from '../../ui/layout.module.css'
import { Notice } from '../../ui/notice'

interface LiveNoticesProps {
  sale: Sale
  shown: Pick<Shown, 'name' | 'saysWhenItEnds'>
  elsewhere: boolean
}

/** What else is unusual about a sale. Each notice says what happened and what it means. */
export function LiveNotices({ sale, shown, elsewhere }: LiveNoticesProps) {
  const { t } = useTranslation()
  const earlier = useEarlierPress(store => store.saleId === sale.id)
  const inCash = shown.name === 'paidInCash'
  return (
    <>
      {earlier && (
        <Notice tone="unknown" icon="warn" title={t('live.earlier.title')}>
          <p>{t('live.earlier.text')}</p>
        </Notice>
      )}
      {shown.saysWhenItEnds && <WaitEndNotice sale={sale} />}
      {elsewhere && <ElsewhereNotice sale={sale} />}
      {/* Where nothing graver is said of it, the band says it. */}
      {sale.late && shown.name === 'manager' && sale.contradiction === null && (
        <Notice tone="unknown" icon="clock" title={t('status.paidLate')}>
          <p>{t('attention.reason.paidLate')}</p>
        </Notice>
      )}
      {sale.refund && <RefundNotice refund={sale.refund} />}
      {sale.resolution && (!inCash || sale.resolution.reason) && (
        <Notice
          tone="waiting"
          icon="check"
          title={t('live.resolvedAt', { time: formatMinute(sale.resolution.at) })}
        >
          {!inCash && sale.resolution.how !== 'other' && (
            <p>{t(`resolvedAs.${resolvedBlocks[sale.resolution.how]}`)}</p>
          )}
          {sale.resolution.reason && <p>{sale.resolution.reason}</p>}
        </Notice>
      )}
      <OwnHandedOverTwice saleId={sale.id} />
      <LastFailure sale={sale} />
    </>
  )
}

/** Only where neither the band nor the end of the history says it already. */
function LastFailure({ sale }: { sale: Sale }) {
  const { t } = useTranslation()
  if (statusOf(sale) !== 'stopped' || !sale.lastFailure) return null
  const { at, reason } = sale.lastFailure
  return (
    <p className={layout.muted}>
      {t('live.lastFailure', { time: formatSecond(at), reason: t(`reason.${reason}`) })}
    </p>
  )
}

/** Says why a sale that went with another account's keys can be neither retried nor read (money rule 3). */
function ElsewhereNotice({ sale }: { sale: Sale }) {
  const { t } = useTranslation()
  // What is settled and resolved needs no asking any more.
  if (!isOpen(sale) && !needsResolving(sale)) return null
  return (
    <Notice tone="unknown" icon="lock" title={t('attention.reason.elsewhere')}>
      <p>{t('live.elsewhere')}</p>
    </Notice>
  )
}

/** How the money went back, when that was recorded and by whom, and why. */
function RefundNotice({ refund }: { refund: NonNullable<Sale['refund']> }) {
  const { t, i18n } = useTranslation()
  const time = formatFull(refund.at, i18n.language)
  return (
    <Notice tone="waiting" icon="undo" title={refundText(refund.how, t)}>
      {refund.reason && <p>{refund.reason}</p>}
      <p>
        {t('history.recorded')} {time}
        {refund.person && ` ${t('history.by', { name: refund.person.name })}`}
      </p>
    </Notice>
  )
}

/** When a person may say how a wait ended, and why not yet: its push may still be live (money rule 10). */
function WaitEndNotice({ sale }: { sale: Sale }) {
  const { t } = useTranslation()
  const left = useUntilOverdue(sale)
  const unsure = useTill(state => state.serviceTime === null)
  return (
    <Notice tone="waiting" icon="clock" title={t('live.waitEnd.title')}>
      <p role="timer">{t('live.waitEnd.in', { left: spanText(Math.ceil(left / 1000), t) })}</p>
      <p>{t('live.waitEnd.until')}</p>
      {unsure && <p>{t('live.waitEnd.unsure')}</p>}
    </Notice>
  )
}
