import type { z } from 'zod'
import type { CustomerView } from '../customer-view'
import type { Payment } from '../payment/payment'
import type { ResultTone } from '../payment/result'
import type { SaleView } from '../sale/sale-view'
import type { Call } from './call'
import { dayCalls, meetingCalls, shiftCalls } from './calls/day'
import {
  cashCalls,
  exportsCalls,
  paymentsCalls,
  practiceCalls,
  receiptsCalls,
  resultsCalls,
  searchCalls,
} from './calls/payments'
import { auditLogCalls, customerCalls, customersCalls, staffCalls } from './calls/people'
import {
  connectionCalls,
  rulingsCalls,
  settingsCalls,
  shopCalls,
  tutorialCalls,
} from './calls/settings'
import {
  backupCalls,
  keyCalls,
  ledgerCalls,
  supportCalls,
  tillCalls,
  updatesCalls,
} from './calls/till'
import type { TillState } from './till-state'

/**
 * Everything a window can ask of main. Main's table of handlers and the renderer's typed functions
 * are both derived from this object: a new call is one entry here and one handler there.
 */
export const calls = {
  till: tillCalls,
  connection: connectionCalls,
  key: keyCalls,
  settings: settingsCalls,
  rulings: rulingsCalls,
  payments: paymentsCalls,
  search: searchCalls,
  exports: exportsCalls,
  customers: customersCalls,
  ledger: ledgerCalls,
  day: dayCalls,
  shift: shiftCalls,
  meeting: meetingCalls,
  practice: practiceCalls,
  tutorial: tutorialCalls,
  results: resultsCalls,
  cash: cashCalls,
  customer: customerCalls,
  receipts: receiptsCalls,
  staff: staffCalls,
  auditLog: auditLogCalls,
  support: supportCalls,
  backup: backupCalls,
  updates: updatesCalls,
  shop: shopCalls,
} as const

/** Every call by its whole name, as `payments.request`. */
export const callsByName: ReadonlyMap<string, Call<z.ZodType, unknown>> = new Map(
  Object.entries(calls).flatMap(([group, members]) =>
    Object.entries(members).map(([name, call]) => [`${group}.${name}`, call] as const),
  ),
)

/** What main tells the windows without being asked. */
export interface Pushes {
  tillChanged: TillState
  /** Before the payment of it that changed. */
  saleChanged: SaleView
  paymentChanged: Payment
  /** The ids of all payments whose results wait to be seen, the oldest first. */
  unseenChanged: readonly string[]
  /** A result has just come: to one window only, which makes it heard. */
  soundDue: ResultTone
  /** A push went out although the other tills were not asked; `till` has the number, as it said too late. */
  othersSilent: { paymentId: string; till: string | null }
  /** A person asked for this payment outside the window. */
  paymentWanted: { paymentId: string }
  /** To the customer's window alone. */
  customerViewChanged: CustomerView
}

export type Calls = typeof calls
export type GroupName = keyof Calls
export type CallName<Group extends GroupName> = keyof Calls[Group] & string
export type PushName = keyof Pushes

type CallOf<Group extends GroupName, Name extends CallName<Group>> = Calls[Group][Name]

export type ArgumentOf<Group extends GroupName, Name extends CallName<Group>> =
  CallOf<Group, Name> extends Call<infer Argument, unknown> ? z.input<Argument> : never
export type ParsedOf<Group extends GroupName, Name extends CallName<Group>> =
  CallOf<Group, Name> extends Call<infer Argument, unknown> ? z.output<Argument> : never
export type ValueOf<Group extends GroupName, Name extends CallName<Group>> =
  CallOf<Group, Name> extends Call<z.ZodType, infer Value> ? Value : never
