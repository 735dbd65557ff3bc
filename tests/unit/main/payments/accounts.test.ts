import { describe, expect, it } from 'vitest'
import { longestLife } from '../../../../shared/payment/overdue'
import { accepted, read, refused, unreachable } from '../../../support/payments/answers'
import { createScriptedClient } from '../../../support/payments/client'
import { createVirtualClock } from '../../../support/payments/clock'
import { openEngine, testEngineSettings } from '../../../support/payments/engine'
import { giveBackAll } from '../../../support/payments/give-back'
import { mobileDraft } from '../../../support/payments/payments'
import { succeeded } from '../../../support/results'
import { temporaryFolders } from '../../../support/temporary-folder'

const newFolder = temporaryFolders()
const notPossible = { code: 'action-not-possible' }
const numberBusy = { code: 'phone-number-busy' }

/** A counter whose keys can become another account's between two starts. */
function open() {
  const folder = newFolder()
  const clock = createVirtualClock()
  const client = createScriptedClient()
  async function start(account: string) {
    const { ledger, engine, close } = openEngine({ folder, client, clock, settings: { account } })
    engine.start()
    await clock.pass(0)
    const stop = async () => {
      await engine.stop()
      close()
    }
    return { ledger, engine, stop }
  }
  /** The id of a payment that was sent with the keys of the account `first`, on a till that is closed again. */
  async function sellWithFirst() {
    const { engine, stop } = await start('first')
    const { id } = succeeded(engine.presses.request(mobileDraft()))
    await clock.pass(0)
    await stop()
    return id
  }
  return { clock, client, start, sellWithFirst }
}

describe('keys of another account (money rules 3 and 12)', () => {
  it('never retry what may have been sent with the old ones', async () => {
    const { clock, client, start, sellWithFirst } = open()
    client.otherwise.create = unreachable('maybe')
    const id = await sellWithFirst()
    const sent = client.calls.length
    const after = await start('second')
    await clock.pass(120_000)
    expect(after.engine.presses.tryAgain(id, 'cashier')).toMatchObject({ code: 'other-account' })
    await clock.pass(60_000)
    expect(client.calls).toHaveLength(sent)
    expect(after.ledger.find(id)).toMatchObject({ phase: 'unknown', account: 'first' })
    await after.stop()
    const back = await start('first')
    client.otherwise.create = accepted()
    expect(back.engine.presses.tryAgain(id, 'cashier').ok).toBe(true)
    await clock.pass(0)
    expect(back.ledger.find(id)?.phase).toBe('pending')
  })

  it('never read a payment that they may not know, and it expires by no answer of theirs', async () => {
    const { clock, client, start, sellWithFirst } = open()
    client.otherwise = { create: accepted(), read: read('pending') }
    const id = await sellWithFirst()
    const sent = client.calls.length
    const after = await start('second')
    await clock.pass(600_000)
    expect(client.calls).toHaveLength(sent)
    expect(await after.engine.actions.checkNow(id)).toMatchObject({ code: 'other-account' })
    expect(await after.engine.openPayments.checkAll()).toEqual({
      ok: true,
      value: { read: 0, unanswered: 0 },
    })
    expect(client.calls).toHaveLength(sent)
    expect(after.ledger.find(id)?.phase).toBe('pending')
  })

  it('send what was never sent, as their own', async () => {
    const { clock, client, start, sellWithFirst } = open()
    client.otherwise.create = unreachable('no')
    const id = await sellWithFirst()
    client.otherwise.create = accepted()
    const after = await start('second')
    await clock.pass(20_000)
    expect(after.ledger.find(id)).toMatchObject({ phase: 'pending', account: 'second' })
  })
})

