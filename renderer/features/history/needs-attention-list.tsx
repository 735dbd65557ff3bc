import { useTranslation } from 'react-i18next'
import type { Sale } from '../../../shared/payment/sale'
import { CheckAll } from './check-all'
import styles from './needs-attention-list.module.css'
import { ToDoSale } from './needs-attention-sale'

/** Every sale that waits for a person, with what has to be found out about it. */
export function ToDoList({ sales }: { sales: readonly Sale[] }) {
  const { t } = useTranslation()
  return (
    <>
      <CheckAll />
      {sales.length === 0 && <p className={styles.none}>{t('toDo.none')}</p>}
      <ul className={styles.list} aria-label={t('toDo.title')}>
        {sales.map(sale => (
          <ToDoSale key={sale.id} sale={sale} />
        ))}
      </ul>
    </>
  )
}
