import type { z } from 'zod'
import type { CustomerView } from '../customer-view'
import type { ResultTone } from '../payment/result'
import type { Sale } from '../payment/sale'
import type { Call } from './call'
import { auditLogCalls } from './calls/audit-log'
import { backupCalls } from './calls/backup'
import { cashCalls } from './calls/cash'
import { connectionCalls } from './calls/connection'
import { customerCalls } from './calls/customer'
import { customersCalls } from './calls/customers'
import { dayCalls } from './calls/day'
import { exportsCalls } from './calls/exports'
import { integrityCalls } from './calls/integrity'
import { keyCalls } from './calls/key'
import { ledgerCalls } from './calls/ledger'
import { meetingCalls } from './calls/meeting'
import { practiceCalls } from './calls/practice'
import { receiptsCalls } from './calls/receipts'
import { resultsCalls } from './calls/results'
import { salesCalls } from './calls/sales'
import { searchCalls } from './calls/search'
import { settingsCalls } from './calls/settings'
import { shiftCalls } from './calls/shift'
import { shopCalls } from './calls/shop'
import { staffCalls } from './calls/staff'
import { supportCalls } from './calls/support'
import { tillCalls } from './calls/till'
import { tutorialCalls } from './calls/tutorial'
import { updatesCalls } from './calls/updates'
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
  sales: salesCalls,
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
  integrity: integrityCalls,
  support: supportCalls,
  backup: backupCalls,
  updates: updatesCalls,
  shop: shopCalls,
} as const

/** What main tells the windows without being asked. */
export interface Pushes {
  tillChanged: TillState
  saleChanged: Sale
  /** All results that wait to be seen, the oldest first. */
  unseenChanged: readonly Sale[]
  /** A result has just come: to one window only, which makes it heard. */
  soundDue: ResultTone
  /** A push went out although the other tills were not asked; `till` has the number, as it said too late. */
  othersSilent: { saleId: string; till: string | null }
  /** A person asked for this sale outside the window. */
  saleWanted: { saleId: string }
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
export type RoleOf<Group extends GroupName, Name extends CallName<Group>> =
  CallOf<Group, Name> extends Call<z.ZodType, unknown, infer Least> ? Least : never
