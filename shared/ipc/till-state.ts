import type { AuthorityView } from '../authority'
import type { DailyBackup, RestoredCopy } from '../backup'
import type { CallFault } from '../call-fault'
import type { ClockFault } from '../clock-fault'
import type { ConnectionAddress, ConnectionKind, ServiceKind } from '../connection'
import type { FloatToAsk } from '../day/drawer'
import type { Amount } from '../money'
import type { ResultName } from '../payment/result'
import type { StatusWords } from '../payment/status-words'
import type { Person, StaffMember } from '../person'
import type { Settings, TimeoutsSettings } from '../settings'
import type { ShopDatabaseView } from '../shop-database'
import type { Role } from '../staff'
import type { UpdateView } from '../updates'

/** Why a till does not sell. Shown large, with what to do next; never skipped. */
export type BlockReason =
  | 'ledger-unreadable'
  | 'ledger-in-use'
  | 'ledger-newer'
  /** A trial version from before version 1 wrote it. */
  | 'ledger-older'
  /** The till was restored from a copy; nothing is sent until an owner has confirmed it. */
  | 'restored'
  /** Another machine has this till's place in the shop database. */
  | 'replaced'
  | 'storage-full'
  | 'storage-read-only'
  | 'storage-failed'
  | 'practice-failed'
  | 'till-fault'

/** What the till can do at this moment. */
export type Stage =
  | { name: 'first-run' }
  /** An owner's address is kept, and no connection is in use. */
  | { name: 'owners-view' }
  /** The till is closed: `staff` says why. */
  | { name: 'locked' }
  | {
      name: 'blocked'
      reason: BlockReason
      detail: string
      /** With `restored`: which copy. */
      copy?: RestoredCopy
    }
  | { name: 'not-connected'; kind: ServiceKind }
  | { name: 'selling' }

/** A payment that was being written when the disk failed. */
export interface InterruptedPayment {
  paymentId: string
  amount: Amount
  msisdn: string
  /** True for the payment itself, with its request; false for a later step of it. */
  isNew: boolean
}

/** The same, read back from the ledger after it was opened again. */
export interface ReadBackPayment extends InterruptedPayment {
  recorded: boolean
}

/** A payment that a ledger which cannot be opened still holds as open. */
export interface OpenPaymentInExport {
  paymentId: string
  /** Null where it could not be read. */
  amount: Amount | null
  msisdn: string
  /** Wall clock, ms; null where it could not be read. */
  recordedAt: number | null
}

/** What was exported of a ledger that cannot be opened. */
export interface LedgerExport {
  /** Where the file is. */
  file: string
  sales: number
  /** Payments of which nothing but the id could be read. */
  unreadable: number
  /** False where damage hides an unknown number of further payments. */
  complete: boolean
  open: readonly OpenPaymentInExport[]
  moreOpen: number
}

/** How the till gets over a disk that failed. */
export interface Recovery {
  /** It opens the ledger again by itself; false when a person has to ask for it. */
  tryingAlone: boolean
  interrupted: readonly InterruptedPayment[]
  /** What was found once the ledger was open again, until a person has read it. */
  readBack: readonly ReadBackPayment[] | null
}

/** A light says what the last real calls showed; `unasked` until there was one. */
export interface Lights {
  /** `portal`: something else answers in the service's place, as a network's sign-in page does. */
  internet: 'unasked' | 'on' | 'off' | 'portal'
  /** `busy`: the service asked the till to slow down (§7). `keys-unfit`: the till itself cannot send these keys. */
  service: 'unasked' | 'on' | 'off' | 'busy' | 'keys-rejected' | 'keys-unfit'
}

export type Light = Lights[keyof Lights]

/** Whether calls may go to the service, and if not, when the next one may (wall clock, ms). */
export interface GateView {
  state: 'open' | 'asked-to-wait' | 'trouble' | 'keys-rejected'
  until: number | null
}

/**
 * What a window may know of a connection. Where results are sent, with what that address may hold to prove the service,
 * and the last four characters of the keys: while an owner is signed in, else '' and null.
 */
export interface ConnectionView extends ConnectionAddress {
  hasKeys: boolean
  hasWebhook: boolean
  /** Its address is plain HTTP, which goes to this very computer only: what listens there gets the keys. */
  isPlainHttp: boolean
  keyEndings: { apiKey: string; apiSecret: string } | null
  words: StatusWords
  /** The certificate authorities that the owner added. */
  authorities: readonly AuthorityView[]
}

/** One thing that a person can make happen in Practice mode; its words are `scenarios.<id>`. */
export interface PracticeScenario {
  id: string
  /** The customer's number that chooses it: digits in international format. */
  phone: string
}