describe('a payment whose end the service never says (money rules 8, 10)', () => {
  const hour = 3_600_000
  const lifetime = 120_000

  /** A pending payment of the account `first`, and the till started again with the keys of `account`. */
  async function pendingThen(account: string, changes: { expiresAt?: number } = {}) {
    const { clock, client, start, sellWithFirst } = open()
    client.otherwise = { create: accepted(changes), read: unreachable('maybe') }
    const id = await sellWithFirst()
    return { clock, client, start, id, ...(await start(account)) }
  }

  type Till = Pick<Awaited<ReturnType<typeof pendingThen>>, 'clock' | 'client' | 'engine'>

  /** The service says its time, in refusing another account's payment. */
  async function tellTime({ clock, client, engine }: Till) {
    client.otherwise.create = refused(400, clock.wall())
    engine.presses.request(mobileDraft({ phone: '255754001299' }))
    await clock.pass(0)
  }

  it('is not ended, and holds its number, while only a wall clock says that its time is up', async () => {
    const { clock, client, stop, start, id } = await pendingThen('second')
    await stop()
    clock.setForward(2 * hour)
    const { engine: again } = await start('second')
    expect(again.sales.resolve(id, 'the customer left', 'other')).toMatchObject(notPossible)
    expect(again.presses.request(mobileDraft())).toMatchObject(numberBusy)
    await tellTime({ clock, client, engine: again })
    expect(again.sales.resolve(id, 'the customer left', 'other').ok).toBe(true)
  })

  it('is ended by a person where only another account could tell, and frees its number', async () => {
    const { clock, client, engine, ledger, id } = await pendingThen('second')
    await tellTime({ clock, client, engine })
    const resolve = () => engine.sales.resolve(id, 'seen in their dashboard', 'other')
    await clock.pass(lifetime - 1)
    expect(resolve()).toMatchObject(notPossible)
    await clock.pass(1)
    expect(engine.presses.request(mobileDraft())).toMatchObject(numberBusy)
    expect(resolve()).toMatchObject({ ok: true, value: { phase: 'expired' } })
    expect(ledger.open()).toEqual([])
    expect(ledger.toDos()).toEqual([])
    client.otherwise.create = accepted({ reference: 'R-2' })
    // The prompt outlives the end that the service named: only then is the number free (money rule 10).
    expect(engine.presses.request(mobileDraft())).toMatchObject(numberBusy)
    await clock.pass(testEngineSettings.promptLifetimeMs - lifetime)
    expect(engine.presses.request(mobileDraft()).ok).toBe(true)
  })

  it('is said late, and too much, when its own account’s keys come back', async () => {
    const { clock, client, engine, start, stop, id } = await pendingThen('second')
    await tellTime({ clock, client, engine })
    await clock.pass(lifetime)
    expect(engine.sales.resolve(id, 'the customer paid cash', 'paid-in-cash').ok).toBe(true)
    await stop()
    const back = await start('first')
    client.otherwise.read = read('paid')
    await clock.pass(2_000)
    expect(await back.engine.actions.checkNow(id)).toMatchObject({
      value: { outcome: 'paid', late: true, resolution: null },
    })
    expect(back.ledger.sales.view(id)).toMatchObject({ cover: 'too-much', asks: [id] })
    succeeded(giveBackAll(back.engine.sales, id, 'cash'))
    expect(back.ledger.sales.view(id)).toMatchObject({ cover: 'covered', asks: [] })
  })

  it('is ended by a person when no read was answered for an hour, and polled no more', async () => {
    const { clock, client, engine, id } = await pendingThen('first')
    await tellTime({ clock, client, engine })
    const resolve = () => engine.sales.resolve(id, 'seen in the dashboard', 'other')
    await clock.pass(lifetime + hour - 1)
    expect(resolve()).toMatchObject(notPossible)
    await clock.pass(1)
    expect(resolve()).toMatchObject({ ok: true, value: { phase: 'expired' } })
    const asked = client.calls.length
    await clock.pass(hour)
    expect(client.calls).toHaveLength(asked)
    client.otherwise.read = read('paid')
    expect(await engine.actions.checkNow(id)).toMatchObject({ value: { late: true } })
  })

  it('is not ended by a computer’s clock that runs ahead of the service’s', async () => {
    const { clock, client, engine, id } = await pendingThen('first')
    await clock.pass(2_000)
    client.otherwise.read = read('pending', {}, clock.wall())
    await engine.actions.checkNow(id)
    client.otherwise.read = unreachable('maybe')
    clock.setForward(2 * hour)
    expect(engine.sales.resolve(id, 'too early', 'other')).toMatchObject(notPossible)
    await clock.pass(lifetime + hour + 2_000)
    expect(engine.sales.resolve(id, 'seen in the dashboard', 'other').ok).toBe(true)
  })

  it('is not ended by a wall clock that jumped a day, before the start or after it', async () => {
    for (const account of ['first', 'second']) {
      const { clock, stop, start, id } = await pendingThen(account)
      await stop()
      clock.setForward(2 * longestLife)
      const { engine } = await start(account)
      clock.setForward(2 * longestLife)
      await clock.pass(60_000)
      expect(engine.sales.resolve(id, 'the customer left', 'other')).toMatchObject(notPossible)
      expect(engine.presses.request(mobileDraft())).toMatchObject(numberBusy)
      expect(engine.elapsed.seenOf(engine.ledger.openIds()).each).toEqual({ [id]: 60_000 })
      await engine.stop()
    }
  })

  it('is not ended on the day that it was made, on a till that has run for days', async () => {
    const { clock, client, engine } = openEngine()
    client.otherwise = { create: accepted(), read: unreachable('maybe') }
    await clock.pass(3 * longestLife)
    const { id } = succeeded(engine.presses.request(mobileDraft()))
    await clock.pass(60_000)
    expect(engine.sales.resolve(id, 'too early', 'other')).toMatchObject(notPossible)
  })

  it('is ended after a day of the service’s clock on a till that is shut every evening', async () => {
    const { clock, client, start, sellWithFirst } = open()
    const create = accepted({ expiresAt: Date.UTC(2226, 0) }, clock.wall())
    client.otherwise = { create, read: unreachable('no') }
    const id = await sellWithFirst()
    clock.setForward(longestLife)
    const { engine } = await start('first')
    const resolve = () => engine.sales.resolve(id, 'nobody paid', 'other')
    expect(resolve()).toMatchObject(notPossible)
    await clock.pass(2_000)
    client.otherwise.read = read('pending', {}, clock.wall())
    await engine.actions.checkNow(id)
    expect(resolve()).toMatchObject({ ok: true, value: { phase: 'expired' } })
  })

  it('holds neither itself nor its number for ever where a person says so: an `expires_at` in a wrong year', async () => {
    const { clock, engine, id } = await pendingThen('second', { expiresAt: Date.UTC(2226, 0) })
    await clock.pass(longestLife)
    expect(engine.presses.request(mobileDraft())).toMatchObject({ code: 'prompt-may-be-gone' })
    expect(engine.sales.resolve(id, 'nobody paid', 'other').ok).toBe(true)
    expect(engine.presses.request(mobileDraft()).ok).toBe(true)
  })

  it('has its way out where it is unknown too: stopped, then resolved', async () => {
    const { client, start, sellWithFirst } = open()
    client.otherwise.create = unreachable('maybe')
    const id = await sellWithFirst()
    const { engine, ledger } = await start('second')
    expect(engine.actions.abandon(id).ok).toBe(true)
    expect(engine.sales.resolve(id, 'not in their dashboard', 'other').ok).toBe(true)
    expect([...ledger.open(), ...ledger.toDos()]).toEqual([])
  })
})

