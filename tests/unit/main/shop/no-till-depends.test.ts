import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { type Clock, systemClock } from '../../../../electron/main/platform/clock'
import { askLimit } from '../../../../electron/main/shop/meeting'
import { fillLedger } from '../../../support/filled-ledger'
import { ledgerIn } from '../../../support/payments/ledger'
import { freezableWay } from '../../../support/shop/frozen'
import { shopForTests } from '../../../support/shop/postgres-for-tests'
import { noLinks, sessionOn } from '../../../support/shop/session'
import type { TestTill } from '../../../support/shop/shop-database'
import { temporaryFolders } from '../../../support/temporary-folder'

const { server, shop, newTill } = shopForTests()
const newFolder = temporaryFolders()

/** A till that reaches the shop database by a way that can freeze, in real time; `alarms` are those it set, ms. */
async function behindAWay(links = noLinks, till?: TestTill, after = systemClock.after) {
  const way = await freezableWay(server().port)
  const reached = { address: { ...shop.address, port: way.port } }
  const login = till ?? (await newTill())
  const alarms: number[] = []
  const clock: Clock = {
    ...systemClock,
    after(pause, action) {
      alarms.push(pause)
      return after(pause, action)
    },
  }
  return { way, alarms, ...sessionOn(reached, login, links, { clock }) }
}

let numbers = 0
const wanted = () => {
  numbers += 1
  return { msisdn: `2557540${10_000 + numbers}`, draftId: randomUUID(), forMs: 60_000 }
}
const unheard = () => undefined

describe('a server that is frozen', () => {
  it('holds up one lease for 300 ms, and the next not at all; it is noticed in 5 s and used again when it is back', async () => {
    const { session, way, alarms, connected, until } = await behindAWay()
    await connected()
    await until(async () => (await session.lease(wanted(), unheard)).state === 'granted')
    way.freeze()
    for (const limit of [askLimit, 0]) {
      alarms.length = 0
      expect(await session.lease(wanted(), unheard)).toEqual({ state: 'not-asked' })
      expect(alarms).toContain(limit)
    }
    await until(() => session.state().fault === 'unreachable')
    way.thaw()
    await connected()
    await until(async () => (await session.lease(wanted(), unheard)).state !== 'not-asked')
  })

  it('does not hold up leaving while a batch is out', async () => {
    const { ledger } = ledgerIn(newFolder())
    fillLedger(ledger, 50)
    const { session, way, shipped } = await behindAWay(ledger.links)
    await shipped()
    fillLedger(ledger, 5)
    way.freeze()
    session.wake()
    await delay(100)
    // A server that answers nothing would hold it up for ever.
    const stopped = session.stop().then(() => 'stopped')
    expect(await Promise.race([stopped, delay(10_000, 'waits')])).toBe('stopped')
  })
})

describe('a refusal', () => {
  it('keeps the connection, is tried again once a minute, and a lease is asked for all the same', async () => {
    const [mine, copied] = [ledgerIn(newFolder()), ledgerIn(newFolder())]
    fillLedger(mine.ledger, 2)
    fillLedger(copied.ledger, 2)
    const till = await newTill()
    const other = sessionOn(shop, till, mine.ledger.links)
    await other.shipped()
    await other.session.stop()
    const { session, way, connected, until, faults } = await behindAWay(
      copied.ledger.links,
      till,
      // Whether a busy computer answers within 300 ms says nothing of the answer.
      (pause, action) => (pause === askLimit ? () => undefined : systemClock.after(pause, action)),
    )
    await connected()
    await until(() => session.state().fault === 'forked')
    const [made, said] = [way.connections(), faults.length]
    for (let round = 0; round < 20; round += 1) {
      session.wake()
      expect(await session.lease(wanted(), unheard)).toMatchObject({ state: 'granted' })
      await delay(50)
    }
    expect(way.connections()).toBe(made)
    expect(faults.length).toBe(said)
  })
})

it('a lease does not wait behind a batch that is out', async () => {
  const { ledger } = ledgerIn(newFolder())
  fillLedger(ledger, 1)
  const till = await newTill()
  const { session, shipped } = sessionOn(shop, till, ledger.links)
  await shipped()
  await server().asAdministrator(shop.address.database, async client => {
    await client.query('BEGIN')
    await client.query('SELECT FROM kaunta.head WHERE till = $1 FOR UPDATE', [till.till])
    fillLedger(ledger, 1)
    session.wake()
    const waits = "SELECT FROM pg_stat_activity WHERE usename = $1 AND wait_event_type = 'Lock'"
    while ((await shop.ask(waits, [till.role])).length === 0) await delay(20)
    const answer = await Promise.race([session.lease(wanted(), unheard), delay(10_000, 'waits')])
    expect(answer).toEqual({ state: 'granted' })
    await client.query('COMMIT')
  })
})
