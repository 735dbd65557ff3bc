import { type ReactNode, type RefObject, useEffect, useId, useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useNeedsAttention } from '../sale-status/use-sale-facts'
import { readRecent } from '../stores/follow-main'
import { useSales } from '../stores/sales-store'
import { show, useView } from '../stores/view-store'
import { Button } from '../ui/button'
import { FailureNotice } from '../ui/failure-notice'
import { Icon } from '../ui/icons/icon'
import layout from '../ui/layout.module.css'
import { Loading } from '../ui/loading'
import { DismissAll, NewResultsStatus, useNewResults } from './new-results'
import styles from './rail.module.css'
import { recentOrder } from './recent-order'
import { RecentSale } from './recent-sale'

/** Open and last payments, always in sight: several can run at once, none is lost from view. Below them `children`. */
export function RecentPayments({ children }: { children?: ReactNode }) {
  const { t } = useTranslation()
  const id = useId()
  const { byId, railIds, loaded, failure } = useSales()
  const shown = useView(({ view }) => ('saleId' in view ? view.saleId : null))
  const results = useNewResults()
  const newIds = results.map(({ id: saleId }) => saleId)
  const others = useMemo(
    () => recentOrder(railIds.map(saleId => byId[saleId]).filter(sale => sale !== undefined)),
    [byId, railIds],
  ).filter(sale => !newIds.includes(sale.id))
  const list = useStartInSight(newIds.join())
  return (
    <aside className={styles.rail} aria-labelledby={id}>
      <div className={styles.head}>
        <NewResultsStatus results={results} />
        <NeedsAttentionButton />
        <div className={styles.title}>
          <h2 id={id}>{t('recent.title')}</h2>
          <DismissAll results={results} />
        </div>
      </div>
      <div ref={list} className={styles.body}>
        {failure && (
          <FailureNotice failure={failure}>
            <Button onClick={readRecent}>{t('recent.retry')}</Button>
          </FailureNotice>
        )}
        {!loaded && <Loading text={t('app.reading')} />}
        {loaded && results.length + others.length === 0 && (
          <p className={layout.muted}>{t('recent.empty')}</p>
        )}
        <ul aria-labelledby={id} className={styles.list}>
          {results.map(sale => (
            <RecentSale key={sale.id} sale={sale} isNew />
          ))}
          {others.map(sale => (
            <RecentSale key={sale.id} sale={sale} selected={sale.id === shown} />
          ))}
        </ul>
        {children}
      </div>
    </aside>
  )
}

/** Scrolls back to the start when another result is new: no result comes unseen above what is scrolled to. */
function useStartInSight(newIds: string): RefObject<HTMLDivElement | null> {
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (newIds !== '' && list.current) list.current.scrollTop = 0
  }, [newIds])
  return list
}

/** How many sales wait for a person, always in sight; a press lists them with what each is about. */
function NeedsAttentionButton() {
  const { t } = useTranslation()
  const { length } = useNeedsAttention()
  if (length === 0) return null
  return (
    <button
      type="button"
      className={styles.attention}
      onClick={() => show({ name: 'payments', list: 'toDo' })}
    >
      <Icon name="alert" size="s" />
      {t('attention.count', { number: length })}
      <Icon name="arrowRight" size="s" />
    </button>
  )
}
