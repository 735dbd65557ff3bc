import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it, onTestFinished } from 'vitest'
import { type Phase, phaseSchema } from '../../../../shared/payment/payment'
import type { Person } from '../../../../shared/person'
import { asha } from '../../../support/day-payments'
import { withMethods } from '../../../support/parts'
import { accepted, read, refused, unreachable } from '../../../support/payments/answers'
import { buildEngine } from '../../../support/payments/build-engine'
import { createScriptedClient, type ScriptedClient } from '../../../support/payments/client'
import { createVirtualClock, morning, settled } from '../../../support/payments/clock'
import {
  engineOn,
  type OneTillEngine,
  openEngine,
  testEngineSettings,
} from '../../../support/payments/engine'
import { ledgerIn } from '../../../support/payments/ledger'
import {
  cardDraft,
  eventsTo,
  inCash,
  mobileDraft,
  recorded,
} from '../../../support/payments/payments'
import { succeeded } from '../../../support/results'
import { testFolder } from '../../../support/temporary-folder'

/** A counter with a payment in this phase, recorded long enough ago to make no difference. */
function openWith(phase: Phase, person: Person | null = null) {
  const opened = openEngine({ person: () => person })
  const first = phase === 'cash' ? inCash() : recorded()
  const { id } = opened.ledger.record(randomUUID(), first, { body: '{"a":1}' })
  if (eventsTo(phase).length > 0) opened.ledger.append(id, ...eventsTo(phase))
  return { ...opened, id, phase: () => opened.ledger.find(id)?.phase }
}

describe('a request', () => {
  it('keeps its bytes when the settings change behind it (money rule 2)', async () => {
    const { engine, client, clock, settings } = openEngine()
    client.creates.push(unreachable('maybe'))
    engine.presses.request(mobileDraft())
    settings.currency = 'KES'
    settings.webhookAddress = 'https://elsewhere.example/hook'
    await clock.pass(1_000)
    expect(client.calls).toHaveLength(2)
    expect(client.calls[1]).toEqual(client.calls[0])
  })

  const unreadable = { ok: false, code: 'phone-number-unreadable' }

  it.each(['abc', '07', '+49 0800', `+49${'1'.repeat(15)}`])(
    'to %s is not possible, and nothing is recorded',
    phone => {
      const { engine, ledger, client } = openEngine()
      expect(engine.presses.request(mobileDraft({ phone }))).toMatchObject(unreadable)
      expect(ledger.recent(1)).toEqual([])
      expect(client.calls).toEqual([])
    },
  )

  it('answers for any phone number, and never throws', () => {
    const { engine, faults } = openEngine({ settings: { country: 'DE' } })
    const phones = fc.stringMatching(/^[+0]{0,2}[1-9][\d ]{0,20}$/)
    fc.assert(
      fc.property(phones, phone => {
        const asked = engine.presses.request(mobileDraft({ phone }))
        if (asked.ok) expect(asked.value.msisdn).toMatch(/^[1-9]\d{6,14}$/)
        else expect(['phone-number-unreadable', 'phone-number-busy']).toContain(asked.code)
      }),
      { numRuns: 40 },
    )
    expect(faults).toEqual([])
  })
})

describe('the answer to a request', () => {
  const readsAtOnce = async (status: string) => {
    const { engine, client, clock } = openEngine()
    client.creates.push(accepted({ status }))
    engine.presses.request(mobileDraft())
    await clock.pass(100)
    return client.calls.filter(({ operation }) => operation === 'read-mobile').length
  }

  it.each([
    ['completed', 1],
    ['failed', 1],
    ['pending', 0],
  ])('that says %s is followed by %i reads at once (money rule 5)', async (status, reads) => {
    expect(await readsAtOnce(status)).toBe(reads)
  })
})

it('tells the windows that the computer woke', () => {
  let told = 0
  const engine = buildEngine({
    ...{ client: createScriptedClient(), clock: createVirtualClock() },
    ledger: ledgerIn(testFolder()).ledger,
    healthChanged: () => {
      told += 1
    },
    fault: error => expect.fail(String(error)),
  })
  onTestFinished(() => engine.stop())
  engine.wake()
  expect(told).toBe(1)
})

