import { useTranslation } from 'react-i18next'
import type { Sale } from '../../../shared/payment/sale'
import { spanText } from '../../i18n/span-text'
import { useUntilOverdue } from '../../sale-status/use-overdue'
import { useTill } from '../../stores/till-store'
import { Notice } from '../../ui/notice'

/** When a person may say how a wait ended, and why not yet: its push may still be live (money rule 10). */
export function WaitEndNotice({ sale }: { sale: Sale }) {
  const { t } = useTranslation()
  const left = useUntilOverdue(sale)
  const unsure = useTill(state => state.serviceTime === null)
  return (
    <Notice tone="waiting" icon="clock" title={t('live.waitEnd.title')}>
      <p role="timer">{t('live.waitEnd.in', { left: spanText(Math.ceil(left / 1000), t) })}</p>
      <p>{t(sale.channel === 'mobile' ? 'live.waitEnd.mobile' : 'live.waitEnd.card')}</p>
      {unsure && <p>{t('live.waitEnd.unsure')}</p>}
    </Notice>
  )
}
