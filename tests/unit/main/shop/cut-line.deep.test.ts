import { setTimeout as delay } from 'node:timers/promises'
import { expect, it, vi } from 'vitest'
import { systemRandom } from '../../../../electron/main/platform/random'
import type { Ledger } from '../../../../electron/main/store/ledger/ledger'
import { statusOf } from '../../../../shared/payment/status'
import { morning } from '../../../support/payments/clock'
import { ledgerIn } from '../../../support/payments/ledger'
import { recorded, samples } from '../../../support/payments/payments'
import { freezableWay } from '../../../support/shop/frozen'
import { shopForTests } from '../../../support/shop/postgres-for-tests'
import { sessionOn } from '../../../support/shop/session'
import { temporaryFolders } from '../../../support/temporary-folder'

const { server, shop, newTill } = shopForTests()
const newFolder = temporaryFolders()

const cuts = 112
/** The server is killed after so many cuts, again and again. */
const cutsBeforeKill = 30

/** A payment from its request to PAID, in two commits. */
function sell(ledger: Ledger, reference: string): void {
  const { id } = ledger.record(systemRandom.paymentId(morning), recorded(), { body: '{}' })
  const accepted = { ...samples.accepted, reference }
  ledger.append(id, samples['attempt-started'], accepted, samples['status-read'], samples.settled)
}

/** All links of a ledger, as a till ships them. */
const linksOf = ({ links }: Ledger) =>
  links.read({ after: 0, mostLinks: 100_000, mostBytes: Number.POSITIVE_INFINITY })

it(`has every row of three tills that sell while the line is cut ${cuts} times and the server is killed`, async () => {
  const way = await freezableWay(server().port)
  const tills = await Promise.all(
    [1, 2, 3].map(async () => {
      const login = await newTill()
      const { ledger } = ledgerIn(newFolder())
      const behindWay = { address: { ...shop.address, port: way.port } }
      return { login, ledger, ...sessionOn(behindWay, login, ledger.links) }
    }),
  )
  await Promise.all(tills.map(({ connected }) => connected()))
  for (let cut = 1, made = 0; cut <= cuts; cut++) {
    for (const { ledger, session } of tills) {
      sell(ledger, `R-${1_000 + cut}`)
      session.wake()
    }
    // Each cut ends a new connection, at another moment of shipping.
    await vi.waitUntil(() => way.connections() > made, { timeout: 60_000, interval: 2 })
    await delay(cut % 60)
    made = way.connections()
    way.cut()
    if (cut % cutsBeforeKill === 0) {
      await server().kill()
      await server().start()
    }
  }
  await Promise.all(tills.map(({ shipped }) => shipped()))
  expect(way.connections()).toBeGreaterThan(cuts)

  for (const { login, ledger } of tills) {
    const links = linksOf(ledger)
    expect(links).toHaveLength(2 * cuts)
    const events = await shop.ask(
      'SELECT sequence, link, bodies FROM kaunta.event WHERE till = $1 ORDER BY sequence',
      [login.till],
    )
    expect(events).toEqual(
      links.map(({ sequence, value, bodies }) => ({
        sequence: String(sequence),
        link: value,
        bodies,
      })),
    )
    const personal = await shop.ask(
      'SELECT sequence FROM kaunta.personal WHERE till = $1 ORDER BY sequence',
      [login.till],
    )
    const ofCustomers = links.filter(link => link.request || link.personal.some(Boolean))
    expect(personal.map(row => Number(row.sequence))).toEqual(
      ofCustomers.map(({ sequence }) => sequence),
    )
    const payments = await shop.ask(
      'SELECT payment, status, amount FROM kaunta.payment WHERE till = $1 ORDER BY reference',
      [login.till],
    )
    const own = new Map(links.flatMap(({ payment }) => (payment ? [[payment.id, payment]] : [])))
    expect(payments).toEqual(
      [...own.values()].map(payment => ({
        payment: payment.id,
        status: statusOf(payment),
        amount: String(payment.amount.value),
      })),
    )
    const entries = await shop.ask(
      'SELECT number, payment, direction, way, value FROM kaunta.entry WHERE till = $1 ORDER BY number',
      [login.till],
    )
    const moved = new Map(
      links.flatMap(({ subject, entries: its }) =>
        its.map(({ number, direction, way: by, value }) => [
          number,
          { number: String(number), payment: subject, direction, way: by, value: String(value) },
        ]),
      ),
    )
    expect(entries).toHaveLength(cuts)
    expect(entries).toEqual([...moved.values()])
  }
})