describe('a disk that fails once the payment is committed', () => {
  it('is a fault, and the press is answered with the payment that is safe', () => {
    const { ledger, client, clock } = openEngine()
    let broken = false
    const failing = withMethods(ledger, {
      record(...payment: Parameters<typeof ledger.record>) {
        const recorded = ledger.record(...payment)
        broken = true
        return recorded
      },
      find(id: string) {
        if (broken) throw new Error('disk I/O error')
        return ledger.find(id)
      },
    })
    const { engine, faults } = engineOn({ ledger: failing, client, clock })
    const sold = succeeded(engine.presses.request(mobileDraft()))
    expect(sold).toEqual(ledger.find(sold.id))
    expect(sold.phase).toBe('sending')
    expect(faults.length).toBeGreaterThan(0)
    expect(client.calls).toHaveLength(1)
  })
})

describe('a second press (money rule 3)', () => {
  it('with the same draft, edited or not, sends nothing', () => {
    const { engine, client, ledger } = openEngine()
    const draft = mobileDraft()
    const first = engine.presses.request(draft)
    const asCard = cardDraft({ draftId: draft.draftId })
    for (const again of [draft, { ...draft, phone: 'junk' }])
      expect(engine.presses.request(again)).toEqual(first)
    // Never the first as if it were for this sum (rule 9 of the sale).
    for (const other of [{ ...draft, value: 99 }, asCard])
      expect(engine.presses.request(other)).toMatchObject({ ok: false, code: 'draft-used' })
    expect(ledger.recent(10)).toHaveLength(1)
    expect(client.calls).toHaveLength(1)
  })

  it('joins the first also after a restart, and after the result', async () => {
    const { engine, client, clock, close, folder } = openEngine()
    client.otherwise = { create: accepted(), read: read('completed') }
    const draft = mobileDraft()
    engine.presses.request(draft)
    await clock.pass(3_000)
    await engine.stop()
    close()
    const again = openEngine({ folder, client, clock }).engine.presses.request(draft)
    expect(again).toMatchObject({ ok: true, value: { phase: 'settled', outcome: 'paid' } })
    expect(client.calls.filter(call => call.operation === 'create-mobile')).toHaveLength(1)
  })
})

describe('one open push a phone number (money rule 10)', () => {
  type Replies = Partial<ScriptedClient['otherwise']>

  it.each<[string, Replies]>([
    ['on its way', {}],
    ['unsent', { create: unreachable('no') }],
    ['unknown', { create: unreachable('maybe') }],
    ['pending', { create: accepted(), read: read('pending') }],
  ])('a second is refused while the first is %s', async (_name, replies) => {
    const { engine, client, clock, ledger } = openEngine()
    Object.assign(client.otherwise, replies)
    engine.presses.request(mobileDraft())
    await clock.pass(1)
    const second = engine.presses.request(mobileDraft({ phone: '+255 754 001 212', value: 1 }))
    expect(second).toMatchObject({ ok: false, code: 'phone-number-busy' })
    expect(ledger.recent(10)).toHaveLength(1)
  })

  it.each<[string, Replies]>([
    ['paid', { create: accepted(), read: read('completed') }],
    ['declined', { create: accepted(), read: read('failed') }],
    ['expired', { create: accepted(), read: read('pending') }],
    ['refused', { create: refused(400) }],
  ])('a second goes once the first is %s', async (_name, replies) => {
    const { engine, client, clock, ledger } = openEngine()
    Object.assign(client.otherwise, replies)
    client.date = clock.wall
    engine.presses.request(mobileDraft())
    // The prompt may be there for three minutes, whatever end the service named.
    await clock.pass(testEngineSettings.promptLifetimeMs)
    expect(engine.presses.request(mobileDraft()).ok).toBe(true)
    expect(ledger.recent(10)).toHaveLength(2)
  })

  it('another number, and a card, are not kept waiting', () => {
    const { engine } = openEngine()
    engine.presses.request(mobileDraft())
    expect(engine.presses.request(mobileDraft({ phone: '0754001213' })).ok).toBe(true)
    expect(engine.presses.request(cardDraft()).ok).toBe(true)
    expect(engine.presses.request(cardDraft()).ok).toBe(true)
  })
})

