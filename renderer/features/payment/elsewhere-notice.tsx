import { useTranslation } from 'react-i18next'
import { isOpen, needsResolving } from '../../../shared/payment/actions'
import type { Sale } from '../../../shared/payment/sale'
import { statusOf } from '../../../shared/payment/status'
import { Notice } from '../../ui/notice'

/** Says why a sale that went with another account's keys can be neither retried nor read (money rule 3). */
export function ElsewhereNotice({ sale }: { sale: Sale }) {
  const { t } = useTranslation()
  // What is settled and resolved needs no asking any more.
  if (!isOpen(sale) && !needsResolving(sale)) return null
  return (
    <Notice tone="unknown" icon="lock" title={t('live.elsewhere.title')}>
      <p>
        {statusOf(sale) === 'unknown' ? t('live.elsewhere.unknown') : t('live.elsewhere.accepted')}
      </p>
    </Notice>
  )
}
