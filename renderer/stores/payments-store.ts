import { create } from 'zustand'
import type { Failure } from '../../shared/ipc/result'
import { isOpen, needsResolving } from '../../shared/payment/actions'
import type { Payment } from '../../shared/payment/payment'
import { recentLength } from '../../shared/payment/recent'
import { type PaymentsOfSales, paysAlone, type SaleView } from '../../shared/sale/sale-view'

type PaymentsById = Readonly<Record<string, Payment>>

interface PaymentsStore {
  /** The payments that this window knows, as main last sent them, in the order it heard of them. */
  byId: PaymentsById
  /** Their sales, as main last sent them. */
  sales: Readonly<Record<string, SaleView>>
  /** Which of them belong in the rail. */
  railIds: readonly string[]
  /** Which payments' results wait to be seen, the oldest first. Main keeps them, over every restart. */
  unseenIds: readonly string[]
  /** False until the recent payments were read. */
  loaded: boolean
  failure: Failure | null
}

const nothing: PaymentsStore = {
  byId: {},
  sales: {},
  railIds: [],
  unseenIds: [],
  loaded: false,
  failure: null,
}

/**
 * How many payments that are over a window knows: those that it heard of last. A day has thousands, and each push goes
 * through all of them. A screen that shows an older one asks main for it.
 */
const mostOver = 10 * recentLength

/** The payments on this window's screens. Main owns them: this is a copy, kept fresh by its pushes. */
export const usePayments = create<PaymentsStore>(() => nothing)

/**
 * A push: the newest word on a payment, always taken. A payment that was not known joins the rail, unless it is an
 * old one whose customer's data was removed: that is no news here.
 */
export function applyPayment(payment: Payment): void {
  usePayments.setState(store => {
    const { byId, railIds } = store
    if (payment.customerRemoved !== null && !byId[payment.id]) return {}
    return heard([payment], {
      ...store,
      railIds: railIds.includes(payment.id) ? railIds : [payment.id, ...railIds],
    })
  })
}

/** A push: the newest word on a sale. */
export function applySale(sale: SaleView): void {
  usePayments.setState(({ sales }) => ({ sales: { ...sales, [sale.id]: sale } }))
}

/** A sale that came with an answer: what a push has said already is newer. */
export function addSale(sale: SaleView): void {
  if (!usePayments.getState().sales[sale.id]) applySale(sale)
}

/**
 * Payments that came with an answer. An answer may be overtaken by a push that is newer than it, so what
 * a push has said already is kept.
 */
export function addPayments(payments: readonly Payment[]): void {
  usePayments.setState(store => heard(asKnown(payments, store), store))
}

/** The same with their sales. */
export function addSales({ payments, sales }: PaymentsOfSales): void {
  sales.forEach(addSale)
  addPayments(payments)
}

/** The recent payments of the connection in use: they are the rail. */
export function fillRecent({ payments, sales }: PaymentsOfSales): void {
  sales.forEach(addSale)
  usePayments.setState(store => {
    const railIds = [...new Set([...store.railIds, ...payments.map(payment => payment.id)])]
    return {
      ...heard(asKnown(payments, store), { ...store, railIds }),
      loaded: true,
      failure: null,
    }
  })
}

function asKnown(payments: readonly Payment[], { byId }: PaymentsStore): readonly Payment[] {
  return payments.map(payment => byId[payment.id] ?? payment)
}

/** The store with these payments, and without those of which it has heard nothing for longest. */
function heard(payments: readonly Payment[], { byId, sales, railIds, unseenIds }: PaymentsStore) {
  const known = new Map(Object.entries(byId))
  for (const payment of payments) {
    known.delete(payment.id)
    known.set(payment.id, payment)
  }
  const over = [...known.values()].filter(isOver).map(({ id }) => id)
  if (over.length <= mostOver) return { byId: Object.fromEntries(known), railIds }
  // Ids grow: the newest last.
  const shown = new Set(
    railIds
      .filter(id => over.includes(id))
      .toSorted()
      .slice(-recentLength),
  )
  const left = over.filter(id => !shown.has(id) && !unseenIds.includes(id)).slice(0, -mostOver)
  for (const id of left) known.delete(id)
  const shownSales = new Set([...known.values()].map(({ sale }) => sale))
  return {
    byId: Object.fromEntries(known),
    sales: Object.fromEntries(Object.entries(sales).filter(([id]) => shownSales.has(id))),
    railIds: railIds.filter(id => known.has(id)),
  }
}

/** No person waits for more of it. A sale of several payments may come to wait for its rest. */
function isOver(payment: Payment): boolean {
  return !isOpen(payment) && !needsResolving(payment) && paysAlone(payment)
}

/** A payment that this window has just asked for: the push that tells of it may come later. */
export function joinRecent(payment: Payment): void {
  if (!usePayments.getState().byId[payment.id]) applyPayment(payment)
}

/** Forgets everything: another connection has other payments. */
export function forgetPayments(): void {
  usePayments.setState(nothing)
}

/** One payment, or null when this window has not heard of it. */
export function usePayment(paymentId: string): Payment | null {
  return usePayments(store => store.byId[paymentId] ?? null)
}
