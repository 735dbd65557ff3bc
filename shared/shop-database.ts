import { z } from 'zod'

/** Why the shop database does not take what this till has; null where it does. */
export const shopFaultSchema = z.enum([
  'unreachable',
  'wrong-password',
  'tls-required',
  'certificate-not-trusted',
  'certificate-of-another',
  'clock-wrong',
  'certificate-expired',
  'no-database',
  'no-right',
  'no-schema',
  'older-schema',
  'newer-schema',
  'server-trouble',
  'not-understood',
  /** The shop takes other payments than this connection, for example practice. */
  'other-mode',
  /** What is stored is not what this till's ledger has: one of the two was changed, or copied. */
  'forked',
  /** Another machine has this till's place: it may ship, and sell no more. */
  'replaced',
])

export type ShopFault = z.infer<typeof shopFaultSchema>

/** Why a typed address is none. */
export const shopAddressFaultSchema = z.enum([
  'not-an-address',
  'no-role',
  'no-password',
  'no-database',
  'has-options',
])

export type ShopAddressFault = z.infer<typeof shopAddressFaultSchema>

/** A till's place in the shop database. */
export type ShopPlace = {
  shop: string
  till: string
}

/** Goods were handed over twice for one reference, as when the shop database was away. */
export interface HandedOverTwice {
  /** This till's payment. */
  paymentId: string
  reference: string
  /** Where else; '' at a till of another shop. The same name is another machine of this till. */
  till: string
  /** Who was signed in there; '' where it is not known. */
  person: string
  /** When, ms of that till's wall clock. */
  at: number
}

/** The shop database as a window shows it: never its password. */
export interface ShopDatabaseView {
  /** `host:port/database`. */
  address: string
  role: string
  /** Null until the database has answered in this run. */
  place: ShopPlace | null
  /** Entries of the ledger that the database does not have yet. */
  waiting: number
  /** When everything was last there, ms of the wall clock; null where it never was in this run. */
  shippedAt: number | null
  fault: ShopFault | null
  /** Of the last week, the newest last. */
  handedOverTwice: readonly HandedOverTwice[]
}

/** What *Save and test* found. Only what works is saved. */
export type ShopTest =
  | { result: 'works'; place: ShopPlace }
  | { result: 'fault'; fault: ShopFault }
  | { result: 'bad-address'; fault: ShopAddressFault }

/** What came of making the shop database and this till's place in it. */
export type ShopSetUp =
  | ShopTest
  /** The shop has a till of this name already. */
  | { result: 'till-exists' }
  | { result: 'server-too-old' }

/** What came of taking a lost till's place. */
export type TakenPlace =
  | {
      result: 'taken'
      place: ShopPlace
      sales: number
      open: number
      /** Sales whose customer is no longer known: that data is not kept for ever. */
      withoutCustomer: number
      /** The old computer's login was ended: it was stolen or lost, and ships nothing more. */
      oldEnded: boolean
    }
  /** The address works, and nothing was shipped as this till yet: it can simply be used. */
  | { result: 'nothing-shipped'; place: ShopPlace }
  | Exclude<ShopTest, { result: 'works' }>
