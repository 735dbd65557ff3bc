import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Phase, phaseSchema } from '../../../../shared/payment/sale'
import type { Person } from '../../../../shared/person'
import { withMethods } from '../../../support/parts'
import { accepted, read, refused, unreachable } from '../../../support/payments/answers'
import { createScriptedClient, type ScriptedClient } from '../../../support/payments/client'
import { createVirtualClock, morning, settled } from '../../../support/payments/clock'
import { engineOn, type OneTillEngine, testEngineSettings } from '../../../support/payments/engine'
import { ledgerIn } from '../../../support/payments/ledger'
import { cardDraft, eventsTo, inCash, mobileDraft, recorded } from '../../../support/payments/sales'
import { succeeded } from '../../../support/results'
import { temporaryFolders } from '../../../support/temporary-folder'

const newFolder = temporaryFolders()
const asha: Person = { id: '018f3b1e-0000-7000-8000-00000000000a', name: 'Asha Mushi' }

function open(
  settings: Parameters<typeof engineOn>[0]['settings'] = {},
  person: Person | null = null,
) {
  const folder = newFolder()
  const { ledger, close } = ledgerIn(folder)
  const client = createScriptedClient()
  const clock = createVirtualClock()
  const made = engineOn({
    ledger,
    client,
    clock,
    person: () => person,
    ...(settings && { settings }),
  })
  return { folder, ledger, close, client, clock, ...made }
}

/** A counter with a sale in this phase, recorded long enough ago to make no difference. */
function openWith(phase: Phase, person: Person | null = null) {
  const opened = open({}, person)
  const { id } = opened.ledger.record(randomUUID(), phase === 'cash' ? inCash() : recorded(), {
    body: '{"a":1}',
  })
  if (eventsTo(phase).length > 0) opened.ledger.append(id, ...eventsTo(phase))
  return { ...opened, id, phase: () => opened.ledger.find(id)?.phase }
}

describe('a request', () => {
  it('keeps its bytes when the settings change behind it (money rule 2)', async () => {
    const { engine, client, clock, settings } = open()
    client.creates.push(unreachable('maybe'))
    engine.request(mobileDraft())
    settings.currency = 'KES'
    settings.webhookAddress = 'https://elsewhere.example/hook'
    await clock.pass(1_000)
    expect(client.calls).toHaveLength(2)
    expect(client.calls[1]).toEqual(client.calls[0])
  })

  it.each(['abc', '07', '+49 0800', `+49${'1'.repeat(15)}`])(
    'to %s is not possible, and nothing is recorded',
    phone => {
      const { engine, ledger, client } = open()
      expect(engine.request(mobileDraft({ phone }))).toMatchObject({
        ok: false,
        code: 'phone-number-unreadable',
      })
      expect(ledger.recent(1)).toEqual([])
      expect(client.calls).toEqual([])
    },
  )

  it('answers for any phone number, and never throws', () => {
    const { engine, faults } = open({ country: 'DE' })
    const phones = fc.stringMatching(/^[+0]{0,2}[1-9][\d ]{0,20}$/)
    fc.assert(
      fc.property(phones, phone => {
        const asked = engine.request(mobileDraft({ phone }))
        if (asked.ok) expect(asked.value.msisdn).toMatch(/^[1-9]\d{6,14}$/)
        else expect(['phone-number-unreadable', 'phone-number-busy']).toContain(asked.code)
      }),
      { numRuns: 40 },
    )
    expect(faults).toEqual([])
  })
})

describe('a disk that fails once the sale is committed', () => {
  /** A ledger whose file can no longer be read or written once a sale is on record. */
  function openFailing() {
    const opened = open()
    const { ledger, client, clock } = opened
    let broken = false
    const failing = withMethods(ledger, {
      record(...sale: Parameters<typeof ledger.record>) {
        const recorded = ledger.record(...sale)
        broken = true
        return recorded
      },
      find(id: string) {
        if (broken) throw new Error('disk I/O error')
        return ledger.find(id)
      },
    })
    return { ...opened, ...engineOn({ ledger: failing, client, clock }) }
  }

  it('is a fault, and the press is answered with the sale that is safe', () => {
    const { engine, faults, client, ledger } = openFailing()
    const sold = succeeded(engine.request(mobileDraft()))
    expect(sold).toEqual(ledger.find(sold.id))
    expect(sold.phase).toBe('sending')
    expect(faults.length).toBeGreaterThan(0)
    expect(client.calls).toHaveLength(1)
  })
})

