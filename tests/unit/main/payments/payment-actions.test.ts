import { describe, expect, it } from 'vitest'
import { systemRandom } from '../../../../electron/main/platform/random'
import type { ServiceResponse } from '../../../../electron/main/service'
import { openDatabase } from '../../../../electron/main/store/database'
import { AlreadyHandedOver } from '../../../../electron/main/store/ledger/errors'
import { readPacked } from '../../../../electron/main/store/ledger/rows/codec'
import type { Payment } from '../../../../shared/payment/payment'
import type { Person } from '../../../../shared/person'
import { asha, juma } from '../../../support/day-payments'
import { foundIds } from '../../../support/filled-ledger'
import {
  accepted,
  read,
  refused,
  statusRead,
  throttled,
  unauthorized,
  unintelligible,
  unreachable,
} from '../../../support/payments/answers'
import { morning } from '../../../support/payments/clock'
import { openEngine } from '../../../support/payments/engine'
import { giveBackAll } from '../../../support/payments/give-back'
import { ledgerKey } from '../../../support/payments/ledger'
import { eventsTo, mobileDraft, recorded, samples } from '../../../support/payments/payments'
import { succeeded } from '../../../support/results'

const neema = { id: '0192f000-0000-4000-8000-00000000000a', name: 'Neema' }

/** A till with one payment that the service answers with this status. */
async function sold(status: string) {
  const opened = openEngine({ person: () => neema })
  const { ledger, client, clock, engine } = opened
  client.otherwise = { create: accepted(), read: read(status) }
  const { id } = succeeded(engine.presses.request(mobileDraft()))
  await clock.pass(5_000)
  return { ...opened, id, payment: () => ledger.find(id) as Payment }
}

describe('handing over goods (money rule 11)', () => {
  it('is done once for a payment; the second try learns who did it and when', async () => {
    const { ledger, clock, engine, id } = await sold('completed')
    const done = succeeded(engine.presses.handOver(id))
    expect(done).toMatchObject({ payment: { handedOverBy: neema }, others: 'alone' })
    await clock.pass(60_000)
    expect(engine.presses.handOver(id)).toMatchObject({
      ok: false,
      code: 'already-handed-over',
      handedOver: { paymentId: id, at: done.payment.handedOverAt, by: 'Neema' },
    })
    const kinds = ledger.history(id).map(({ type }) => type)
    expect(kinds.filter(type => type === 'goods-handed-over')).toHaveLength(1)
  })

  it('is done once for a reference, whichever of its payments is asked', () => {
    const { ledger, file, engine } = openEngine()
    const [one, other] = [1, 2].map(n => {
      const id = systemRandom.paymentId(morning + n)
      ledger.record(id, recorded({ at: morning + n }), { body: '{}' })
      return ledger.append(id, ...eventsTo('settled'))
    })
    if (!one || !other) throw new Error('Two payments were sold')
    expect(one.reference).toBe(other.reference)
    const handedOver = { ...samples['goods-handed-over'], person: neema }
    ledger.append(one.id, handedOver)
    const refused = () => ledger.append(other.id, handedOver)
    expect(refused).toThrow(AlreadyHandedOver)
    expect(ledger.find(other.id)).toEqual(other)
    expect(ledger.history(other.id).at(-1)?.type).toBe('settled')
    expect(engine.presses.handOver(other.id)).toMatchObject({
      code: 'already-handed-over',
      handedOver: { paymentId: one.id, by: 'Neema' },
    })
    const database = openDatabase({ file, key: ledgerKey })
    const events = database.all('SELECT body FROM event').map(({ body }) => readPacked(body))
    expect(events.filter(text => text.includes('"goods-handed-over"'))).toHaveLength(1)
    database.close()
  })
})

