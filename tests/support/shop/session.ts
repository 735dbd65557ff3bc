import { onTestFinished } from 'vitest'
import { type Clock, systemClock } from '../../../electron/main/platform/clock'
import { systemRandom } from '../../../electron/main/platform/random'
import { askLimit } from '../../../electron/main/shop/meeting'
import type { Login } from '../../../electron/main/shop/members'
import { ShopSession, type ShopSessionDeps } from '../../../electron/main/shop/shop-session'
import type { LinkReader } from '../../../electron/main/store/ledger/hash-chain/shipped-links'
import type { HandedOverTwice } from '../../../shared/shop-database'
import type { TestShop } from './shop-database'

/** Minutes pass in half a second, and the 300 ms that a cashier waits stay what they are: for tests of that limit. */
export const hurried: Clock = {
  ...systemClock,
  after: (pause, action) => systemClock.after(pause <= askLimit ? pause : pause / 100, action),
}

/**
 * A cashier who waits for the answer however long it takes: whether a busy computer gives it within 300 ms says
 * nothing of the answer.
 */
export const patient: Clock = {
  ...hurried,
  after: (pause, action) => (pause === askLimit ? () => undefined : hurried.after(pause, action)),
}

/** What a till's session told. */
export interface TestSession {
  session: ShopSession
  heard: string[]
  /** How many links the database had lost, each time. */
  lost: number[]
  tooLarge: number[]
  twice: HandedOverTwice[]
  faults: (string | null)[]
  until: (what: () => unknown) => Promise<void>
  /** Waits for the connection. */
  connected: () => Promise<void>
  /** Waits until all is shipped. */
  shipped: () => Promise<void>
}

/** A till's session with a shop database of the tests, which ends with the test. */
export function sessionOn(
  shop: Pick<TestShop, 'address'>,
  login: Login,
  links: LinkReader,
  other: Partial<ShopSessionDeps> = {},
): TestSession {
  const heard: string[] = []
  const lost: number[] = []
  const tooLarge: number[] = []
  const twice: HandedOverTwice[] = []
  const faults: (string | null)[] = []
  const session = new ShopSession({
    address: { ...shop.address, ...login },
    authorities: [],
    kind: 'practice',
    links,
    clock: patient,
    random: systemRandom,
    heard: sale => heard.push(sale),
    isWaiting: () => false,
    lost: entries => lost.push(entries),
    tooLarge: entry => tooLarge.push(entry),
    handedOverTwice: one => twice.push(one),
    changed: () => faults.push(session?.state().fault ?? null),
    ...other,
  })
  onTestFinished(() => session.stop())
  async function until(what: () => unknown): Promise<void> {
    const end = Date.now() + 20_000
    while (!(await what())) {
      const state = { ...session.state(), hello: null }
      if (Date.now() > end) throw new Error(`Not reached: ${JSON.stringify({ state, faults })}`)
      await new Promise(resolve => setTimeout(resolve, 5))
    }
  }
  return {
    ...{ session, heard, lost, tooLarge, twice, faults, until },
    connected: () => until(() => session.use(async () => true).catch(() => false)),
    async shipped() {
      session.wake()
      await until(() => session.state().waiting === 0 && session.state().shippedAt !== null)
    },
  }
}

/** The links of a till that has sold nothing. */
export const noLinks: LinkReader = { last: () => 0, valueAt: () => null, read: () => [] }
