import { useId, useMemo } from 'react'
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
import styles from './rail.module.css'
import { recentOrder } from './recent-order'
import { RecentSale } from './recent-sale'
import { ResultCards } from './result-cards'
import { SetUp } from './set-up-card'

/** Open and last payments, always in sight: several can run at once, none is lost from view. */
export function RecentPayments() {
  const { t } = useTranslation()
  const id = useId()
  const { byId, railIds, loaded, failure } = useSales()
  const shown = useView(({ view }) => ('saleId' in view ? view.saleId : null))
  const sales = useMemo(
    () => recentOrder(railIds.map(saleId => byId[saleId]).filter(sale => sale !== undefined)),
    [byId, railIds],
  )
  return (
    <aside className={styles.rail} aria-labelledby={id}>
      <div className={styles.head}>
        <ResultCards />
        <NeedsAttentionButton />
      </div>
      <div className={styles.body}>
        <h2 id={id}>{t('recent.title')}</h2>
        {failure && (
          <FailureNotice failure={failure}>
            <Button onClick={readRecent}>{t('recent.retry')}</Button>
          </FailureNotice>
        )}
        {!loaded && <Loading text={t('recent.loading')} />}
        {loaded && sales.length === 0 && <p className={layout.muted}>{t('recent.empty')}</p>}
        <ul aria-labelledby={id} className={styles.list}>
          {sales.map(sale => (
            <RecentSale key={sale.id} sale={sale} selected={sale.id === shown} />
          ))}
        </ul>
        <SetUp />
      </div>
    </aside>
  )
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
