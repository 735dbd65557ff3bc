import type { ShopTest } from '../../../shared/shop-database'
import type { Clock } from '../platform/clock'
import type { LinkReader } from '../store/ledger/hash-chain/shipped-links'
import type { ShopConnection } from './connection'
import { atShop, type Hello, type NamedShop } from './hello'
import { findLaterLinks } from './later-links'

/** Who tries: null are the links of a till that has no ledger open. */
interface Tried {
  links: LinkReader | null
  /** The address is the one that this till has already. */
  isOwn: boolean
  clock: Pick<Clock, 'monotonic'>
}

/** Tries a shop database as the till would use it, and changes nothing there. */
export function testShop(shop: NamedShop, { links, isOwn, clock }: Tried): Promise<ShopTest> {
  return atShop<ShopTest>(shop, async (connection, hello, place) => {
    const isUsed = !isOwn && (await isOfAnother(connection, hello, links))
    if (isUsed) return { result: 'fault', fault: 'in-use' }
    return { result: 'works', place, roundTripMs: await roundTrip(connection, clock) }
  })
}

/** Whether another till has this place: it was heard lately, or another ledger is stored there. */
async function isOfAnother(
  connection: ShopConnection,
  hello: Hello,
  links: LinkReader | null,
): Promise<boolean> {
  if (hello.heardLately) return true
  const { sequence, link } = hello.shipped
  if (links === null || sequence === 0 || links.valueAt(sequence)?.equals(link)) return false
  return (await findLaterLinks(connection, hello, links)) === null
}

/** How long the way to the server and back takes, ms: the shortest of a few, for the others met something else. */
async function roundTrip(
  connection: ShopConnection,
  clock: Pick<Clock, 'monotonic'>,
): Promise<number> {
  let shortest = Number.POSITIVE_INFINITY
  for (let time = 0; time < 3; time++) {
    const begun = clock.monotonic()
    await connection.query('SELECT 1')
    shortest = Math.min(shortest, clock.monotonic() - begun)
  }
  return Math.ceil(shortest)
}
