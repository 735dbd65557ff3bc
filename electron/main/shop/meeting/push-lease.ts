import { createHmac } from 'node:crypto'
import { z } from 'zod'
import type { Clock } from '../../clock'
import type { WarmConnection } from './warm-connection'

/** A prompt that is about to be sent: to whom, and for how long the number is taken, ms. */
export interface WantedLease {
  msisdn: string
  saleId: string
  forMs: number
}

export type LeaseAnswer =
  /** No other till has a live prompt on this phone. */
  | { state: 'granted' }
  /** Another one has. `till` is '' where it belongs to another shop. */
  | { state: 'held'; till: string; leftMs: number }
  /** The shop database did not answer in time: selling goes on, and the screen says so. */
  | { state: 'not-asked' }

/** One live prompt a phone number and merchant account, across tills. */
export interface PushLeases {
  /**
   * Answers within the limit, always. A later answer that another till has the number goes to `late`: the push
   * may be out by then.
   */
  ask(wanted: WantedLease, late: (answer: LeaseAnswer) => void): Promise<LeaseAnswer>
  /** The prompt is over. What is not released runs out by itself. */
  release(wanted: Omit<WantedLease, 'forMs'>): Promise<void>
}

/** So long a cashier waits for other tills, ms. */
export const leaseLimit = 300

const leaseSchema = z.object({
  granted: z.boolean(),
  holder: z.string(),
  left_ms: z.number(),
})

interface LeaseDeps {
  warm: Pick<WarmConnection, 'use'>
  clock: Pick<Clock, 'after'>
}

/** Leases over a connection that may not be there. */
export function createPushLeases({ warm, clock }: LeaseDeps): PushLeases {
  let key: Buffer | null = null

  /** A phone number as the other tills know it: the database cannot tell which it is. */
  async function hashOf(msisdn: string): Promise<Buffer> {
    key ??= await warm.use(async connection => {
      const [row] = await connection.query('SELECT kaunta.phone_key() AS key')
      return z.instanceof(Buffer).parse(row?.key)
    })
    return createHmac('sha256', key).update(msisdn).digest()
  }

  async function askDatabase(wanted: WantedLease): Promise<LeaseAnswer> {
    const phone = await hashOf(wanted.msisdn)
    const [row] = await warm.use(connection =>
      connection.query('SELECT * FROM kaunta.lease($1, $2, $3)', [
        phone,
        wanted.saleId,
        Math.ceil(wanted.forMs),
      ]),
    )
    const { granted, holder, left_ms: leftMs } = leaseSchema.parse(row)
    return granted ? { state: 'granted' } : { state: 'held', till: holder, leftMs }
  }

  return {
    ask(wanted, late) {
      return new Promise(resolve => {
        let isOver = false
        const answer = (given: LeaseAnswer) => {
          if (isOver && given.state === 'held') late(given)
          isOver = true
          cancel()
          resolve(given)
        }
        const cancel = clock.after(leaseLimit, () => answer({ state: 'not-asked' }))
        // Whatever goes wrong there, this till can sell.
        askDatabase(wanted).then(answer, () => answer({ state: 'not-asked' }))
      })
    },
    async release(wanted) {
      const phone = await hashOf(wanted.msisdn)
      await warm.use(connection =>
        connection.query('SELECT kaunta.release($1, $2)', [phone, wanted.saleId]),
      )
    },
  }
}
