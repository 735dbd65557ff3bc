import { useTranslation } from 'react-i18next'
import type { CashUp } from '../../../shared/day/cash-up'
import { groupDigits } from '../../../shared/money'
import styles from './ledger-check-line.module.css'

/** What the ledger said of itself when the period was closed; nothing in closings from before it could. */
export function LedgerCheckLine({ check }: { check: CashUp['ledgerCheck'] }) {
  const { t } = useTranslation()
  if (check === undefined) return null
  if (check === null) return <p className={styles.bad}>{t('integrity.paper.unchecked')}</p>
  const { changes, links, seal } = check
  return (
    <>
      <p className={changes > 0 ? styles.bad : styles.small}>
        {changes > 0 ? t('integrity.paper.changed', { changes }) : t('integrity.paper.intact')}
      </p>
      <p className={styles.small}>
        {t('integrity.paper.links', { links: groupDigits(links), seal })}
      </p>
    </>
  )
}
