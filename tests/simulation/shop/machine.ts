import { systemClock } from '../../../electron/main/clock'
import { openLedger } from '../../../electron/main/ledger/open-ledger'
import { createHints } from '../../../electron/main/shop/meeting/hints'
import { createPushLeases, type LeaseAnswer } from '../../../electron/main/shop/meeting/push-lease'
import { createWarmConnection } from '../../../electron/main/shop/meeting/warm-connection'
import type { Login } from '../../../electron/main/shop/members'
import { createShipper } from '../../../electron/main/shop/shipping/shipper'
import { recorded, samples } from '../../support/payments/sales'
import type { SeededRandom } from '../../support/seeded-random'
import type { TestShop } from '../../support/shop/shop-database'
import { createShopNetwork } from './network'

/** Pauses of the till pass so many times faster; the limit for a cashier does not. */
const hurry = 50

const hurried = {
  ...systemClock,
  after: (pause: number, action: () => void) => systemClock.after(pause / hurry, action),
}

export interface MachineStart {
  name: string
  till: string
  login: Login
  file: string
  key: Buffer
  /** Links that it did not ship itself. */
  adopted: number
  /** A plant: how long a cashier waits in place of the limit, ms. */
  leaseClock?: Pick<typeof systemClock, 'after'>
}

/** One computer of the shop: a real ledger, and the till's own parts towards the shop database. */
export type Machine = ReturnType<typeof startMachine>

export function startMachine(shop: TestShop, random: SeededRandom, start: MachineStart) {
  const opening = openLedger({ file: start.file, key: start.key })
  if (!opening.ok) throw new Error(opening.detail)
  const { ledger } = opening
  const network = createShopNetwork()
  const connect = () => network.connect(() => shop.connect(start.login))
  const heard: string[] = []
  const hints = createHints(sale => heard.push(sale))
  const warm = createWarmConnection({
    connect,
    connected: hints.connected,
    changed: () => undefined,
    clock: hurried,
    random,
  })
  const shipper = createShipper({
    links: ledger.links,
    mode: 'practice',
    connect,
    clock: hurried,
    random,
    changed: () => undefined,
    lost: () => undefined,
  })
  const leases = createPushLeases({ warm, clock: start.leaseClock ?? systemClock })
  return {
    ...start,
    ledger,
    network,
    heard,
    shipper,
    /** Its wall clock is so wrong, ms. */
    clockError: 0,
    readHints: () => warm.use(hints.read),
    /** How long it asked, and what came of it. */
    async askLease(msisdn: string, saleId: string, forMs: number) {
      const asked = performance.now()
      const late: LeaseAnswer[] = []
      const answer = await leases.ask({ msisdn, saleId, forMs }, given => late.push(given))
      return { asked, answered: performance.now(), answer }
    },
    sell(saleId: string, msisdn: string, at: number): void {
      ledger.record(saleId, recorded({ msisdn, at }), { body: `{"msisdn":"${msisdn}"}` })
      ledger.append(saleId, samples['attempt-started'])
      ledger.append(saleId, samples.accepted)
      shipper.wake()
    },
    async stop(): Promise<void> {
      await Promise.all([shipper.stop(), warm.stop()])
      opening.close()
    },
  }
}