describe('what a person does', () => {
  const phasesOf = {
    withdraw: ['ready', 'held'],
    sendNow: ['held'],
    tryAgain: ['unknown'],
    abandon: ['unknown'],
    stopWaiting: ['pending'],
    handOver: ['settled'],
  } as const satisfies Record<string, readonly Phase[]>
  const press = (engine: OneTillEngine, action: keyof typeof phasesOf, paymentId: string) =>
    ({
      withdraw: () => engine.actions.withdraw(paymentId),
      sendNow: () => engine.presses.sendNow(paymentId),
      tryAgain: () => engine.presses.tryAgain(paymentId, 'cashier'),
      abandon: () => engine.actions.abandon(paymentId),
      stopWaiting: () => engine.actions.stopWaiting(paymentId),
      handOver: () => engine.presses.handOver(paymentId),
    })[action]()
  const pairs = (Object.keys(phasesOf) as (keyof typeof phasesOf)[]).flatMap(action =>
    phaseSchema.options.map(phase => [action, phase] as const),
  )

  it.each(pairs)('%s while %s: main decides, not the button', (action, phase) => {
    const { engine, id, ledger, clock, faults } = openWith(phase)
    const before = ledger.history(id)
    const possible = (phasesOf[action] as readonly Phase[]).includes(phase)
    const done = press(engine, action, id)
    expect(done.ok).toBe(possible)
    if (!possible) {
      expect(done).toMatchObject({ code: 'action-not-possible' })
      expect(ledger.history(id)).toEqual(before)
    } else expect(ledger.history(id).length).toBeGreaterThan(before.length)
    expect(press(engine, action, randomUUID())).toMatchObject({
      ok: false,
      code: 'no-such-payment',
    })
    expect(faults).toEqual([])
    expect(clock.wall()).toBe(morning)
  })

  it.each(phaseSchema.options)('check now, resolve and give a meaning while %s', async phase => {
    const { engine, id, client, faults } = openWith(phase)
    client.otherwise.read = read('pending')
    const checked = await engine.actions.checkNow(id)
    expect(checked.ok).toBe(['pending', 'settled', 'expired'].includes(phase))
    if (!checked.ok) expect(checked.code).toBe('action-not-possible')
    expect(await engine.actions.checkNow(randomUUID())).toMatchObject({ code: 'no-such-payment' })
    const resolved = phase !== 'settled' && engine.sales.resolve(id, 'paid in cash', 'other').ok
    expect(resolved).toBe(['expired', 'abandoned'].includes(phase))
    expect(engine.actions.classifyStatus(id, 'paid')).toMatchObject({ ok: false })
    expect(faults).toEqual([])
  })

  it.each(
    pairs.filter(([action, phase]) => (phasesOf[action] as readonly Phase[]).includes(phase)),
  )('%s while %s is on the record with who did it', (action, phase) => {
    const { engine, id, ledger } = openWith(phase, asha)
    press(engine, action, id)
    const [written] = ledger.history(id).filter(event => 'person' in event && event.person)
    expect(written).toMatchObject({ person: asha })
  })

  it('the payment, its hand-over, its meaning and its end keep who it was', async () => {
    const { engine, id, client, clock, ledger } = openWith('pending', asha)
    client.otherwise.read = read('processed_ok')
    await engine.actions.checkNow(id)
    engine.actions.classifyStatus(id, 'paid')
    engine.presses.handOver(id)
    client.otherwise.read = read('failed')
    await clock.pass(2_000)
    await engine.actions.checkNow(id)
    engine.sales.resolve(id, 'the slip shows it', 'other')
    expect(ledger.find(id)).toMatchObject({ handedOverBy: asha, resolution: { person: asha } })
    const meaning = ledger.history(id).find(({ type }) => type === 'status-classified')
    expect(meaning).toMatchObject({ person: asha })
    const sold = engine.presses.request(mobileDraft({ phone: '0754 001 299' }))
    expect(sold).toMatchObject({ ok: true, value: { person: asha } })
  })

  it('a meaning is given to a word once', async () => {
    const { engine, id, client, ledger } = openWith('pending')
    client.otherwise.read = read('processed_ok')
    await engine.actions.checkNow(id)
    expect(ledger.find(id)?.outcome).toBe('unrecognised')
    expect(engine.presses.handOver(id).ok).toBe(false)
    expect(engine.actions.classifyStatus(id, 'paid')).toMatchObject({ value: { outcome: 'paid' } })
    expect(engine.actions.classifyStatus(id, 'failed').ok).toBe(false)
    expect(engine.presses.handOver(id).ok).toBe(true)
    expect(engine.presses.handOver(id).ok).toBe(false)
  })

  it('withdrawing stops the queue, its timer too', async () => {
    const { engine, client, clock } = openEngine()
    client.otherwise.create = unreachable('no')
    const sold = succeeded(engine.presses.request(mobileDraft()))
    await settled()
    const waiting = clock.alarms()
    expect(engine.actions.withdraw(sold.id).ok).toBe(true)
    expect(clock.alarms()).toBeLessThan(waiting)
    await clock.pass(60_000)
    expect(client.calls).toHaveLength(1)
    expect(clock.alarms()).toBe(0)
  })
})