describe('a second press (money rule 3)', () => {
  it('with the same draft answers the first sale, and sends nothing', () => {
    const { engine, client, ledger } = open()
    const draft = mobileDraft()
    expect(engine.request(draft)).toEqual(engine.request(draft))
    expect(ledger.recent(10)).toHaveLength(1)
    expect(client.calls).toHaveLength(1)
  })

  it('with the same draft, edited, answers the first sale as it was', () => {
    const { engine, client, ledger } = open()
    const draft = mobileDraft()
    const first = engine.request(draft)
    for (const edited of [
      { ...draft, value: 99 },
      { ...draft, phone: 'junk' },
      cardDraft({ draftId: draft.draftId }),
    ])
      expect(engine.request(edited)).toEqual(first)
    expect(ledger.recent(10)).toHaveLength(1)
    expect(client.calls).toHaveLength(1)
  })

  it('joins the first also after a restart, and after the result', async () => {
    const { engine, client, clock, close, folder } = open()
    client.otherwise = { create: accepted(), read: read('completed') }
    const draft = mobileDraft()
    engine.request(draft)
    await clock.pass(3_000)
    await engine.stop()
    close()
    const { ledger } = ledgerIn(folder)
    const again = engineOn({ ledger, client, clock }).engine.request(draft)
    expect(again).toMatchObject({ ok: true, value: { phase: 'settled', outcome: 'paid' } })
    expect(client.calls.filter(call => call.operation === 'create-mobile')).toHaveLength(1)
  })
})

