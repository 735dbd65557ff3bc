import { z } from 'zod'
import { fewestMonths, mostMonths } from './settings/retention'

/** Why the shop database does not take what this till has; null where it does. */
export const shopFaultSchema = z.enum([
  'unreachable',
  'wrong-password',
  /** It takes no connection without TLS, and the way was within this computer, where there is none. */
  'tls-required',
  /** It has no TLS. No password was sent. */
  'no-tls',
  /** The server's list of computers, or of networks, has this one not. */
  'not-let-in',
  /** The address wants the channel to be bound, and the server does not offer it. */
  'not-bound',
  /** The login was ended: its computer was reported stolen or lost. */
  'login-ended',
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
  /** The same, and what is stored goes on from what this ledger has: it was restored from an older backup, or copied. */
  'behind',
  /** Another machine has this till's place: it may ship, and sell no more. */
  'replaced',
  /** Another till uses this address, or did. */
  'in-use',
])

export type ShopFault = z.infer<typeof shopFaultSchema>

/** Why a typed address is none. */
export const shopAddressFaultSchema = z.enum([
  'not-an-address',
  'no-role',
  'no-password',
  'no-database',
  'has-options',
  /** It asks for a connection that is not verified. */
  'weak-tls',
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
  /** Payments that the database has of this till and this ledger has not, or not all of; 0 unless it is `behind`. */
  later: number
  /** Of the last week, the newest last. */
  handedOverTwice: readonly HandedOverTwice[]
}

/** A till waits 300 ms for the other tills. Where the way takes longer than this, ms, it asks them in vain. */
export const longestRoundTrip = 250

/** What *Save and test* found. Only what works is saved. */
export type ShopTest =
  | {
      result: 'works'
      place: ShopPlace
      /** How long the way to the server and back takes. */
      roundTripMs: number
    }
  | { result: 'fault'; fault: ShopFault }
  | { result: 'bad-address'; fault: ShopAddressFault }

/** What came of trying an owner's address. Only what works is kept. */
export type OwnersViewTest =
  | { result: 'works' }
  /** The login is of a till or a receiver. */
  | { result: 'no-owner' }
  | Exclude<ShopTest, { result: 'works' }>

/** What came of making the shop database and this till's place in it. */
export type ShopSetUp =
  | Exclude<ShopTest, { result: 'works' }>
  | { result: 'works'; place: ShopPlace }
  /** The shop has a till of this name already. */
  | { result: 'till-exists' }
  | { result: 'server-too-old' }

const id = z.string().min(1).max(64)

/** What an administrator has done with the tills and logins of a shop database. */
export const shopTaskSchema = z.discriminatedUnion('do', [
  z.strictObject({ do: z.literal('look') }),
  z.strictObject({
    do: z.literal('add-till'),
    /** Of the shop. */
    id,
    name: z.string().trim().min(1).max(100),
  }),
  /** `broken`: the old one may still store what it has. `stolen`, or lost: its login ends at once. */
  z.strictObject({
    do: z.literal('replace-computer'),
    id,
    old: z.enum(['broken', 'stolen']),
  }),
  /** Of computers that were replaced as broken. */
  z.strictObject({ do: z.literal('end-old-logins'), id }),
  /** For all shops there. */
  z.strictObject({ do: z.literal('add-owner') }),
  /** Every owner's address ends, as where a computer with one was stolen. */
  z.strictObject({ do: z.literal('end-owners') }),
  z.strictObject({ do: z.literal('add-receiver') }),
  z.strictObject({ do: z.literal('keep'), months: z.int().min(fewestMonths).max(mostMonths) }),
])

export type ShopTask = z.infer<typeof shopTaskSchema>

/** A till as it last said it is. */
export interface ListedTill {
  id: string
  name: string
  /** How long ago it last said anything, ms; null where its present computer never did. */
  spokeMs: number | null
  version: string | null
  /** How far its clock is behind, ms. */
  behindMs: number | null
  /** Entries that it had not stored yet. */
  waiting: number | null
  /** Computers that were replaced and may still store what they have. */
  oldLogins: number
}

export interface ListedShops {
  /** For how many months payments are kept there. */
  months: number
  /** How many owners' addresses there are. */
  owners: number
  shops: readonly { id: string; name: string; tills: readonly ListedTill[] }[]
}

export type ShopAdministered =
  /** `login`: the address that was made, which is shown once and kept nowhere; null where none was. */
  | ({ result: 'done'; login: string | null } & ListedShops)
  | { result: 'till-exists' }
  | Exclude<ShopTest, { result: 'works' }>

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

/** What came of taking back what this till had shipped before it was restored from an older backup. */
export type TakenBack =
  | {
      result: 'taken'
      /** Payments that came, or went on. */
      payments: number
      open: number
      /** Facts about money or goods of both that exclude each other: those of after the restore are in the file set aside alone. */
      leftOut: number
    }
  /** A till in this place was at work in the last five minutes. */
  | { result: 'heard' }
  | Exclude<ShopTest, { result: 'works' }>
