import { setTimeout as delay } from 'node:timers/promises'
import { systemClock } from '../../electron/main/platform/clock'
import { ShopSession } from '../../electron/main/shop/shop-session'
import type { ShippedLink } from '../../electron/main/store/ledger/hash-chain/shipped-links'
import { defaultSettings } from '../../shared/settings'
import { openWay } from '../support/shop/frozen'
import { paidLink, unheard } from '../support/shop/session'
import { quantile, timedWait } from './measuring'
import { withShop } from './shop'

/** What a till far from its server meets. */
export interface RoundTripFigures {
  /** There and back, ms. */
  roundTrip: number
  /** Of leases while nothing is shipped, and while payments move, ms; and how many were not asked. */
  quiet: { median: number; notAsked: number }
  moving: { median: number; notAsked: number }
  /** *Did it go through?* with nothing typed, while payments move, median, ms. */
  search: number
}

export const leases = 16
const roundTrips = [0, 50, 100, 150, 250]
/** A payment moves so often, ms. */
const movesEach = 100

/** A till's session over a longer and longer way to a PostgreSQL of its own. */
export function measureRoundTrips(): Promise<RoundTripFigures[]> {
  return withShop(async shop => {
    const figures: RoundTripFigures[] = []
    for (const roundTrip of roundTrips) {
      const login = await shop.addTill(`${roundTrip} ms`)
      const way = await openWay(shop.address.port)
      way.lengthen(roundTrip)
      const links: ShippedLink[] = []
      const session = new ShopSession({
        ...{ ...unheard, clock: systemClock },
        address: { ...shop.address, ...login, port: way.port },
        links: {
          last: () => links.length,
          valueAt: number => links[number - 1]?.value ?? null,
          read: ({ after, mostLinks }) => links.slice(after, after + mostLinks),
        },
      })
      const isReady = () => session.use(async () => true).catch(() => false)
      while (!(await isReady())) await delay(20)
      // What is asked at the beginning of a connection is answered.
      await delay(3_000)
      const quiet = await leasesOf(session, `${roundTrip} quiet`)
      const moving = setInterval(() => {
        links.push(paidLink(links.length + 1, `R-${links.length + 1}`))
        session.wake()
      }, movesEach)
      figures.push({
        roundTrip,
        quiet,
        moving: await leasesOf(session, `${roundTrip} moving`),
        search: await searchOf(session),
      })
      clearInterval(moving)
      await session.stop()
      way.close()
    }
    return figures
  })
}

async function leasesOf(session: ShopSession, name: string) {
  const times: number[] = []
  let notAsked = 0
  for (let number = 1; number <= leases; number++) {
    const wanted = { msisdn: `${name} ${number}`, draftId: `${name} ${number}`, forMs: 60_000 }
    times.push(
      await timedWait(async () => {
        const { state } = await session.lease(wanted, () => undefined)
        if (state === 'not-asked') notAsked += 1
      }),
    )
    // Not in step with what moves.
    await delay(170)
  }
  return { median: quantile(times, 0.5), notAsked }
}

async function searchOf(session: ShopSession): Promise<number> {
  const question = { text: '', limit: 12, place: defaultSettings.shop }
  const times: number[] = []
  for (let number = 1; number <= leases; number++)
    times.push(await timedWait(() => session.find(question)))
  return quantile(times, 0.5)
}
