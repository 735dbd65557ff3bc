import { type KeyboardEvent, type RefObject, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { settledAs } from '../../../shared/day/blocks'
import { groupDigits } from '../../../shared/money'
import { formatMsisdn } from '../../../shared/phone'
import { useEnter } from '../../hooks/use-enter'
import { useNow } from '../../hooks/use-now'
import { formatDayMinute } from '../../i18n/clock-time'
import {
  type ListedSale,
  listedAfterwards,
  listedStatus,
  listedText,
} from '../../sale-status/listed-sale'
import { fullName, methodIcons, unbroken } from '../../sale-status/payment-text'
import { StateTag } from '../../sale-status/state-tag'
import { useFoundSales } from '../../sale-status/use-found-sales'
import { useIsToDo, useNeedsAttention } from '../../sale-status/use-payment-facts'
import { useTill } from '../../stores/till-store'
import { type PaymentsView, show } from '../../stores/view-store'
import { MoreButton } from '../../ui/answered'
import { Button } from '../../ui/button'
import { classNames } from '../../ui/class-names'
import { FailureNotice } from '../../ui/failure-notice'
import { Icon } from '../../ui/icons/icon'
import layout from '../../ui/layout.module.css'
import { Loading } from '../../ui/loading'
import { Page } from '../../ui/page'
import { Segments } from '../../ui/segments'
import { AskService } from './ask-service'
import { ExportButton } from './export-button'
import { emptySearch, filterOf, isEmpty, referenceIn, searchOf } from './filter'
import { NeedsAttentionList } from './needs-attention-list'
import { OtherTillsPayments } from './other-tills'
import styles from './payments.module.css'
import { SearchForm } from './search-form'
import { FoundTotals, PeriodTotals } from './totals'
import { useLookUp } from './use-text-search'

interface PaymentsScreenProps {
  view: PaymentsView
}

/** All payments, what they came to, or those that wait for a person. */
export function PaymentsScreen({ view }: PaymentsScreenProps) {
  const { t } = useTranslation()
  const { list = 'all' } = view
  const toDos = useNeedsAttention()
  const isAlone = useTill(({ shopDatabase }) => shopDatabase === null)
  const others = isAlone ? [] : [{ value: 'others' as const, label: t('meeting.title') }]
  return (
    <Page
      title={t('nav.payments')}
      aside={
        <div className={layout.end}>
          <Segments
            label={t('payments.which')}
            value={list}
            options={[
              { value: 'all', label: t('payments.all') },
              ...others,
              { value: 'totals', label: t('payments.totals') },
              { value: 'toDo', label: t('payments.toDo', { number: toDos.length }) },
            ]}
            onChange={next => show({ name: 'payments', list: next })}
          />
        </div>
      }
    >
      {list === 'all' && <AllPayments key={JSON.stringify(view)} view={view} />}
      {list === 'others' && <OtherTillsPayments />}
      {list === 'totals' && <PeriodTotals />}
      {list === 'toDo' && <NeedsAttentionList sales={toDos} />}
    </Page>
  )
}

/** Every payment of the connection in use, newest first, found by anything that is known of it. */
function AllPayments({ view }: { view: PaymentsView }) {
  const { t } = useTranslation()
  const [form, setForm] = useState(() => searchOf(view))
  const field = useRef<HTMLInputElement>(null)
  const list = useRef<HTMLTableSectionElement>(null)
  const day = new Date(useNow()).toDateString()
  // A new day is another “today”; a new second is not.
  const filter = useMemo(() => filterOf(form, new Date(day).getTime()), [form, day])
  const found = useFoundSales(filter)
  const { sales, more, loading, unreadable, failure, showMore } = found
  const number = sales.length
  const none = found.answered && !failure && number === 0
  const reference = referenceIn(form.text)
  const offered = none && reference !== null
  const lookUp = useLookUp(reference, paymentId => show({ name: 'history', paymentId }))
  const told = lookUp.payment !== null || lookUp.failure !== null
  const onAsk = () => {
    lookUp.ask()
    field.current?.focus()
  }
  const onEnter = useEnter(form.text, found.current, () => offered && lookUp.ask())
  return (
    <>
      <SearchForm
        form={form}
        field={field}
        onChange={setForm}
        onDown={() => list.current?.querySelector('button')?.focus()}
        onEnter={onEnter}
      />
      {failure && <FailureNotice failure={failure} />}
      <div className={classNames(layout.row, styles.found)}>
        <div className={styles.sums}>
          <output className={layout.muted}>
            {number > 0 &&
              (more ? t('search.count.more', { number }) : t('day.count', { count: number }))}
            {unreadable > 0 && ` · ${t('search.unreadable', { number: unreadable })}`}
          </output>
          {number > 0 && <FoundTotals filter={filter} />}
        </div>
        {number > 0 && <ExportButton what={{ filter }} />}
      </div>
      {none && !told && (
        <div className={classNames(layout.none, layout.stack4, styles.noneFound)}>
          <p>{t(isEmpty(form) ? 'payments.none' : 'payments.noneFound')}</p>
          {!isEmpty(form) && (
            <Button onClick={() => setForm(emptySearch)}>{t('search.clear')}</Button>
          )}
        </div>
      )}
      {(offered || told) && <AskService lookUp={lookUp} text={t('search.askText')} onAsk={onAsk} />}
      {number > 0 && (
        <PaymentsTable
          sales={sales}
          list={list}
          onAbove={() => field.current?.focus()}
          onLast={showMore}
        />
      )}
      {loading && number === 0 && <Loading text={t('app.reading')} />}
      <MoreButton list={found} />
    </>
  )
}

interface PaymentsTableProps {
  sales: readonly ListedSale[]
  list: RefObject<HTMLTableSectionElement | null>
  /** Up from the first row. */
  onAbove: () => void
  /** The last row was reached: there may be more to load. */
  onLast: () => void
}

/** The sales as a table. A row opens the history of the payment that stands for its sale. The arrow keys go from row to row. */
function PaymentsTable({ sales, list, onAbove, onLast }: PaymentsTableProps) {
  const { t } = useTranslation()
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step === undefined) return
    event.preventDefault()
    const rows = [...(list.current?.querySelectorAll('button') ?? [])]
    const next = rows.findIndex(row => row.matches(':focus')) + step
    if (next < 0) onAbove()
    else rows[next]?.focus()
    if (next >= rows.length - 1) onLast()
  }
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">{t('payments.time')}</th>
          <th scope="col">{t('field.state')}</th>
          <th scope="col">{t('field.customer')}</th>
          <th scope="col" className={styles.amount}>
            {t('field.amount')}
          </th>
        </tr>
      </thead>
      <tbody ref={list} onKeyDown={onKeyDown}>
        {sales.map(sale => (
          <SaleRow key={sale.lead.sale} sale={sale} />
        ))}
      </tbody>
    </table>
  )
}

