import { isDeepStrictEqual } from 'node:util'
import type { EngineSettings } from '../../../electron/main/payments/engine-settings'
import type { Ledger } from '../../../electron/main/store/ledger/ledger'
import type { Payment } from '../../../shared/payment/payment'
import type { DraftFacts, Facts, StoredCashUp } from '../world/facts'
import type { Purchases } from '../world/purchases'

/** What a check is about: the money rules of the design, and what else a till owes. */
export type RuleName =
  | `rule ${1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10 | 11 | 12 | 13 | 14}`
  /** Nothing goes earlier than the service asked (§7, §8), and one payment's trouble slows no other. */
  | 'pace'
  /** 401 stops all calls with those keys (§5.6). */
  | 'keys'
  /** A bad day never becomes a storm of calls. */
  | 'storm'
  /** When the world is well again, every payment comes to an end or to a person. */
  | 'liveness'
  /** A receipt says PAID: only of what is paid and not in doubt, numbered one by one. */
  | 'receipt'
  /** The provider's own word against the status is shown and raised, and changes nothing. */
  | 'provider'
  /** Cash is never paid, goods go once the parts cover the sum, and the drawer holds what was taken. */
  | 'cash'
  /** With nothing left to do, a customer paid, less what they got back, for the goods that they keep. */
  | 'customer'
  /** What is asked of a person ends by two presses that its screen offers. */
  | 'to-do'
  /** Money is given back by a person, no more than came, and nothing else changes. */
  | 'given back'
  /** A press can be undone for a minute, counts nothing then, and stays on the record. */
  | 'undo'
  /** What moved is in the period that ran then, in no other, and a closed period stays as it was closed. */
  | 'cash-up'
  /** What goes on from a backup loses nothing of it, and sends nothing of it by itself. */
  | 'restore'
  /** Money is in the shift of who took it, gave it back or asked for the payment, and in one. */
  | 'shift'
  /** The ledger's rows follow from its events, and the till has no fault of its own. */
  | 'ledger'

/** What every check looks at. */
export interface Scene {
  facts: Facts
  /** What is committed, whatever a process believes. */
  committed: Ledger
  /** The closed periods on the disk, oldest first. */
  cashUps: () => readonly StoredCashUp[]
  settings: EngineSettings
  /** What each request is for, unknown to the till. */
  purchases: Purchases
  /** ms that really passed. */
  elapsed: () => number
  /** ms that the till's monotonic clock counted: on some systems it stops while the computer sleeps. */
  ticked: () => number
  report: (rule: RuleName, text: string) => void
}

/** A payment as it was and as it is after a commit. */
export interface Change {
  before: Payment | null
  payment: Payment
}

/** The draft that a payment was made from. */
export function factsOf(scene: Scene, payment: Payment): DraftFacts {
  const { byDraftId, drafts } = scene.facts
  const facts = byDraftId.get(payment.draftId) ?? drafts.get(payment.customer.lastName)
  if (!facts) throw new Error(`The payment ${payment.id} belongs to no draft`)
  return facts
}

/** Are they equal in every field? What most fields hold needs no walk, and this is asked at each commit. */
export function isSamePayment(one: Payment, other: Payment): boolean {
  const fields = Object.keys(one) as (keyof Payment)[]
  return (
    fields.length === Object.keys(other).length &&
    fields.every(
      field =>
        Object.hasOwn(other, field) &&
        (Object.is(one[field], other[field]) || isDeepStrictEqual(one[field], other[field])),
    )
  )
}

/** A payment as a trace names it. */
export function nameOf(payment: Payment): string {
  return `${payment.customer.lastName} (${payment.phase}${payment.outcome ? ` ${payment.outcome}` : ''})`
}
