import { randomUUID } from 'node:crypto'
import { systemClock } from '../../../electron/main/platform/clock'
import { systemRandom } from '../../../electron/main/platform/random'
import type { OthersSilent } from '../../../electron/main/sales/other-tills'
import { askLimit } from '../../../electron/main/shop/meeting'
import type { Login } from '../../../electron/main/shop/members'
import { ShopSession } from '../../../electron/main/shop/shop-session'
import { openLedger } from '../../../electron/main/store/ledger/open-ledger'
import { testEngineSettings } from '../../support/parts'
import { buildEngine } from '../../support/payments/build-engine'
import { mobileDraft } from '../../support/payments/payments'
import type { SeededRandom } from '../../support/seeded-random'
import { unheard } from '../../support/shop/session'
import type { TestShop } from '../../support/shop/shop-database'
import type { FarEnd } from './far-end'
import { createShopNetwork } from './network'

/** Pauses of the till pass so many times faster; the limit for a cashier does not. */
const quicker = 50
const cashierWaits = 300

export interface MachineStart {
  name: string
  till: string
  login: Login
  file: string
  key: Buffer
  /** The last link that it did not ship itself. */
  adopted: number
  farEnd: FarEnd
  /** A cashier waits so many times longer than the limit: more than 1 with a plant. */
  slowness: number
  /** A plant: pushes without asking the other tills. */
  asksNobody?: boolean
}

/** One computer of the shop: a whole payment engine on a real ledger, and its session with the shop database. */
export type Machine = ReturnType<typeof startMachine>

export function startMachine(shop: TestShop, random: SeededRandom, start: MachineStart) {
  const opening = openLedger({ file: start.file, key: start.key })
  if (!opening.ok) throw new Error(opening.detail)
  const { ledger } = opening
  const network = createShopNetwork()
  const heard: string[] = []
  const silent: OthersSilent[] = []
  /** How much later than a timer of the limit each lease was answered, ms: what a cashier waits for other tills. */
  const lateness: number[] = []
  let clockError = 0
  const clock = {
    ...systemClock,
    wall: () => systemClock.wall() + clockError,
    after: (pause: number, action: () => void) =>
      systemClock.after(pause === cashierWaits ? pause * start.slowness : pause / quicker, action),
  }
  const session = new ShopSession({
    ...unheard,
    address: { ...shop.address, ...start.login },
    connect: () => network.connect(() => shop.connect(start.login)),
    links: ledger.links,
    clock,
    random,
    heard: payment => heard.push(payment),
    isWaiting: () => ledger.open().length > 0,
  })
  const faults: unknown[] = []
  const engine = buildEngine({
    ledger,
    client: start.farEnd.clientOf(start.name),
    clock,
    random: { ...systemRandom, fraction: () => random.fraction() },
    settings: () => ({ ...testEngineSettings, promptLifetimeMs: 10_000 }),
    others: {
      isInShop: () => true,
      sharers: () => session.sharers(),
      async lease(wanted, late) {
        if (start.asksNobody) return { state: 'granted' }
        let limitPassed = Number.POSITIVE_INFINITY
        const cancel = systemClock.after(askLimit, () => (limitPassed = performance.now()))
        const answer = await session.lease(wanted, late)
        cancel()
        lateness.push(performance.now() - limitPassed)
        return answer
      },
      release: leased => session.release(leased),
      claim: wanted => session.claim(wanted),
      silent: push => silent.push(push),
    },
    fault: error => faults.push(error),
  })
  ledger.onCommit(
    () => session.wake(),
    error => faults.push(error),
  )
  engine.start()
  return {
    ...start,
    ...{ ledger, network, heard, silent, lateness, session, engine, faults },
    setClockError(ms: number) {
      clockError = ms
    },
    /** A press on *Request payment*. */
    sell: async (msisdn: string) =>
      engine.presses.request(mobileDraft({ draftId: randomUUID(), phone: `+${msisdn}` })),
    async stop(): Promise<void> {
      await Promise.all([session.stop(), engine.stop()])
      opening.close()
    },
  }
}
