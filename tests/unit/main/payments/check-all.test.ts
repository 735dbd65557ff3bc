import { describe, expect, it } from 'vitest'
import type { ServiceResponse } from '../../../../electron/main/service'
import {
  accepted,
  read,
  refused,
  throttled,
  unauthorized,
  unintelligible,
  unreachable,
} from '../../../support/payments/answers'
import { morning, settled } from '../../../support/payments/clock'
import { openEngine } from '../../../support/payments/engine'
import { mobileDraft } from '../../../support/payments/payments'
import { succeeded } from '../../../support/results'

const afterExpiry = 130_000

/** A counter whose first `count` payments have expired; later ones stay pending. */
async function open(count: number) {
  const opened = openEngine()
  const { ledger, client, clock, engine } = opened
  client.date = clock.wall
  const pending = (reference: string) => read('pending', { reference })
  client.otherwise.read = ({ text }) => pending(text)
  const sell = async (number: number, expiresAt = morning + 120_000) => {
    client.creates.push(accepted({ reference: `R-${number}`, expiresAt }))
    const { id } = succeeded(
      engine.presses.request(mobileDraft({ phone: `07540012${10 + number}` })),
    )
    await settled()
    return id
  }
  const ids: string[] = []
  for (let number = 0; number < count; number += 1) ids.push(await sell(number))
  await clock.pass(afterExpiry)
  client.calls.length = 0
  const phases = () => ids.map(id => ledger.find(id)?.phase)
  const texts = () => client.calls.map(({ text }) => text)
  const checkAll = async (ms = 1_000) => {
    const checked = engine.openPayments.checkAll()
    await clock.pass(ms)
    return checked
  }
  return { ...opened, sell, ids, phases, texts, pending, checkAll }
}

const answer = (read: number, unanswered = 0) => ({ ok: true, value: { read, unanswered } })

describe('checking all', () => {
  it('reads what expired and what is pending, each once, and says how many', async () => {
    const { clock, checkAll, sell, phases, texts } = await open(3)
    expect(phases()).toEqual(['expired', 'expired', 'expired'])
    await sell(3, morning + 86_400_000)
    expect(await checkAll()).toEqual(answer(4))
    expect(new Set(texts().slice(1))).toEqual(new Set(['R-0', 'R-1', 'R-2', 'R-3']))
    expect(texts()).toHaveLength(5)
    await clock.pass(3_600_000)
    expect(texts().filter(text => text === 'R-0')).toHaveLength(1)
  })

  it('finds what was paid late (money rule 9)', async () => {
    const { client, checkAll, ledger, ids, pending } = await open(2)
    client.otherwise.read = ({ text }) =>
      text === 'R-1' ? read('completed', { reference: text }) : pending(text)
    await checkAll()
    expect(ledger.find(ids[1] ?? '')).toMatchObject({ outcome: 'paid', late: true })
  })

  it('joins the one under way', async () => {
    const { clock, engine, texts } = await open(3)
    const both = [engine.openPayments.checkAll(), engine.openPayments.checkAll()]
    await clock.pass(1_000)
    expect(await Promise.all(both)).toEqual([answer(3), answer(3)])
    expect(texts()).toHaveLength(3)
  })

  it('takes a read that is under way for its own: one at a time for a payment', async () => {
    const { client, clock, engine, texts, pending, ids } = await open(1)
    const deliver = client.holdRead()
    const byHand = engine.actions.checkNow(ids[0] ?? '')
    const checked = engine.openPayments.checkAll()
    await clock.pass(10_000)
    expect(texts()).toEqual(['R-0'])
    deliver(pending('R-0'))
    await byHand
    expect(await checked).toEqual(answer(1))
    await clock.pass(60_000)
    expect(texts()).toHaveLength(1)
  })

  it('with nothing to check is done', async () => {
    const { engine } = await open(0)
    expect(await engine.openPayments.checkAll()).toEqual(answer(0))
  })

  it.each<[string, ServiceResponse<never>, number]>([
    ['rejected keys', unauthorized, 1],
    ['a long wait that is asked for', throttled(60_000), 1],
    ['no network', unreachable('no'), 2],
  ])('keeps no person waiting for %s', async (_name, said, reads) => {
    const { client, engine, checkAll, texts, phases } = await open(5)
    client.otherwise.read = said
    expect(await checkAll(3_000)).toEqual(answer(0, 5))
    expect(texts().length).toBeGreaterThanOrEqual(reads)
    expect(phases()).toEqual(Array.from({ length: 5 }, () => 'expired'))
    // And a second asker is told at once, where nothing can go.
    if (reads > 1) return
    expect(await engine.openPayments.checkAll()).toMatchObject({ value: { unanswered: 5 } })
  })

  it('is not given up for one payment that cannot be read', async () => {
    const { client, checkAll, pending } = await open(5)
    client.otherwise.read = ({ text }) =>
      text === 'R-2' ? unintelligible('server-error') : pending(text)
    expect(await checkAll(10_000)).toEqual(answer(4, 1))
  })

  it('counts a refusal as an answer, and ends when the till does', async () => {
    const { client, clock, engine, checkAll } = await open(2)
    client.otherwise.read = refused(404)
    expect(await checkAll()).toEqual(answer(2))
    client.otherwise.read = 'hang'
    const hanging = engine.openPayments.checkAll()
    await clock.pass(1_000)
    await engine.stop()
    expect(await hanging).toEqual(answer(0, 2))
  })
})

describe('at start', () => {
  /** A till that is started again with three payments that expired. */
  async function started(answer: ServiceResponse<never> | null = null) {
    const { engine, close, folder, clock, ids } = await open(3)
    await engine.stop()
    close()
    const again = openEngine({ folder, clock })
    const isPaid: typeof again.client.otherwise.read = ({ text }) =>
      read('completed', { reference: text })
    again.client.otherwise.read = answer ?? isPaid
    again.engine.start()
    return { ...again, isPaid, late: () => ids.map(id => again.ledger.find(id)?.late) }
  }

  it('what is unresolved is read by itself, once', async () => {
    const { client, clock, late } = await started()
    await clock.pass(1_000)
    expect(client.calls).toHaveLength(3)
    expect(late()).toEqual([true, true, true])
  })

  it('is read when the network comes, though it was not there', async () => {
    const { client, clock, isPaid, late } = await started(unreachable('no'))
    await clock.pass(300_000)
    client.otherwise.read = isPaid
    await clock.pass(30_000)
    expect(late()).toEqual([true, true, true])
  })
})
