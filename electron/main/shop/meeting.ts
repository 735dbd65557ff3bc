import { createHmac } from 'node:crypto'
import { z } from 'zod'
import type { Clock } from '../platform/clock'
import type { Claim, ClaimAnswer, LeaseAnswer, LeasedPhone, OtherTills } from '../sales/other-tills'
import { type ShopConnection, shortLimit } from './connection'
import { shopFailure } from './failure'
import type { Shipper } from './shipper'
import { NotConnected, type WarmConnection } from './warm-connection'

/** So long a cashier waits for other tills, ms. */
export const askLimit = 300

const leaseSchema = z.object({ granted: z.boolean(), holder: z.string(), left_ms: z.number() })

const claimSchema = z.object({
  answer: z.enum(['granted', 'handed-over', 'of-other-till', 'not-shipped']),
  till_name: z.string(),
  person: z.string(),
  at: z.date().nullable(),
})

/**
 * What this till asks of the others before it sends a prompt or hands goods over: leases of phone numbers and claims of
 * references. Each is answered within the limit: this till can sell also while the database fails.
 */
export class Meeting implements Pick<OtherTills, 'lease' | 'release' | 'claim'> {
  /** What phone numbers are hashed with, since the database must not know them; null until it is connected. */
  #key: Buffer | null = null
  /** The last question had no answer within the limit: nobody waits for the next until one comes. */
  #isSilent: boolean = false

  constructor(
    private readonly deps: {
      warm: Pick<WarmConnection, 'use'>
      shipper: Pick<Shipper, 'wake' | 'settled' | 'askAgain'>
      clock: Pick<Clock, 'after'>
    },
  ) {}

  /** Each time: a database that was put back may have another key. */
  async connected(connection: ShopConnection): Promise<void> {
    const [row] = await connection.query('SELECT kaunta.phone_key() AS key')
    this.#key = z.instanceof(Buffer).parse(row?.key)
  }

  lease(
    wanted: LeasedPhone & { forMs: number },
    late: (lease: LeaseAnswer) => void,
  ): Promise<LeaseAnswer> {
    return this.#limited(this.#askLease(wanted), { state: 'not-asked' }, answer => {
      if (answer.state === 'taken') late(answer)
    })
  }

  /** Nothing is awaited before the question: what this till asks afterwards comes after it. */
  release({ msisdn, draftId }: LeasedPhone): void {
    const release = async () => {
      const values = [this.#hashOf(msisdn), draftId]
      await this.deps.warm.use(connection =>
        connection.query('SELECT kaunta.release($1, $2)', values, shortLimit),
      )
    }
    // A lease that is not released runs out by itself.
    release().catch(() => undefined)
  }

  claim(wanted: Claim): Promise<ClaimAnswer> {
    return this.#limited(this.#askClaim(wanted), { state: 'not-asked' })
  }

  async #askLease({
    msisdn,
    draftId,
    forMs,
  }: LeasedPhone & { forMs: number }): Promise<LeaseAnswer> {
    const values = [this.#hashOf(msisdn), draftId, Math.ceil(forMs)]
    const [row] = await this.deps.warm.use(connection =>
      connection.query('SELECT * FROM kaunta.lease($1, $2, $3)', values, shortLimit),
    )
    const { granted, holder, left_ms: leftMs } = leaseSchema.parse(row)
    return granted ? { state: 'granted' } : { state: 'taken', till: holder, leftMs }
  }

  /** What was shipped a moment ago may still be on its way: then once more. */
  async #askClaim(wanted: Claim, isFirst = true): Promise<ClaimAnswer> {
    const { warm, shipper } = this.deps
    const values = [wanted.reference, wanted.paymentId, wanted.person, wanted.ofSale]
    const [row] = await warm.use(connection =>
      connection.query('SELECT * FROM kaunta.hand_over($1, $2, $3, $4)', values, shortLimit),
    )
    const { answer, till_name: till, person, at } = claimSchema.parse(row)
    if (answer === 'granted') return { state: 'granted' }
    if (answer === 'of-other-till') return { state: 'of-other-till', till }
    if (answer === 'handed-over')
      return { state: 'handed-over', till, person, at: at?.getTime() ?? 0 }
    if (!isFirst) return { state: 'not-asked' }
    shipper.wake()
    await shipper.settled()
    return this.#askClaim(wanted, false)
  }

  #limited<Answer>(
    asked: Promise<Answer>,
    otherwise: Answer,
    late: (answer: Answer) => void = () => undefined,
  ): Promise<Answer> {
    return new Promise(resolve => {
      let isOver = false
      const answer = (given: Answer) => {
        if (isOver) late(given)
        isOver = true
        cancel()
        resolve(given)
      }
      const cancel = this.deps.clock.after(this.#isSilent ? 0 : askLimit, () => {
        this.#isSilent = true
        answer(otherwise)
      })
      const heard = (given: Answer) => {
        this.#isSilent = false
        answer(given)
      }
      asked.then(heard, error => {
        // The hello says which machine has the place, and this till stops selling.
        if (!(error instanceof NotConnected) && shopFailure(error) === 'replaced')
          this.deps.shipper.askAgain()
        heard(otherwise)
      })
    })
  }

  /** Throws NotConnected where this till was replaced: it gets no key. */
  #hashOf(msisdn: string): Buffer {
    if (!this.#key) throw new NotConnected('This till leases no phone numbers')
    return createHmac('sha256', this.#key).update(msisdn).digest()
  }
}