describe('giving money back', () => {
  it('writes who, when, how and why; PAID stays, and the service is not called', async () => {
    const { engine, client, clock, id, payment, ledger } = await sold('completed')
    const before = payment()
    const calls = client.calls.length
    await clock.pass(60_000)
    const at = clock.wall()
    const done = giveBackAll(engine.sales, id, 'service', 'brought back')
    const back = {
      ...{ draftId: expect.any(String), at, reason: 'brought back', person: neema },
      ...{ value: 15_000, way: 'service', why: 'goods', worth: 15_000 },
    }
    expect(done).toEqual({ ok: true, value: { ...before, givenBack: [back] } })
    expect(payment()).toEqual({ ...before, givenBack: [back] })
    expect(ledger.history(id).at(-1)).toEqual({ type: 'given-back', ...back })
    await clock.pass(60_000)
    expect(client.calls).toHaveLength(calls)
  })

  it('is done once: a second press learns who did it, when and how', async () => {
    const { engine, clock, id, payment, ledger } = await sold('completed')
    giveBackAll(engine.sales, id, 'cash', 'brought back')
    const after = payment()
    await clock.pass(60_000)
    expect(giveBackAll(engine.sales, id, 'service', 'pressed again')).toMatchObject({
      ok: false,
      code: 'more-than-there',
      givenBack: { at: after.givenBack[0]?.at, by: 'Neema', way: 'cash' },
    })
    expect(payment()).toEqual(after)
    expect(ledger.history(id).filter(({ type }) => type === 'given-back')).toHaveLength(1)
  })

  it('leaves what was handed over as it was', async () => {
    const { engine, id, payment } = await sold('completed')
    engine.presses.handOver(id)
    const { handedOverAt } = payment()
    expect(giveBackAll(engine.sales, id, 'cash', 'brought back').ok).toBe(true)
    expect(payment()).toMatchObject({ handedOverAt, handedOverBy: neema })
    expect(engine.presses.handOver(id)).toMatchObject({ code: 'already-handed-over' })
  })

  it.each(['pending', 'failed', 'processed_ok'])('is refused while it is %s', async status => {
    const { engine, id, payment } = await sold(status)
    const before = payment()
    const refused = giveBackAll(engine.sales, id, 'cash', 'brought back')
    expect(refused).toMatchObject({ ok: false, code: 'more-than-there' })
    expect(payment()).toEqual(before)
  })

  it('says so where there is no such payment', () => {
    const refused = giveBackAll(
      openEngine().engine.sales,
      crypto.randomUUID(),
      'cash',
      'brought back',
    )
    expect(refused).toMatchObject({ code: 'no-such-payment' })
  })

  it('is found by the state Given back, and the payment still by the state Paid', async () => {
    const { engine, ledger, id } = await sold('completed')
    expect(foundIds(ledger, { states: ['givenBack'] })).toEqual([])
    giveBackAll(engine.sales, id, 'cash', 'brought back')
    expect(foundIds(ledger, { states: ['givenBack'] })).toEqual([id])
    expect(foundIds(ledger, { states: ['paid'] })).toEqual([id])
  })
})

/** A till with Juma at it, and a request that is paid unless `sent` says how it failed. */
async function till(sent: 'no' | 'maybe' | 'paid', by?: Person | null) {
  const { ledger, client, clock, engine } = openEngine({ person: () => juma })
  client.otherwise.create = sent === 'paid' ? accepted() : unreachable(sent)
  client.otherwise.read = read('completed')
  const paymentId = succeeded(engine.presses.request(mobileDraft(), by)).id
  await clock.pass(61_000)
  const personOf = (type: string) => {
    const event = ledger.history(paymentId).findLast(each => each.type === type)
    return event && 'person' in event ? event.person : undefined
  }
  return { engine, paymentId, personOf }
}

it('a request is of the person given with it, no person included, and else of who is signed in', async () => {
  for (const by of [asha, null, undefined])
    expect((await till('paid', by)).personOf('recorded')).toEqual(by === undefined ? juma : by)
})

it('so is a hand-over, and sending or trying again', async () => {
  const paid = await till('paid')
  paid.engine.presses.handOver(paid.paymentId, asha)
  expect(paid.personOf('goods-handed-over')).toEqual(asha)
  const held = await till('no')
  held.engine.presses.sendNow(held.paymentId, asha)
  expect(held.personOf('released')).toEqual(asha)
  const unknown = await till('maybe')
  unknown.engine.presses.tryAgain(unknown.paymentId, 'cashier', asha)
  expect(unknown.personOf('released')).toEqual(asha)
})

