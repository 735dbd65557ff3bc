import { z } from 'zod'
import type { Clock } from '../../clock'
import type { WarmConnection } from './warm-connection'

/** Goods that are about to be handed over. */
export interface WantedHandOver {
  reference: string
  saleId: string
  /** Who is signed in; '' on a till without people. */
  person: string
}

export type HandOverAnswer =
  /** No other sale of the merchant account had goods for this reference; none can from now on. */
  | { state: 'granted' }
  /** Another one had. `till` and `person` are '' where they belong to another shop, or are not known. */
  | { state: 'handed-over'; till: string; person: string; at: number }
  /** The shop database did not answer in time: this till decides alone, and the screen says so. */
  | { state: 'not-asked' }

/** Goods are handed over once a reference, across tills (money rule 11). */
export interface SharedHandOver {
  /** Answers within the limit, always. The same sale may ask again: a lost answer changes nothing. */
  ask(wanted: WantedHandOver): Promise<HandOverAnswer>
}

/** So long a cashier waits for other tills, ms. */
const handOverLimit = 300

const handOverSchema = z.object({
  mine: z.boolean(),
  till_name: z.string(),
  person: z.string(),
  at: z.date(),
})

interface HandOverDeps {
  warm: Pick<WarmConnection, 'use'>
  clock: Pick<Clock, 'after'>
}

/** Over a connection that may not be there. */
export function createSharedHandOver({ warm, clock }: HandOverDeps): SharedHandOver {
  async function askDatabase(wanted: WantedHandOver): Promise<HandOverAnswer> {
    const values = [wanted.reference, wanted.saleId, wanted.person]
    const [row] = await warm.use(connection =>
      connection.query('SELECT * FROM kaunta.hand_over($1, $2, $3)', values),
    )
    const { mine, till_name: till, person, at } = handOverSchema.parse(row)
    return mine ? { state: 'granted' } : { state: 'handed-over', till, person, at: at.getTime() }
  }

  return {
    ask: wanted =>
      new Promise(resolve => {
        const notAsked = () => resolve({ state: 'not-asked' })
        const cancel = clock.after(handOverLimit, notAsked)
        // Whatever goes wrong there, this till can hand over what was paid here.
        askDatabase(wanted).then(resolve, notAsked).finally(cancel)
      }),
  }
}