/** A display of this computer, for the owner to choose the customer's. */
export interface DisplayView {
  id: number
  /** The operating system's name for it; '' where it has none. */
  name: string
  width: number
  height: number
  /** The till's own window is on it. */
  isTill: boolean
  /** The customer's window is on it. */
  isCustomer: boolean
}

/** Why nothing of a till can be read. Nothing is deleted, and no person can sign in meanwhile. */
export type ClosedReason =
  /** Its passphrase has not been typed yet. */
  | 'passphrase'
  /** The keychain that opens it is not there now. */
  | 'keychain-away'
  /** There is a keychain, and it is not the one that opens this till. */
  | 'keychain-other'
  /** The till's file and its copies are gone or damaged. */
  | 'gone'
  /** Both copies of the file with its key are gone or damaged. */
  | 'key-gone'
  | 'newer'
  /** The disk did not let it be read. */
  | 'failed'

/** Why a till is locked: because it was started, a person pressed the button, it was not used, … */
export type LockReason = 'start' | 'pressed' | 'idle' | 'screen-lock' | 'suspend' | 'removed'

/** A person on the lock screen. */
export interface StaffTile extends StaffMember {
  /** How long they wait after wrong PINs, ms from the moment that this was said; 0 is not at all. */
  pauseMs: number
  /** The PIN has fewer digits than the owner asks for now. Only an owner sees this. */
  shortPin: boolean
}

/** A result that no person has acknowledged: what a locked till may say of it, never whose it is. */
export interface LockedResult {
  result: ResultName
  amount: Amount
}

/** Who is at the till. */
export type StaffView =
  /** No person was ever added: everything is allowed, and records name no person. */
  | { state: 'none' }
  | { state: 'closed'; reason: ClosedReason }
  | {
      state: 'signed-out'
      why: LockReason
      people: readonly StaffTile[]
      watched: number
      results: readonly LockedResult[]
    }
  | { state: 'signed-in'; person: Person; role: Role; people: readonly StaffTile[] }

/** How a person shows that they may open this till. */
export interface Protection {
  isProtected: boolean
  /** The keychain of this computer, by the operating system's name; null where there is none. */
  keychain: string | null
  hasPassphrase: boolean
  /** When the recovery code was made, wall clock, ms; null where there is none. */
  recoveryMadeAt: number | null
  /** Whether there is any text that proves an owner: recovery code, passphrase or API secret. */
  hasProof: boolean
  /** How long no passphrase or code may be tried, ms from the moment that this was said; 0 is not at all. */
  pauseMs: number
}

/** How long a run of the till has itself seen its payments last, ms at the moment that this was said (decision 10). */
export interface SeenPayments {
  /** Those that are open, and those that it tried to send lately. */
  each: Readonly<Record<string, number>>
  /** Of all others: as long as it runs. */
  others: number
}

/** Everything that the till's window shows, in one piece: asked for once, then replaced by pushes. */
export interface TillState {
  stage: Stage
  recovery: Recovery
  active: ConnectionKind | null
  lights: Lights
  /** Why the last call did not reach the service; null where it did, or something else answered. */
  callFault: CallFault | null
  gate: GateView
  /** The active connection's account: a payment sent with another one is neither retried nor read. */
  account: string | null
  /** Service time minus the till's wall clock, ms: countdowns run on the service's time. */
  serviceClockOffset: number
  /** The service's time when this was said; null until the service has said it, beyond doubt, since the start. */
  serviceTime: number | null
  /** What shows that this computer's clock is wrong; null where nothing does. */
  clockFault: ClockFault | null
  /** How long this run of the till has seen its payments last. */
  seen: SeenPayments
  /** Payments whose answers come and cannot be read: their ids. */
  unread: readonly string[]
  protection: Protection
  settings: Pick<
    Settings,
    | 'display'
    | 'shop'
    | 'charging'
    | 'customerWindow'
    | 'tutorial'
    | 'alerts'
    | 'receipts'
    | 'staff'
    | 'retention'
    | keyof TimeoutsSettings
  >
  displays: readonly DisplayView[]
  /** What the drawer begins with is asked; null where it is not. */
  floatToAsk: FloatToAsk | null
  /** Who is at the till. While it is locked the rest of this holds no customer, no payment and no address. */
  staff: StaffView
  connections: Record<ServiceKind, ConnectionView>
  practice: { words: StatusWords; scenarios: readonly PracticeScenario[] }
  shippedWords: StatusWords
  /**
   * The till's file is an older one, until an owner has acknowledged it. `since`: from when it is, wall clock, ms; null
   * where that is not known.
   */
  older: { since: number | null } | null
  backup: DailyBackup
  updates: UpdateView
  /** Null where this till is in no shop of many tills. */
  shopDatabase: ShopDatabaseView | null
  version: string
}
