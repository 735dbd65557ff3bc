import { create } from 'zustand'
import type { HourOfPeriod } from '../../shared/day/hour'
import { noteOpened } from '../typing/enter-press'
import type { SettingsTab } from './settings-tabs'

export type PaymentsList = 'all' | 'others' | 'totals' | 'toDo'

/** Calendar days as the browser writes them, `2026-11-21`; the last one is included. */
export interface Days {
  fromDay: string
  toDay: string
}

/** Payments: those of some days, or those whose money came in an hour. */
export interface PaymentsView {
  name: 'payments'
  list?: PaymentsList
  days?: Days
  hour?: HourOfPeriod
}

/** What the middle of the window shows. */
export type View =
  | { name: 'charge' }
  /** `from`: where the way back leads. */
  | { name: 'live'; paymentId: string; from?: 'cashUp' }
  | PaymentsView
  | { name: 'history'; paymentId: string }
  | { name: 'otherTill'; till: string; paymentId: string }
  | { name: 'customers' }
  | { name: 'day' }
  | { name: 'shopDay' }
  | { name: 'cashUp' }
  | { name: 'shift' }
  | { name: 'pastCashUps' }
  | { name: 'closedDay'; number: number }
  | { name: 'settings'; tab: SettingsTab }
  | { name: 'help' }

const storageKey = 'kaunta.view'

/** Where this window is. Kept over a reload, so that a running payment stays on the screen. */
export const useView = create<{ view: View }>(() => ({ view: remembered() ?? { name: 'charge' } }))

/** Goes to another view. The same view again is a new object: Charge begins at its amount again. */
export function show(view: View): void {
  noteOpened()
  useView.setState({ view: { ...view } })
  sessionStorage.setItem(storageKey, JSON.stringify(view))
}

/** The view before a reload, or null when the window is new. */
export function remembered(): View | null {
  const text = sessionStorage.getItem(storageKey)
  return text === null ? null : (JSON.parse(text) as View)
}
