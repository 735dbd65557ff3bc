import type { AccountQuestion, ServiceKind } from '../connection'
import type { DiskFault } from '../disk-fault'
import type { WayBack } from '../payment/given-back'

/** Expected failures of a call, each with words of its own in the language files (`errors.<code>`). */
export type FailureCode =
  | 'bad-argument'
  | 'card-number-typed'
  | 'not-allowed'
  | 'not-selling'
  | 'no-such-payment'
  | 'no-such-customer'
  | 'action-not-possible'
  | 'phone-number-unreadable'
  | 'phone-number-busy'
  /** The form asked for another amount, or in another way, before. */
  | 'draft-used'
  | 'part-open'
  | 'part-not-the-rest'
  | 'parts-do-not-cover'
  /** Another till of the shop has a live prompt on this phone (money rule 10). */
  | 'phone-number-busy-elsewhere'
  /** The prompt of a pending payment is probably gone: the cashier asks the customer first. */
  | 'prompt-may-be-gone'
  /** The read just before the new push no longer said pending. */
  | 'prompt-answered'
  | 'queue-full'
  | 'already-handed-over'
  /** The reference is that of a payment which another till shipped first. */
  | 'reference-of-other-till'
  | 'more-than-there'
  /** Its minute is over, the goods went, or money has moved since. */
  | 'not-undone'
  | 'given-back'
  | 'other-account'
  | 'account-unsaid'
  | 'keys-rejected'
  | 'asked-to-wait'
  | 'webhook-address-needed'
  | 'webhook-address-bad'
  | 'webhook-address-here'
  | 'payments-open'
  | 'reference-unknown'
  | 'no-network'
  | 'lookup-failed'
  | 'address-bad'
  | 'address-not-https'
  | 'keys-needed'
  | 'authority-unreadable'
  | 'authority-too-large'
  /** No certificate is in it, or none that can be read. */
  | 'authority-none'
  /** A private key is in it. It does not belong here, and a person sends it around. */
  | 'authority-private-key'
  /** A server's own certificate, which vouches for no other. */
  | 'authority-not-one'
  | 'passphrase-needed'
  | 'passphrase-too-short'
  /** An owner has to prove themselves first: `proofs` says by what. */
  | 'proof-needed'
  /** What was typed to open the till or to prove the owner. */
  | 'proof-wrong'
  | 'proof-paused'
  /** Nothing of the till can be read: its screen says why. */
  | 'till-closed'
  | 'recovery-code-not-printed'
  | 'not-connected'
  | 'read-failed'
  /** The service answered a read with its own error body under a 200: `serviceMessage` has its words. */
  | 'service-error'
  /** The service does not know the payment's reference, or not yet. */
  | 'payment-not-known'
  | 'storage-failed'
  /** A lost till's payments come only into a till that has none. */
  | 'ledger-not-empty'
  /** What the shop database has of a lost till is not what a till ships. */
  | 'lost-till-damaged'
  | 'not-exported'
  | 'export-failed'
  | 'export-first'
  | 'receipt-not-possible'
  | 'receipt-not-shown'
  | 'receipt-not-saved'
  | 'receipt-no-recipient'
  | 'receipt-not-opened'
  | 'printer-missing'
  | 'printer-failed'
  | 'printer-silent'
  /** Nothing was sent to these: the till asks first. */
  /** The computer's rules let no program write to its print queues. */
  | 'printer-queue-closed'
  | 'printer-off'
  | 'printer-not-one'
  | 'printer-paper-out'
  | 'printer-cover-open'
  /** It took a part, and then stopped. */
  | 'printer-stopped'
  | 'cash-up-unsigned'
  | 'no-such-cash-up'
  | 'cash-up-not-printed'
  | 'shift-not-printed'
  | 'signed-out'
  | 'session-ended'
  | 'approver-must-sign-in'
  | 'manager-needed'
  | 'owner-needed'
  | 'first-owner'
  | 'last-owner'
  | 'name-taken'
  | 'pin-too-short'
  | 'no-such-person'
  | 'backup-passphrase-short'
  | 'backup-store-unreadable'
  | 'backup-not-written'
  | 'backup-not-read'
  | 'backup-not-one'
  | 'backup-newer'
  | 'backup-damaged'
  | 'backup-wrong-passphrase'
  /** What this till has and the backup has not is more than was accepted. */
  | 'backup-changed'
  | 'backup-folder-silent'
  | 'backup-till-busy'
  | 'backup-not-restored'
  | 'update-address-bad'
  | 'update-key-missing'
  /** A payment is open, or the till cannot tell. */
  | 'update-waits'
  | 'update-not-ready'
  | 'till-fault'

/** What proves an owner: the recovery code, the passphrase, an API secret. */
export const ownerProofs = ['code', 'passphrase', 'secret'] as const
export type OwnerProof = (typeof ownerProofs)[number]

/** What every call answers: a value, or a failure that the screen can explain. */
export type Result<Value> = { ok: true; value: Value } | Failure

export interface Failure {
  ok: false
  code: FailureCode
  /** For the log and the curious; the screen's words come from `code`. Never holds a secret. */
  message: string
  /**
   * Of `already-handed-over`: when, and who did it where the till keeps people. `till` is null where it was this
   * one, and '' where another shop did.
   */
  handedOver?: { paymentId: string; at: number; by: string | null; till: string | null }
  /** Of `phone-number-busy`, `prompt-may-be-gone` and `prompt-answered`: the earlier payment to that phone. */
  busy?: { paymentId: string }
  /** Of `phone-number-busy-elsewhere` and `reference-of-other-till`: which till, '' where it is another shop's, and for how long at most, ms. */
  elsewhere?: { till: string; leftMs: number }
  /** The service's own words. */
  serviceMessage?: string
  /** Of `payments-open`: how many, on which connection. */
  paymentsOpen?: { kind: ServiceKind; count: number }
  /** Of `account-unsaid`: what tells the two accounts apart. */
  accounts?: AccountQuestion
  /** Of `more-than-there`: when money was given back last, who did it (null on a till without staff), and how. */
  givenBack?: { at: number; by: string | null; way: WayBack }
  /** Of `proof-needed`: one of these is to be typed. */
  proofs?: readonly OwnerProof[]
  /** In the window alone, of a call that failed for another reason: what was typed to prove the owner, not to ask twice. */
  proof?: string
  /** Of what was to be written or read: what the disk did. */
  disk?: DiskFault
}

/** A successful answer. */
export function success<Value>(value: Value): { ok: true; value: Value } {
  return { ok: true, value }
}

/** A failed answer. */
export function failure(code: FailureCode, message: string): Failure {
  return { ok: false, code, message }
}