describe('taking up what was open after a restart', () => {
  it.each<[Phase, string, Phase, number]>([
    ['ready', 'within a minute', 'sending', 1],
    ['held', 'within a minute', 'held', 0],
    ['sending', 'within a minute', 'sending', 1],
    ['unknown', 'within a minute', 'sending', 1],
    ['pending', 'within a minute', 'pending', 1],
    ['settled', 'within a minute', 'settled', 0],
    ['expired', 'within a minute', 'expired', 1],
    ['refused', 'within a minute', 'refused', 0],
    ['withdrawn', 'within a minute', 'withdrawn', 0],
    ['abandoned', 'within a minute', 'abandoned', 0],
    // Nothing that is old goes out alone (money rule 7).
    ['ready', 'an hour later', 'held', 0],
    ['held', 'an hour later', 'held', 0],
    ['sending', 'an hour later', 'unknown', 0],
    ['unknown', 'an hour later', 'unknown', 0],
    ['pending', 'an hour later', 'pending', 1],
  ])('%s, %s, is %s', async (before, when, after, calls) => {
    const { engine, phase, client, clock, faults } = openWith(before)
    if (when === 'an hour later') clock.setForward(3_600_000)
    engine.start()
    await clock.pass(100)
    expect(phase()).toBe(after)
    expect(client.calls).toHaveLength(calls)
    expect(faults).toEqual([])
  })

  it('an attempt without an answer is one that may have arrived: it cannot be withdrawn (rule 4)', () => {
    const { engine, id, ledger, clock } = openWith('sending')
    clock.setForward(120_000)
    engine.start()
    expect(ledger.find(id)).toMatchObject({ phase: 'unknown', maybeSent: true })
    expect(engine.actions.withdraw(id).ok).toBe(false)
  })

  it('a damaged ledger is not started on', () => {
    const { ledger, client, clock } = openEngine()
    const damaged = withMethods(ledger, { open: () => expect.fail('damaged') })
    expect(() => engineOn({ ledger: damaged, client, clock }).engine.start()).toThrow('damaged')
    expect(client.calls).toEqual([])
  })
})

describe('the newest record, against which a clock is checked', () => {
  const at = (minute: number) => morning + minute * 60_000

  it('has the latest time of each of the two clocks before this run', () => {
    const { engine, ledger } = openEngine()
    const [started, accepted] = eventsTo('pending')
    for (const [minute, serviceAt] of [
      [1, at(7)],
      [9, at(3)],
      [4, null],
    ] as const) {
      const { id } = ledger.record(
        randomUUID(),
        recorded({ draftId: randomUUID(), at: at(minute) }),
        {
          body: '{}',
        },
      )
      if (started && accepted?.type === 'accepted')
        ledger.append(id, started, { ...accepted, serviceAt })
    }
    expect(engine.newestRecord()).toEqual({ at: at(9), serviceAt: at(7) })
    ledger.record(randomUUID(), recorded({ draftId: randomUUID(), at: at(20) }), { body: '{}' })
    expect(engine.newestRecord(), 'without the records of this run').toMatchObject({ at: at(9) })
  })

  it('is null where nothing was recorded, and has no time of the service for cash alone', () => {
    expect(openEngine().engine.newestRecord()).toBeNull()
    const { engine, ledger } = openEngine()
    ledger.record(randomUUID(), inCash(), { body: '' })
    expect(engine.newestRecord()).toMatchObject({ serviceAt: null })
  })
})
