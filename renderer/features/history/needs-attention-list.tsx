import { useTranslation } from 'react-i18next'
import type { Sale } from '../../../shared/payment/sale'
import { CheckAll } from './check-all'
import styles from './needs-attention-list.module.css'
import { NeedsAttentionSale } from './needs-attention-sale'

/** Every sale that waits for a person, with what has to be found out about it. */
export function ToDoList({ sales }: { sales: readonly Sale[] }) {
  const { t } = useTranslation()
  return (
    <>
      <CheckAll />
      {sales.length === 0 && <p className={styles.none}>{t('attention.none')}</p>}
      <ul className={styles.list} aria-label={t('attention.title')}>
        {sales.map(sale => (
          <NeedsAttentionSale key={sale.id} sale={sale} />
        ))}
      </ul>
    </>
  )
}