describe('one open push a phone number (money rule 10)', () => {
  const phase = (client: ScriptedClient, ready: Partial<ScriptedClient['otherwise']>) =>
    Object.assign(client.otherwise, ready)

  it.each<[string, Partial<ScriptedClient['otherwise']>]>([
    ['on its way', {}],
    ['unsent', { create: unreachable('no') }],
    ['unknown', { create: unreachable('maybe') }],
    ['pending', { create: accepted(), read: read('pending') }],
  ])('a second is refused while the first is %s', async (_name, replies) => {
    const { engine, client, clock, ledger } = open()
    phase(client, replies)
    engine.request(mobileDraft())
    await clock.pass(1)
    const second = engine.request(mobileDraft({ phone: '+255 754 001 212', value: 1 }))
    expect(second).toMatchObject({ ok: false, code: 'phone-number-busy' })
    expect(ledger.recent(10)).toHaveLength(1)
  })

  it.each<[string, Partial<ScriptedClient['otherwise']>]>([
    ['paid', { create: accepted(), read: read('completed') }],
    ['declined', { create: accepted(), read: read('failed') }],
    ['expired', { create: accepted(), read: read('pending') }],
    ['refused', { create: refused(400) }],
  ])('a second goes once the first is %s', async (_name, replies) => {
    const { engine, client, clock, ledger } = open()
    phase(client, replies)
    client.date = clock.wall
    engine.request(mobileDraft())
    // The prompt may be there for three minutes, whatever end the service named.
    await clock.pass(testEngineSettings.promptLifetimeMs)
    expect(engine.request(mobileDraft()).ok).toBe(true)
    expect(ledger.recent(10)).toHaveLength(2)
  })

  it('another number, and a card, are not kept waiting', () => {
    const { engine } = open()
    engine.request(mobileDraft())
    expect(engine.request(mobileDraft({ phone: '0754001213' })).ok).toBe(true)
    expect(engine.request(cardDraft()).ok).toBe(true)
    expect(engine.request(cardDraft()).ok).toBe(true)
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
  const press = (engine: OneTillEngine, action: keyof typeof phasesOf, saleId: string) =>
    action === 'tryAgain' ? engine.tryAgain(saleId, 'cashier') : engine[action](saleId)
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
    expect(press(engine, action, randomUUID())).toMatchObject({ ok: false, code: 'no-such-sale' })
    expect(faults).toEqual([])
    expect(clock.wall()).toBe(morning)
  })

  it.each(phaseSchema.options)('check now, resolve and give a meaning while %s', async phase => {
    const { engine, id, client, faults } = openWith(phase)
    client.otherwise.read = read('pending')
    const checked = await engine.checkNow(id)
    expect(checked.ok).toBe(['pending', 'settled', 'expired'].includes(phase))
    if (phase !== 'settled')
      expect(engine.resolve(id, 'paid in cash', 'other').ok).toBe(
        ['expired', 'abandoned'].includes(phase),
      )
    expect(engine.classifyStatus(id, 'paid')).toMatchObject({ ok: false })
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

  it('the sale, its hand-over, its meaning and its end keep who it was', async () => {
    const { engine, id, client, clock, ledger } = openWith('pending', asha)
    client.otherwise.read = read('processed_ok')
    await engine.checkNow(id)
    engine.classifyStatus(id, 'paid')
    engine.handOver(id)
    client.otherwise.read = read('failed')
    await clock.pass(2_000)
    await engine.checkNow(id)
    engine.resolve(id, 'the slip shows it', 'other')
    expect(ledger.find(id)).toMatchObject({ handedOverBy: asha, resolution: { person: asha } })
    expect(ledger.history(id)).toContainEqual(
      expect.objectContaining({ type: 'status-classified', person: asha }),
    )
    const sold = engine.request(mobileDraft({ phone: '0754 001 299' }))
    expect(sold).toMatchObject({ ok: true, value: { person: asha } })
  })

  it('a meaning is given to a word once', async () => {
    const { engine, id, client, ledger } = openWith('pending')
    client.otherwise.read = read('processed_ok')
    await engine.checkNow(id)
    expect(ledger.find(id)?.outcome).toBe('unrecognised')
    expect(engine.handOver(id).ok).toBe(false)
    expect(engine.classifyStatus(id, 'paid')).toMatchObject({
      ok: true,
      value: { outcome: 'paid' },
    })
    expect(engine.classifyStatus(id, 'failed').ok).toBe(false)
    expect(engine.handOver(id).ok).toBe(true)
    expect(engine.handOver(id).ok).toBe(false)
  })

  it('withdrawing stops the queue, its timer too', async () => {
    const { engine, client, clock } = open()
    client.otherwise.create = unreachable('no')
    const sold = engine.request(mobileDraft())
    await settled()
    const waiting = clock.alarms()
    expect(sold.ok && engine.withdraw(sold.value.id).ok).toBe(true)
    expect(clock.alarms()).toBeLessThan(waiting)
    await clock.pass(60_000)
    expect(client.calls).toHaveLength(1)
    expect(clock.alarms()).toBe(0)
  })
})

describe('taking up what was open after a restart', () => {
  it.each<[Phase, Phase, number]>([
    ['ready', 'sending', 1],
    ['held', 'held', 0],
    ['sending', 'sending', 1],
    ['unknown', 'sending', 1],
    ['pending', 'pending', 1],
    ['settled', 'settled', 0],
    ['expired', 'expired', 1],
    ['refused', 'refused', 0],
    ['withdrawn', 'withdrawn', 0],
    ['abandoned', 'abandoned', 0],
  ])('%s, within a minute, is %s', async (before, after, calls) => {
    const { engine, phase, client, clock, faults } = openWith(before)
    engine.start()
    await clock.pass(0)
    expect(phase()).toBe(after)
    expect(client.calls).toHaveLength(calls)
    expect(faults).toEqual([])
  })

  it.each<[Phase, Phase, number]>([
    ['ready', 'held', 0],
    ['held', 'held', 0],
    ['sending', 'unknown', 0],
    ['unknown', 'unknown', 0],
    ['pending', 'pending', 1],
  ])(
    '%s, an hour later, is %s: nothing goes out alone (money rule 7)',
    async (before, after, calls) => {
      const { engine, phase, client, clock } = openWith(before)
      clock.setForward(3_600_000)
      engine.start()
      await clock.pass(100)
      expect(phase()).toBe(after)
      expect(client.calls).toHaveLength(calls)
    },
  )

  it('an attempt without an answer is one that may have arrived: it cannot be withdrawn (rule 4)', () => {
    const { engine, id, ledger, clock } = openWith('sending')
    clock.setForward(120_000)
    engine.start()
    expect(ledger.find(id)).toMatchObject({ phase: 'unknown', maybeSent: true })
    expect(engine.withdraw(id).ok).toBe(false)
  })

  it('a damaged ledger is not started on', () => {
    const { ledger, client, clock } = open()
    const damaged = withMethods(ledger, {
      open: () => {
        throw new Error('damaged')
      },
    })
    expect(() => engineOn({ ledger: damaged, client, clock }).engine.start()).toThrow('damaged')
    expect(client.calls).toEqual([])
  })
})
