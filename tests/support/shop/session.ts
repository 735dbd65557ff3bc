import { createHash } from 'node:crypto'
import { onTestFinished } from 'vitest'
import { type Clock, systemClock } from '../../../electron/main/platform/clock'
import { systemRandom } from '../../../electron/main/platform/random'
import { encodeBatch } from '../../../electron/main/shop/batch'
import type { ShopConnection } from '../../../electron/main/shop/connection'
import { askHello } from '../../../electron/main/shop/hello'
import { askLimit } from '../../../electron/main/shop/meeting'
import type { Login } from '../../../electron/main/shop/members'
import { ShopSession, type ShopSessionDeps } from '../../../electron/main/shop/shop-session'
import { entriesAdded } from '../../../electron/main/store/ledger/entries/moved-by'
import type {
  LinkReader,
  ShippedLink,
} from '../../../electron/main/store/ledger/hash-chain/shipped-links'
import { drawerSubject } from '../../../electron/main/store/link'
import type { DrawerEntry } from '../../../shared/day/drawer'
import type { Payment } from '../../../shared/payment/payment'
import { applyEvent, beginPayment } from '../../../shared/payment/reducer'
import type { HandedOverTwice } from '../../../shared/shop-database'
import { recorded, samples } from '../payments/payments'
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
    ...unheard,
    address: { ...shop.address, ...login },
    links,
    clock: patient,
    heard: payment => heard.push(payment),
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

/** A practice till's session without listeners. */
export const unheard = {
  authorities: [],
  kind: 'practice',
  version: '0.1.0',
  beatMs: null,
  random: systemRandom,
  heard: () => undefined,
  isWaiting: () => false,
  serviceTime: () => null,
  months: () => null,
  changed: () => undefined,
  lost: () => undefined,
  tooLarge: () => undefined,
  handedOverTwice: () => undefined,
} satisfies Partial<ShopSessionDeps>

/** From the first day to the last. */
export const everything = { from: 0, until: 8_000_000_000_000 }

/** The links of a till that has sold nothing. */
export const noLinks: LinkReader = { last: () => 0, valueAt: () => null, read: () => [] }

const paymentId = (sequence: number) =>
  `00000000-0000-7000-8000-${String(sequence).padStart(12, '0')}`

/** A link that begins a payment of its own; `content` makes it another under the same number. */
export function link(sequence: number, content = ''): ShippedLink {
  const subject = paymentId(sequence)
  const body = Buffer.from(JSON.stringify({ type: 'recorded', content }))
  return {
    sequence,
    subject,
    first: 1,
    value: createHash('sha256').update(`${sequence} ${content}`).digest(),
    bodies: [body],
    personal: [Buffer.from('{"msisdn":"255754001212"}')],
    request: Buffer.from('{"amount":15000}'),
    payment: beginPayment(subject, recorded()),
    entries: [],
    sale: [],
  }
}

/** A link of cash that was paid into the drawer. */
export function drawerLink(sequence: number): ShippedLink {
  const { at } = recorded()
  const press = { draftId: paymentId(sequence), at, reason: 'change', person: null } as const
  const drawer: DrawerEntry = { ...press, kind: 'pay-in', currency: 'TZS', value: 5_000 }
  const bodies = [Buffer.from(JSON.stringify(drawer))]
  const none = { personal: [null], request: null, payment: null, sale: [] }
  return { ...link(sequence), subject: drawerSubject, bodies, ...none, drawer }
}

/** A link of a payment that the service accepted under a reference; `handedOver` is who was signed in. */
export function acceptedLink(
  sequence: number,
  reference: string,
  { payment = sequence, handedOver = null }: { payment?: number; handedOver?: string | null } = {},
): ShippedLink {
  const begun = link(sequence)
  const state = beginPayment(paymentId(payment), recorded())
  const handedOverAt = handedOver === null ? null : state.recordedAt + 60_000
  const handedOverBy = handedOver === null ? null : { id: paymentId(9), name: handedOver }
  return {
    ...begun,
    subject: paymentId(payment),
    first: sequence,
    payment: { ...state, reference, handedOverAt, handedOverBy },
  }
}

/** A payment whose customer never answered: it waits for a person. */
export function expiredLink(sequence: number): ShippedLink {
  const link = acceptedLink(sequence, `E-${sequence}`)
  const payment = beginPayment(link.subject, recorded())
  const sale = [
    { payment: link.subject, toDo: true, missing: payment.total, unknown: payment.total },
  ]
  return { ...link, payment: { ...payment, phase: 'expired' }, sale }
}

/** The same as an accepted one, where the service said that it was paid. */
export function paidLink(...[sequence, reference, other]: Parameters<typeof acceptedLink>) {
  const { payment: before, ...rest } = acceptedLink(sequence, reference, other)
  if (!before) throw new Error('No payment')
  const { handedOverAt, handedOverBy } = before
  const said = { ...samples.accepted, reference }
  const events = [samples['attempt-started'], said, samples['status-read'], samples.settled]
  const begun = beginPayment(before.id, recorded())
  const paid = events.reduce<Payment>(applyEvent, begun)
  const entries = entriesAdded({ id: before.id, payment: begun, entries: [] }, events, {
    number: sequence,
    period: 1,
  })
  return { ...rest, payment: { ...paid, handedOverAt, handedOverBy }, entries }
}

/** Ships links, which follow on what is stored or on `prior`, and returns what the function answers. */
export async function shipped(
  connection: ShopConnection,
  links: readonly ShippedLink[],
  prior?: Buffer,
): Promise<unknown> {
  const hello = prior ? null : await askHello(connection)
  const { json } = encodeBatch(links, prior ?? hello?.shipped.digest ?? Buffer.alloc(0))
  const [row] = await connection.query('SELECT answer, next FROM kaunta.ship($1)', [json])
  return row
}

/** Asks whether Asha may hand over the goods of a payment's sale, and returns what the function answers. */
export async function handOver(
  connection: ShopConnection,
  reference: string,
  payment: string,
  ofSale = [reference],
) {
  const values = [reference, payment, 'Asha', ofSale]
  return (await connection.query('SELECT * FROM kaunta.hand_over($1, $2, $3, $4)', values))[0]
}

/** The answer to the first beat of a till. */
export async function beat(connection: ShopConnection, busy = false) {
  return (await connection.query('SELECT * FROM kaunta.beat($1, $2)', [new Date(0), busy]))[0]
}