describe('a reference that another payment has already (money rules 11, 12)', () => {
  /** Two payments of one reference: the second is accepted when the first was read so. */
  async function shared(firstReads: string) {
    const { ledger, client, clock, engine } = openEngine()
    client.otherwise = { create: accepted(), read: read(firstReads) }
    const ids: string[] = []
    for (const phone of ['255754001298', '255754001299']) {
      ids.push(succeeded(engine.presses.request(mobileDraft({ phone }))).id)
      await clock.pass(5_000)
    }
    const payments = () => ids.map(id => ledger.find(id))
    return { clock, client, engine, ledger, ids, payments }
  }

  const mismatch = { field: 'reference', asked: '', answered: 'R-1' }
  const doubt = { outcome: 'unrecognised', mismatch }

  it('needs attention, and is never paid', async () => {
    const { engine, ids, payments } = await shared('paid')
    expect(payments()).toMatchObject([{ outcome: 'paid', mismatch: null }, doubt])
    expect(engine.presses.handOver(ids[1] ?? '')).toMatchObject(notPossible)
  })

  const noMoney = { currency: null, value: null }

  it.each([
    ['paid, with no amount', read('paid', { reference: null, money: noMoney })],
    ['paid, with the amount of both', read('paid', { reference: null })],
    ['failed: the push of the other may still be paid', read('failed')],
  ])(
    'is settled for neither, nor are goods handed over, by an answer that says %s',
    async (_, said) => {
      const { clock, client, engine, ledger, ids, payments } = await shared('pending')
      client.otherwise.read = said
      await clock.pass(60_000)
      expect(payments()).toMatchObject([doubt, doubt])
      for (const id of ids) expect(engine.presses.handOver(id)).toMatchObject(notPossible)
      expect(ledger.toDos().map(({ id }) => id)).toEqual(ids)
    },
  )

  it('takes from the first what its word without a meaning may come to mean', async () => {
    const { engine, ids, payments } = await shared('ilifanikiwa')
    for (const id of ids)
      expect(engine.actions.classifyStatus(id, 'paid')).toMatchObject(notPossible)
    expect(payments()).toMatchObject([doubt, doubt])
  })
})

