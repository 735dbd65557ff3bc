import { useId, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { readRecent } from '../stores/follow-main'
import { useSales } from '../stores/sales-store'
import { useView } from '../stores/view-store'
import { Button } from '../ui/button'
import { FailureNotice } from '../ui/failure-notice'
import { Loading } from '../ui/loading'
import { LessonCard } from './lesson-card'
import styles from './rail.module.css'
import { railOrder } from './rail-order'
import { RailSale } from './rail-sale'
import { ResultCards } from './result-cards'
import { ToDoButton } from './to-do-button'

/** Open and last payments, always in sight: several can run at once, none is lost from view. */
export function Rail() {
  const { t } = useTranslation()
  const id = useId()
  const { byId, railIds, loaded, failure } = useSales()
  const shown = useView(({ view }) => ('saleId' in view ? view.saleId : null))
  const sales = useMemo(
    () => railOrder(railIds.map(saleId => byId[saleId]).filter(sale => sale !== undefined)),
    [byId, railIds],
  )
  return (
    <aside className={styles.rail} aria-labelledby={id}>
      <div className={styles.head}>
        <ResultCards />
        <ToDoButton />
      </div>
      <div className={styles.body}>
        <h2 id={id}>{t('rail.title')}</h2>
        {failure && (
          <FailureNotice failure={failure}>
            <Button onClick={readRecent}>{t('rail.retry')}</Button>
          </FailureNotice>
        )}
        {!loaded && <Loading text={t('rail.loading')} />}
        {loaded && sales.length === 0 && <p className={styles.empty}>{t('rail.empty')}</p>}
        <ul aria-labelledby={id} className={styles.list}>
          {sales.map(sale => (
            <RailSale key={sale.id} sale={sale} selected={sale.id === shown} />
          ))}
        </ul>
        <LessonCard />
      </div>
    </aside>
  )
}
