import { useCallback, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CustomerPlace, KnownCustomer } from '../../../shared/customer-book'
import type { Failure } from '../../../shared/ipc/result'
import { formatMsisdn } from '../../../shared/phone'
import { till } from '../../bridge/till'
import { useLatest } from '../../hooks/use-latest'
import { useNow } from '../../hooks/use-now'
import { formatDayMinute } from '../../i18n/clock-time'
import { knownName } from '../../sale-status/sale-text'
import { Button } from '../../ui/button'
import { FailureNotice } from '../../ui/failure-notice'
import { Field } from '../../ui/field'
import layout from '../../ui/layout.module.css'
import { Loading } from '../../ui/loading'
import { Page } from '../../ui/page'
import styles from './customers.module.css'
import { EditDialog, ForgetDialog } from './edit-dialog'

type Asked = { what: 'edit' | 'forget'; customer: KnownCustomer }

/** The customer book of the connection in use: search, change, forget. */
export function CustomersScreen() {
  const { t } = useTranslation()
  const [text, setText] = useState('')
  const [asked, setAsked] = useState<Asked | null>(null)
  const { customers, more, loading, failure, showMore, replace, remove } = useCustomers(text)
  const none = !loading && !failure && customers.length === 0
  const close = () => setAsked(null)
  return (
    <Page title={t('customers.title')}>
      <p className={layout.muted}>{t('customers.text')}</p>
      <Field
        type="search"
        label={t('customers.search')}
        value={text}
        maxLength={100}
        hint={t('customers.searchHint')}
        onChange={event => setText(event.target.value)}
      />
      {failure && <FailureNotice failure={failure} />}
      {none && (
        <p className={styles.none}>
          {text.trim() === '' ? t('customers.none') : t('customers.noneFound', { text })}
        </p>
      )}
      {customers.length > 0 && (
        <ul aria-label={t('customers.title')}>
          {customers.map(customer => (
            <CustomerRow
              key={customer.msisdn}
              customer={customer}
              onAsk={what => setAsked({ what, customer })}
            />
          ))}
        </ul>
      )}
      {loading && customers.length === 0 && <Loading text={t('app.reading')} />}
      {more && (
        <Button className={styles.more} busy={loading} onClick={showMore}>
          {t('app.more')}
        </Button>
      )}
      {asked?.what === 'edit' && (
        <EditDialog customer={asked.customer} onClose={close} onChanged={replace} />
      )}
      {asked?.what === 'forget' && (
        <ForgetDialog customer={asked.customer} onClose={close} onForgotten={remove} />
      )}
    </Page>
  )
}

interface CustomerRowProps {
  customer: KnownCustomer
  onAsk: (what: 'edit' | 'forget') => void
}

/** One customer, with what can be done about them. */
function CustomerRow({ customer, onAsk }: CustomerRowProps) {
  const { t, i18n } = useTranslation()
  const now = useNow()
  const name = knownName(customer, t)
  const phone = formatMsisdn(customer.msisdn)
  return (
    <li className={styles.row}>
      <span className={styles.who}>
        <b>{name}</b>
        <small>
          {phone} ·{' '}
          {t('customers.last', {
            time: formatDayMinute(customer.lastSaleAt, now, i18n.language),
          })}
        </small>
      </span>
      <Button aria-label={t('customers.editLabel', { name, phone })} onClick={() => onAsk('edit')}>
        {t('customers.edit')}
      </Button>
      <Button
        aria-label={t('customers.forgetLabel', { name, phone })}
        onClick={() => onAsk('forget')}
      >
        {t('customers.forget')}
      </Button>
    </li>
  )
}

interface Customers {
  customers: readonly KnownCustomer[]
  more: boolean
  loading: boolean
  failure: Failure | null
  showMore: () => void
  /** Puts a changed customer in its place in the list. */
  replace: (customer: KnownCustomer) => void
  /** Takes a forgotten one out. */
  remove: (msisdn: string) => void
}

/** The customers who match a text, the last to buy first, a page at a time. */
function useCustomers(text: string): Customers {
  const [customers, setCustomers] = useState<readonly KnownCustomer[]>([])
  const [more, setMore] = useState(false)
  const [loading, setLoading] = useState(true)
  const [failure, setFailure] = useState<Failure | null>(null)
  const begin = useLatest()

  const read = useCallback(
    async (wanted: string, before: CustomerPlace | null) => {
      const isLatest = begin()
      setLoading(true)
      const answer = await till.customers.list({ text: wanted, before })
      // A slower answer to an earlier question.
      if (!isLatest()) return
      setLoading(false)
      setFailure(answer.ok ? null : answer)
      if (!answer.ok) return
      const found = answer.value.customers
      setCustomers(shown => (before === null ? found : [...shown, ...found]))
      setMore(answer.value.more)
    },
    [begin],
  )

  useEffect(() => {
    const timer = setTimeout(() => read(text, null), text === '' ? 0 : 200)
    return () => clearTimeout(timer)
  }, [text, read])

  return {
    customers,
    more,
    loading,
    failure,
    showMore() {
      const last = customers.at(-1)
      read(text, last ? { lastSaleAt: last.lastSaleAt, msisdn: last.msisdn } : null)
    },
    replace: changed =>
      setCustomers(shown => shown.map(one => (one.msisdn === changed.msisdn ? changed : one))),
    remove: msisdn => setCustomers(shown => shown.filter(one => one.msisdn !== msisdn)),
  }
}
