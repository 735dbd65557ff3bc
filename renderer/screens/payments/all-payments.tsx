import { useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../parts/button'
import { FailureNotice } from '../../parts/failure-notice'
import { Loading } from '../../parts/loading'
import { useFoundSales } from '../../state/use-found-sales'
import { useNow } from '../../state/use-now'
import { ExportButton } from './export-button'
import { emptySearch, filterOf, isEmpty } from './filter'
import styles from './payments-screen.module.css'
import { PaymentsTable } from './payments-table'
import { SearchForm } from './search-form'

/** Every payment of the connection in use, newest first, found by whatever is known of it. */
export function AllPayments() {
  const { t } = useTranslation()
  const [form, setForm] = useState(emptySearch)
  const field = useRef<HTMLInputElement>(null)
  const list = useRef<HTMLTableSectionElement>(null)
  const day = new Date(useNow()).toDateString()
  // A new day is another “today”; a new second is not.
  const filter = useMemo(() => filterOf(form, new Date(day).getTime()), [form, day])
  const { sales, more, loading, unreadable, failure, showMore } = useFoundSales(filter)
  const none = !loading && !failure && sales.length === 0
  return (
    <>
      <SearchForm
        form={form}
        field={field}
        onChange={setForm}
        onDown={() => list.current?.querySelector('button')?.focus()}
      >
        {sales.length > 0 && <ExportButton what={{ filter }} />}
      </SearchForm>
      {failure && <FailureNotice failure={failure} />}
      <output className={styles.found}>
        {sales.length > 0 && <Count number={sales.length} more={more} />}
        {unreadable > 0 && ` · ${t('search.unreadable', { number: unreadable })}`}
      </output>
      {none && (
        <div className={styles.none}>
          <p>{t(isEmpty(form) ? 'payments.none' : 'payments.noneFound')}</p>
          {!isEmpty(form) && (
            <Button onClick={() => setForm(emptySearch)}>{t('search.showAll')}</Button>
          )}
        </div>
      )}
      {sales.length > 0 && (
        <PaymentsTable
          sales={sales}
          list={list}
          onAbove={() => field.current?.focus()}
          onLast={showMore}
        />
      )}
      {loading && sales.length === 0 && <Loading text={t('payments.loading')} />}
      {more && (
        <Button className={styles.more} busy={loading} onClick={showMore}>
          {t('payments.more')}
        </Button>
      )}
    </>
  )
}

function Count({ number, more }: { number: number; more: boolean }) {
  const { t } = useTranslation()
  if (more) return t('search.count.more', { number })
  return number === 1 ? t('search.count.one') : t('search.count.all', { number })
}
