import {
  type ReactNode,
  type RefObject,
  startTransition,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
} from 'react'
import { useTranslation } from 'react-i18next'
import type { Payment } from '../../shared/payment/payment'
import { resultOf, statusOfResult } from '../../shared/payment/result'
import { useSettled } from '../hooks/use-settled'
import { displayStatusOf } from '../sale-status/display-status'
import { type ListedSale, listedSales, listedStatus } from '../sale-status/listed-sale'
import { amountText, discreetCustomer } from '../sale-status/payment-text'
import { useNeedsAttention } from '../sale-status/use-payment-facts'
import { readRecent } from '../stores/follow-main'
import { usePayments } from '../stores/payments-store'
import { acknowledge, useUnseen } from '../stores/unseen-store'
import { show, useView } from '../stores/view-store'
import { Button } from '../ui/button'
import { FailureNotice } from '../ui/failure-notice'
import hidden from '../ui/hidden.module.css'
import { Icon } from '../ui/icons/icon'
import layout from '../ui/layout.module.css'
import { Loading } from '../ui/loading'
import styles from './rail.module.css'
import { newResults, recentOrder } from './recent-order'
import { RecentPayment, type RecentRow } from './recent-payment'

/** Sales with open payments and the last ones, always in sight: several can run at once, none is lost from view. Below them `children`. */
export function RecentPayments({ children }: { children?: ReactNode }) {
  const { t } = useTranslation()
  const id = useId()
  const { byId, sales, railIds, loaded, failure } = usePayments()
  const shown = useView(({ view }) => ('paymentId' in view ? view.paymentId : null))
  const results = useNewResults()
  const newIds = results.map(({ id: paymentId }) => paymentId)
  const recent = useMemo(() => {
    const inRail = railIds
      .map(paymentId => byId[paymentId])
      .filter(payment => payment !== undefined)
    return recentOrder(listedSales(inRail, sales))
  }, [byId, sales, railIds])
  const isNew = ({ lead }: ListedSale) => results.some(({ sale }) => sale === lead.sale)
  const others = useAfterStart(loaded) ? recent.filter(sale => !isNew(sale)) : []
  const list = useStartInSight(newIds.join())
  // A result may come just before the press: the cashier has not seen it yet.
  const settled = useSettled(newIds.join())
  return (
    <aside className={styles.rail} aria-labelledby={id}>
      <div className={styles.head}>
        <NewResultsStatus results={results} />
        <NeedsAttentionButton />
        <div className={styles.title}>
          <h2 id={id}>{t('recent.title')}</h2>
          {/* A person has seen all of them. */}
          {newIds.length > 0 && (
            <Button
              variant="quiet"
              className={styles.dismiss}
              busy={!settled}
              onClick={() => newIds.forEach(acknowledge)}
            >
              {t('recent.dismissAll')}
            </Button>
          )}
        </div>
      </div>
      <div ref={list} className={styles.body}>
        {failure && (
          <FailureNotice failure={failure}>
            <Button onClick={readRecent}>{t('recent.retry')}</Button>
          </FailureNotice>
        )}
        {!loaded && <Loading text={t('app.reading')} />}
        {loaded && results.length + recent.length === 0 && (
          <p className={layout.muted}>{t('recent.empty')}</p>
        )}
        <ul aria-labelledby={id} className={styles.list}>
          {/* One list: a row that goes from one part to the other keeps the press and the focus that are on it. */}
          {[...results.map(newRow), ...others.map(sale => saleRow(sale, shown))].map(row => (
            <RecentPayment key={row.payment.id} {...row} />
          ))}
        </ul>
        {children}
      </div>
    </aside>
  )
}

/** How a payment ended: a press opens that payment. */
function newRow(payment: Payment): RecentRow {
  const { value } = payment.amount
  return { payment, status: displayStatusOf(payment), value, isNew: true, selected: false }
}

function saleRow(sale: ListedSale, shown: string | null): RecentRow {
  const { lead, payments } = sale
  const selected = payments.some(({ id }) => id === shown)
  return { payment: lead, status: listedStatus(sale), value: lead.total, isNew: false, selected }
}

/** False until the recent payments are read: then the rows are drawn, after the form. A cashier waits for the form. */
function useAfterStart(loaded: boolean): boolean {
  const [isAfter, setAfter] = useState(false)
  useEffect(() => {
    if (loaded) startTransition(() => setAfter(true))
  }, [loaded])
  return isAfter
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

/** How other payments ended, until a person has seen it. */
function useNewResults(): readonly Payment[] {
  const shown = useView(({ view }) => ('paymentId' in view ? view.paymentId : null))
  const unseen = useUnseen()
  useAcknowledgeShown(unseen, shown)
  return newResults(unseen, shown)
}

/** Says the new results to a screen reader: in the rail they are rows like any other. */
function NewResultsStatus({ results }: { results: readonly Payment[] }) {
  const { t } = useTranslation()
  return (
    <div role="status" aria-label={t('recent.newResults')} className={hidden.hidden}>
      {results.map(payment => {
        const result = resultOf(payment)
        return (
          result && (
            <p key={payment.id}>
              {t(`status.${statusOfResult[result]}`)}: {amountText(payment.amount)},{' '}
              {discreetCustomer(payment, t)}
            </p>
          )
        )
      })}
    </div>
  )
}

/**
 * A person with a payment on the screen sees how it ended. Only PAID is not done with by being on the
 * screen: it stays until a person says so, or goods are given for it.
 */
function useAcknowledgeShown(unseen: readonly Payment[], shown: string | null): void {
  const payment = unseen.find(({ id }) => id === shown)
  const seen = payment && resultOf(payment) !== 'paid' ? payment.id : null
  useEffect(() => {
    if (seen === null) return
    const notice = () => {
      if (document.hasFocus()) acknowledge(seen)
    }
    notice()
    window.addEventListener('focus', notice)
    return () => window.removeEventListener('focus', notice)
  }, [seen])
}

/** The recent payments folded away, where the screen needs their space: results still show as a number. */
export function FoldedPayments({ onUnfold }: { onUnfold: () => void }) {
  const { t } = useTranslation()
  const results = useNewResults()
  return (
    <aside className={styles.folded} aria-label={t('recent.title')}>
      <button type="button" aria-expanded={false} onClick={onUnfold}>
        <Icon name="arrowLeft" size="s" />
        {t('recent.unfold')}
      </button>
      {results.length > 0 && <span>{t('recent.results', { count: results.length })}</span>}
      <NewResultsStatus results={results} />
    </aside>
  )
}