describe('checking now', () => {
  it.each<[string, ServiceResponse<never>, object]>([
    ['400', refused(400), { code: 'payment-not-known' }],
    ['404', refused(404), { code: 'payment-not-known' }],
    ['403', refused(403), { code: 'read-failed' }],
    ['401', unauthorized, { code: 'read-failed' }],
    ['a page', unintelligible('page'), { code: 'read-failed' }],
    ['no connection', unreachable('no'), { code: 'read-failed' }],
    [
      'an error in a 200',
      unintelligible('error-body'),
      { code: 'service-error', serviceMessage: 'a field' },
    ],
  ])('says what came instead of a status: %s', async (_, answer, failure) => {
    const { engine, client, id, payment } = await sold('pending')
    client.otherwise.read = answer
    const before = payment()
    expect(await engine.actions.checkNow(id)).toMatchObject({ ok: false, ...failure })
    expect(payment()).toEqual(before)
  })

  it.each<[string, ServiceResponse<never>]>([
    ['keys-rejected', unauthorized],
    ['asked-to-wait', throttled(60_000)],
  ])('asks nothing where the answer must be %s', async (code, answer) => {
    const { engine, client, clock, id } = await sold('pending')
    client.otherwise.read = answer
    await engine.actions.checkNow(id)
    await clock.pass(5_000)
    const calls = client.calls.length
    expect(await engine.actions.checkNow(id)).toMatchObject({ ok: false, code })
    expect(client.calls).toHaveLength(calls)
  })
})

describe('what a person says of an answer (money rule 5)', () => {
  const field = { name: 'result_code', value: '1032' }
  const hour = 3_600_000

  /** A till whose payment is said to be paid, and a field speaks against it. */
  async function objected() {
    const opened = await sold('pending')
    const { facts } = statusRead('COMPLETED')
    const mentions = [{ ...field, kind: 'certain' as const }]
    opened.client.otherwise.read = read('COMPLETED', { facts: { ...facts, mentions } })
    await opened.engine.actions.checkNow(opened.id)
    expect(opened.payment()).toMatchObject({ outcome: 'unrecognised', objections: [field] })
    return opened
  }

  it('of a field: the service is asked again, and the answer judged by it', async () => {
    const { engine, client, clock, id, payment, ledger } = await objected()
    // Past its end nothing reads it by itself, and who waits for the answer is at the counter.
    await clock.pass(hour)
    const calls = client.calls.length
    const said = succeeded(engine.actions.answerObjection(id, field, 'nothing'))
    expect(said).toMatchObject({ phase: 'pending', rulings: [{ ...field, meaning: 'nothing' }] })
    expect(ledger.history(id).at(-1)).toMatchObject({ at: clock.wall(), person: neema })
    await clock.pass(1_000)
    expect(client.calls).toHaveLength(calls + 1)
    expect(payment().outcome).toBe('paid')
  })

  it('of a field that is not in it, or of no payment, is not possible', async () => {
    const { engine, id, payment } = await objected()
    const before = payment()
    for (const other of [
      { ...field, value: '1037' },
      { ...field, name: 'reversed' },
    ])
      expect(engine.actions.answerObjection(id, other, 'paid')).toMatchObject({
        code: 'action-not-possible',
      })
    expect(payment()).toEqual(before)
    const nowhere = engine.actions.answerObjection(crypto.randomUUID(), field, 'paid')
    expect(nowhere).toMatchObject({ code: 'no-such-payment' })
  })

  it('of a word that means in progress: it is read again', async () => {
    const { engine, client, clock, id, payment } = await sold('processed_ok')
    client.otherwise.read = read('completed')
    await clock.pass(hour)
    const given = engine.actions.classifyStatus(id, 'pending')
    expect(given).toMatchObject({ ok: true, value: { phase: 'pending' } })
    await clock.pass(1_000)
    expect(payment().outcome).toBe('paid')
  })

  it.each([
    ['failed', 'SUCCESS', true],
    ['failed', 'PENDING', false],
    ['paid', 'SUCCESS', false],
  ] as const)(
    'of a word: %s, where the provider says %s, speaks against it: %s',
    async (meaning, providerStatus, speaks) => {
      const { engine, client, clock, ledger, id } = await sold('pending')
      client.otherwise.read = read('processed_ok', { providerStatus })
      await engine.actions.checkNow(id)
      succeeded(engine.actions.classifyStatus(id, meaning))
      await clock.pass(0)
      const types = ledger.history(id).map(({ type }) => type)
      expect(types.includes('provider-disagreed')).toBe(speaks)
    },
  )

  it('of a word among others: the answer is judged again, and the provider’s word with it', async () => {
    const { engine, client, ledger, id } = await sold('pending')
    const { facts } = statusRead('')
    const words = ['processed_ok', 'COMPLETED']
    client.otherwise.read = read('', { providerStatus: 'SUCCESS', facts: { ...facts, words } })
    await engine.actions.checkNow(id)
    const given = succeeded(engine.actions.classifyStatus(id, 'failed'))
    expect(given).toMatchObject({ phase: 'pending', outcome: null })
    expect(ledger.history(id).at(-1)?.type).toBe('status-classified')
  })
})