describe('a reference that another account gave (money rule 12)', () => {
  it('is another payment: each account numbers its own', async () => {
    const { clock, client, start } = open()
    client.otherwise.create = accepted()
    client.otherwise.read = read('completed')
    const before = await start('first')
    const first = succeeded(before.engine.presses.request(mobileDraft()))
    await clock.pass(10_000)
    expect(before.engine.presses.handOver(first.id).ok).toBe(true)
    await before.stop()
    const after = await start('second')
    const second = succeeded(after.engine.presses.request(mobileDraft({ phone: '0754001299' })))
    await clock.pass(10_000)
    expect(after.ledger.find(second.id)).toMatchObject({ outcome: 'paid', mismatch: null })
    expect(after.engine.presses.handOver(second.id).ok).toBe(true)
  })
})

describe('a full queue', () => {
  it('takes no more payments, and says so', async () => {
    const queue = { sales: 2, amount: 1_000_000 }
    const { ledger, engine } = openEngine({ settings: { queue } })
    const phones = ['255754001201', '255754001202', '255754001203']
    const asked = phones.map(phone => engine.presses.request(mobileDraft({ phone })))
    expect(asked.map(({ ok }) => ok)).toEqual([true, true, false])
    expect(asked[2]).toMatchObject({ code: 'queue-full' })
    expect(ledger.recent(10)).toHaveLength(2)
  })
})

describe('a push that a person stopped trying (money rule 10)', () => {
  it('holds its number until it must be over', async () => {
    const { clock, client, engine } = openEngine()
    client.otherwise.create = unreachable('maybe')
    const { id } = succeeded(engine.presses.request(mobileDraft()))
    await clock.pass(0)
    expect(engine.actions.abandon(id).ok).toBe(true)
    expect(engine.sales.resolve(id, 'customer paid cash', 'paid-in-cash').ok).toBe(true)
    await clock.pass(800_000)
    expect(engine.presses.request(mobileDraft())).toMatchObject(numberBusy)
    clock.setForward(86_400_000)
    expect(engine.presses.request(mobileDraft())).toMatchObject(numberBusy)
    await clock.pass(120_000)
    expect(engine.presses.request(mobileDraft()).ok).toBe(true)
  })
})