function SaleRow({ sale }: { sale: ListedSale }) {
  const { t, i18n } = useTranslation()
  const now = useNow()
  const { lead: payment } = sale
  const status = listedStatus(sale)
  const time = formatDayMinute(payment.recordedAt, now, i18n.language)
  const settled = settledAs(payment)
  const isToDo = useIsToDo(payment)
  const isSaid = ['paidInCash', 'resolved', 'partPaid'].includes(status)
  const open = () => show({ name: 'history', paymentId: payment.id })
  return (
    // The whole row takes a pointer; the button in it takes the keyboard.
    <tr onClick={open}>
      <td className={styles.time}>{time}</td>
      <td className={styles.state}>
        <StateTag status={status} text={listedText(sale, t)} />
        {isToDo && <small className={styles.toDo}>{t('attention.title')}</small>}
        {listedAfterwards(sale, t).map(text => (
          <small key={text} className={styles.also}>
            {text}
          </small>
        ))}
        {settled !== null && !isSaid && (
          <small className={styles.also}>{t(`resolvedAs.${settled}`)}</small>
        )}
      </td>
      <td className={styles.customer}>
        <button type="button" className={styles.open}>
          <span>{payment.channel === 'cash' ? t('channel.cash') : fullName(payment, t)}</span>
          {payment.msisdn !== '' && (
            <small>
              <Icon name={methodIcons[payment.channel]} size="s" />
              {unbroken(formatMsisdn(payment.msisdn))}
            </small>
          )}
        </button>
      </td>
      <td className={styles.amount}>
        <small>{payment.amount.currency}</small> {groupDigits(payment.total)}
      </td>
    </tr>
  )
}
