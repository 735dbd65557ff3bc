import { z } from 'zod'
import {
  type ConnectionVerdict,
  connectionAddressSchema,
  connectionKindSchema,
  serviceKindSchema,
} from '../connection'
import { draftSchema } from '../payment/draft'
import type { PaymentEvent } from '../payment/event'
import { resolutionHowSchema } from '../payment/event'
import type { Sale } from '../payment/sale'
import { statusWordsSchema } from '../payment/status-words'
import { displaySettingsSchema, patienceSettingsSchema, shopSettingsSchema } from '../settings'
import type { LedgerExport, TillState } from './till-state'

/** One call that a window may make: what it takes, checked in main, and what it answers. */
export interface Call<Argument extends z.ZodType, Value> {
  argument: Argument
  /** Never there at run time: carries the answer's type. */
  value?: Value
}

function call<Value>() {
  return <Argument extends z.ZodType>(argument: Argument): Call<Argument, Value> => ({ argument })
}

const nothing = z.undefined()
const oneSale = z.strictObject({ saleId: z.uuid() })
const keyText = z.string().trim().max(500)

/**
 * Everything a window can ask of main. Main's table of handlers and the renderer's typed functions
 * are both derived from this object: a new call is one entry here and one handler there.
 */
export const calls = {
  till: {
    state: call<TillState>()(nothing),
  },
  connection: {
    /** Tries the address and keys with a harmless status read, and keeps them when they are a service's. */
    saveAndTest: call<{ verdict: ConnectionVerdict; detail: string; saved: boolean }>()(
      z.strictObject({
        kind: serviceKindSchema,
        ...connectionAddressSchema.shape,
        /** '' keeps the key that is already sealed. */
        apiKey: keyText,
        apiSecret: keyText,
        /**
         * Whose the keys are, when they or the address changed: without it the call fails with
         * `account-unsaid`, because a sale that may have been sent is never retried elsewhere.
         */
        account: z.enum(['same', 'other']).nullable().default(null),
      }),
    ),
    /** Makes a connection the till's own; its open sales are on the screen afterwards. */
    choose: call<null>()(z.strictObject({ kind: connectionKindSchema })),
  },
  vault: {
    createPassphrase: call<null>()(z.strictObject({ passphrase: z.string().max(500) })),
    unlock: call<null>()(z.strictObject({ passphrase: z.string().max(500) })),
  },
  settings: {
    saveShop: call<null>()(shopSettingsSchema),
    saveDisplay: call<null>()(displaySettingsSchema),
    savePatience: call<null>()(patienceSettingsSchema),
    /** The words of the active connection that mean paid or failed, beside the shipped ones. */
    saveWords: call<null>()(statusWordsSchema),
  },
  sales: {
    /** Records a sale and starts sending it. A second press with the same draft answers the first sale. */
    request: call<Sale>()(draftSchema),
    /** Everything open or unresolved, and the last sales. */
    recent: call<readonly Sale[]>()(nothing),
    /** Reads every sale that is open or unresolved once; `unanswered` could not be read now. */
    checkAll: call<{ read: number; unanswered: number }>()(nothing),
    /** Newest first; `before` is the id of the last sale already shown, or null. */
    list: call<{ sales: readonly Sale[]; more: boolean }>()(
      z.strictObject({ text: z.string().trim().max(100), before: z.uuid().nullable() }),
    ),
    story: call<{ sale: Sale; events: readonly PaymentEvent[] }>()(oneSale),
    withdraw: call<Sale>()(oneSale),
    sendNow: call<Sale>()(oneSale),
    tryAgain: call<Sale>()(oneSale),
    stop: call<Sale>()(oneSale),
    checkNow: call<Sale>()(oneSale),
    stopWaiting: call<Sale>()(oneSale),
    handOver: call<Sale>()(oneSale),
    resolve: call<Sale>()(
      oneSale.extend({
        reason: z.string().trim().min(3).max(300),
        how: resolutionHowSchema.default('other'),
      }),
    ),
    giveMeaning: call<Sale>()(oneSale.extend({ meaning: z.enum(['paid', 'failed']) })),
  },
  ledger: {
    /** Opens the active connection's ledger again, now. The till's state says what came of it. */
    tryAgain: call<null>()(nothing),
    /** The person has read what was found after the ledger was opened again. */
    acknowledge: call<null>()(nothing),
    /** Writes what can be read of a ledger that is damaged or newer than this app to a CSV file. */
    exportReadable: call<LedgerExport>()(nothing),
    /** After an export: renames that ledger, and begins a new one. */
    setAside: call<{ keptAs: string }>()(nothing),
  },
  practice: {
    /** Opens a practice sale's checkout page in this computer's browser. Practice mode only. */
    openCheckout: call<null>()(oneSale),
  },
} as const

/** What main tells the windows without being asked. */
export interface Pushes {
  tillChanged: TillState
  saleChanged: Sale
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
