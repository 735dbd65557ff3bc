import { create } from 'zustand'
import type { Failure } from '../../shared/ipc/result'
import { isOpen, needsResolving } from '../../shared/payment/actions'
import { recentLength } from '../../shared/payment/recent'
import type { Sale } from '../../shared/payment/sale'

type SalesById = Readonly<Record<string, Sale>>

interface SalesStore {
  /** Every sale that this window has heard of, as main last sent it. */
  byId: SalesById
  /** Which of them belong in the rail. */
  railIds: readonly string[]
  /** False until the recent sales were read. */
  loaded: boolean
  failure: Failure | null
}

const nothing: SalesStore = { byId: {}, railIds: [], loaded: false, failure: null }

/** The sales on this window's screens. Main owns them: this is a copy, kept fresh by its pushes. */
export const useSales = create<SalesStore>(() => nothing)

/**
 * A push: the newest word on a sale, always taken. A sale that was not known joins the rail, unless it is an
 * old one whose customer's data was removed: that is no news here.
 */
export function applySale(sale: Sale): void {
  useSales.setState(({ byId, railIds }) => {
    if (sale.customerRemoved !== null && !byId[sale.id]) return {}
    const known = { ...byId, [sale.id]: sale }
    return {
      byId: known,
      railIds: railIds.includes(sale.id) ? railIds : shortened([sale.id, ...railIds], known),
    }
  })
}

/**
 * Without the sales that left the rail: it is ordered at every push, and a day has thousands. Some more stay than it
 * shows, for one that is opened again; a part of a purchase stays, as it may come to wait for its rest.
 */
function shortened(ids: readonly string[], byId: SalesById): readonly string[] {
  const over = ids.filter(id => isOver(byId[id]))
  // Ids grow: the newest first.
  const left = new Set(
    over
      .sort()
      .reverse()
      .slice(2 * recentLength),
  )
  return left.size === 0 ? ids : ids.filter(id => !left.has(id))
}

function isOver(sale: Sale | undefined): boolean {
  return sale !== undefined && !isOpen(sale) && !needsResolving(sale) && sale.purchase === null
}

/**
 * Sales that came with an answer. An answer may be overtaken by a push that is newer than it, so what
 * a push has said already is kept.
 */
export function addSales(sales: readonly Sale[]): void {
  useSales.setState(({ byId }) => ({ byId: { ...indexed(sales), ...byId } }))
}

/** The recent sales of the connection in use: they are the rail. */
export function fillRecent(sales: readonly Sale[]): void {
  useSales.setState(({ byId, railIds }) => ({
    byId: { ...indexed(sales), ...byId },
    railIds: [...new Set([...railIds, ...sales.map(sale => sale.id)])],
    loaded: true,
    failure: null,
  }))
}

/** A sale that this window has just asked for: the push that tells of it may come later. */
export function joinRecent(sale: Sale): void {
  if (!useSales.getState().byId[sale.id]) applySale(sale)
}

/** Forgets everything: another connection has other sales. */
export function forgetSales(): void {
  useSales.setState(nothing)
}

/** One sale, or null when this window has not heard of it. */
export function useSale(saleId: string): Sale | null {
  return useSales(store => store.byId[saleId] ?? null)
}

function indexed(sales: readonly Sale[]): SalesById {
  return Object.fromEntries(sales.map(sale => [sale.id, sale]))
}
