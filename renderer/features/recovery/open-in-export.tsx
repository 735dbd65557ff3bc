import { useTranslation } from 'react-i18next'
import type { LedgerExport } from '../../../shared/ipc/till-state'
import { formatMsisdn } from '../../../shared/phone'
import { amountText } from '../../sale-status/sale-text'
import styles from './recovery.module.css'

/** The sales that were still open in a ledger, as far as they could be read. */
export function OpenInExport({ found }: { found: LedgerExport }) {
  const { t } = useTranslation()
  const { sales, open, moreOpen, unreadable, complete } = found
  const isUnsure = unreadable > 0 || !complete
  if (sales === 0 && isUnsure) return <p>{t('blocked.rescue.noneRead')}</p>
  return (
    <>
      <p>{t(open.length === 0 ? 'blocked.rescue.noneOpen' : 'blocked.rescue.openSales')}</p>
      {open.length > 0 && (
        <ul className={styles.openSales}>
          {open.map(({ saleId, amount, msisdn }) => (
            <li key={saleId}>
              {[amount ? amountText(amount) : '?', formatMsisdn(msisdn)].join(' · ')}
            </li>
          ))}
        </ul>
      )}
      {moreOpen > 0 && <p>{t('blocked.rescue.openMore', { more: moreOpen })}</p>}
      {isUnsure && <p>{t('blocked.rescue.mayBeMore')}</p>}
    </>
  )
}
