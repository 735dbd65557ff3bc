/** A phone number that a push takes, and the draft that it is for: a second press of one draft is the same push. */
export interface LeasedPhone {
  msisdn: string
  draftId: string
}

export type LeaseAnswer =
  /** No other till has a live prompt on this phone. */
  | { state: 'granted' }
  /** Another one has. `till` is '' where it belongs to another shop. */
  | { state: 'taken'; till: string; leftMs: number }
  | { state: 'not-asked' }

/** Goods that are about to be handed over. */
export interface Claim {
  reference: string
  /** Those of all payments of its sale: goods go once a sale. */
  ofSale: readonly string[]
  paymentId: string
  /** Who is signed in; '' on a till without people. */
  person: string
}

export type ClaimAnswer =
  /** No other payment of the merchant account had goods for this reference, or for its sale; none can from now on. */
  | { state: 'granted' }
  /** Another one had. `till` and `person` are '' where they belong to another shop, or are not known. */
  | { state: 'handed-over'; till: string; person: string; at: number }
  /** The reference is that of another till's payment, which was there first. `till` as above. */
  | { state: 'of-other-till'; till: string }
  | { state: 'not-asked' }

/** A push went out without a word of the other tills; `till` has the number, as one of them said too late. */
export interface OthersSilent {
  paymentId: string
  till: string | null
}

/**
 * The other tills of a shop (DESIGN §14), as the payment engine asks them. Each answer comes within a limit and never
 * throws: `not-asked` means that this till decides alone, and says so.
 */
export interface OtherTills {
  /** Whether this till is in a shop of many tills: without one nothing is asked, and nothing is said about it. */
  isInShop(): boolean
  /** How many tills use the account's rate limit at the moment, this one included. */
  sharers(): number
  /** Takes a number for so long, ms. A later answer that another till has it goes to `late`: the push may be out. */
  lease(
    wanted: LeasedPhone & { forMs: number },
    late: (lease: LeaseAnswer) => void,
  ): Promise<LeaseAnswer>
  /** The prompt is over, or was never sent. What is not released runs out by itself. */
  release(leased: LeasedPhone): void
  /** Takes the right to hand over goods for a reference. The same payment may ask again. */
  claim(wanted: Claim): Promise<ClaimAnswer>
  /** Tells the cashier. */
  silent(push: OthersSilent): void
}
