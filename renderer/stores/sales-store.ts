import { create } from 'zustand'
import type { Failure } from '../../shared/ipc/result'
import { isOpen, needsResolving } from '../../shared/payment/actions'
import type { Payment } from '../../shared/payment/payment'
import { recentLength } from '../../shared/payment/recent'

type SalesById = Readonly<Record<string, Payment>>

interface SalesStore {
  /** The sales that this window knows, as main last sent them, in the order it heard of them. */
  byId: SalesById
  /** Which of them belong in the rail. */
  railIds: readonly string[]
  /** Which sales' results wait to be seen, the oldest first. Main keeps them, over every restart. */
  unseenIds: readonly string[]
  /** False until the recent sales were read. */
  loaded: boolean
  failure: Failure | null
}

const nothing: SalesStore = { byId: {}, railIds: [], unseenIds: [], loaded: false, failure: null }

/**
 * How many sales that are over a window knows: those that it heard of last. A day has thousands, and each push goes
 * through all of them. A screen that shows an older one asks main for it.
 */
const mostOver = 10 * recentLength

/** The sales on this window's screens. Main owns them: this is a copy, kept fresh by its pushes. */
export const useSales = create<SalesStore>(() => nothing)

/**
 * A push: the newest word on a sale, always taken. A sale that was not known joins the rail, unless it is an
 * old one whose customer's data was removed: that is no news here.
 */
export function applySale(sale: Payment): void {
  useSales.setState(store => {
    const { byId, railIds } = store
    if (sale.customerRemoved !== null && !byId[sale.id]) return {}
    return heard([sale], {
      ...store,
      railIds: railIds.includes(sale.id) ? railIds : [sale.id, ...railIds],
    })
  })
}

/**
 * Sales that came with an answer. An answer may be overtaken by a push that is newer than it, so what
 * a push has said already is kept.
 */
export function addSales(sales: readonly Payment[]): void {
  useSales.setState(store => heard(asKnown(sales, store), store))
}

/** The recent sales of the connection in use: they are the rail. */
export function fillRecent(sales: readonly Payment[]): void {
  useSales.setState(store => {
    const railIds = [...new Set([...store.railIds, ...sales.map(sale => sale.id)])]
    return { ...heard(asKnown(sales, store), { ...store, railIds }), loaded: true, failure: null }
  })
}

function asKnown(sales: readonly Payment[], { byId }: SalesStore): readonly Payment[] {
  return sales.map(sale => byId[sale.id] ?? sale)
}

/** The store with these sales, and without those of which it has heard nothing for longest. */
function heard(sales: readonly Payment[], { byId, railIds, unseenIds }: SalesStore) {
  const known = new Map(Object.entries(byId))
  for (const sale of sales) {
    known.delete(sale.id)
    known.set(sale.id, sale)
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
  return { byId: Object.fromEntries(known), railIds: railIds.filter(id => known.has(id)) }
}

/** No person waits for more of it. A part of a purchase may come to wait for its rest. */
function isOver(sale: Payment): boolean {
  return !isOpen(sale) && !needsResolving(sale) && sale.purchase === null
}

/** A sale that this window has just asked for: the push that tells of it may come later. */
export function joinRecent(sale: Payment): void {
  if (!useSales.getState().byId[sale.id]) applySale(sale)
}

/** Forgets everything: another connection has other sales. */
export function forgetSales(): void {
  useSales.setState(nothing)
}

/** One sale, or null when this window has not heard of it. */
export function useSale(paymentId: string): Payment | null {
  return useSales(store => store.byId[paymentId] ?? null)
}
