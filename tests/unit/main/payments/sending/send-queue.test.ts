import { describe, expect, it } from 'vitest'
import { systemRandom } from '../../../../../electron/main/platform/random'
import { noSuchReference, type ServiceResponse } from '../../../../../electron/main/service'
import type { Ledger } from '../../../../../electron/main/store/ledger/ledger'
import { withMethods } from '../../../../support/parts'
import {
  accepted,
  read,
  refused,
  throttled,
  unauthorized,
  unintelligible,
  unreachable,
} from '../../../../support/payments/answers'
import { morning, settled } from '../../../../support/payments/clock'
import { engineOn, openEngine } from '../../../../support/payments/engine'
import { mobileDraft, recorded } from '../../../../support/payments/payments'
import { succeeded } from '../../../../support/results'

const phones = ['0754001212', '0754001213', '0754001214', '0754001215']

/** A counter on a real ledger, a scripted service and virtual time. */
function open({ fraction = () => 0.5 }: { fraction?: () => number } = {}) {
  const opened = openEngine({ fraction })
  const { ledger, client, engine } = opened
  const sell = (phone = phones[0] ?? '') =>
    succeeded(engine.presses.request(mobileDraft({ phone }))).id
  const phase = (id: string) => ledger.find(id)?.phase
  const creates = () => client.calls.filter(call => call.operation === 'create-mobile')
  const types = (id: string) => ledger.history(id).map(event => event.type)
  return { ...opened, sell, phase, creates, types }
}

describe('the first attempt', () => {
  it('may not leave any more once it is stale, as after a sleep while it connected (rule 7)', async () => {
    const { sell, client, clock } = open()
    sell()
    expect(client.mayStillGo()).toBe(true)
    await clock.pass(10_000)
    expect(client.mayStillGo()).toBe(true)
    clock.setForward(8 * 3_600_000)
    expect(client.mayStillGo()).toBe(false)
  })

  it('goes at once, with the recorded key and bytes', () => {
    const { sell, creates, ledger, phase } = open()
    const id = sell()
    expect(phase(id)).toBe('sending')
    const idempotencyKey = ledger.find(id)?.idempotencyKey
    expect(creates()).toMatchObject([{ idempotencyKey, text: ledger.request(id).body }])
  })

  it('is committed with its payment: one transaction lies between the press and the request', () => {
    const { ledger, sell, types } = open()
    const commits: [string | undefined, string][] = []
    ledger.onCommit((payment, before) => commits.push([before?.phase, payment.phase]), expect.fail)
    const id = sell()
    expect(commits).toEqual([[undefined, 'sending']])
    expect(types(id)).toEqual(['recorded', 'attempt-started'])
  })

  it('waits on record where the service asked for it, and goes afterwards', async () => {
    const { client, clock, sell, types, creates } = open()
    client.creates.push(throttled(5_000))
    sell()
    await settled()
    const id = sell(phones[1])
    expect(types(id)).toEqual(['recorded'])
    expect(creates()).toHaveLength(1)
    await clock.pass(10_000)
    expect(types(id).slice(0, 2)).toEqual(['recorded', 'attempt-started'])
  })
})

describe('the attempts after it', () => {
  it.each<[string, ServiceResponse<never>]>([
    ['that never left', unreachable('no')],
    ['that may have arrived', unreachable('maybe')],
    ['that brought a page', unintelligible('not-json')],
    ['that said nothing of the service', unintelligible('no-reference')],
  ])(
    'follow one %s with growing pauses, the same key and the same bytes',
    async (_name, answer) => {
      const { sell, client, clock, creates } = open()
      client.otherwise.create = answer
      sell()
      const counts: number[] = []
      for (const pause of [499, 1, 999, 1, 1_999, 1, 3_999, 1, 7_499, 1]) {
        await clock.pass(pause)
        counts.push(creates().length)
      }
      expect(counts).toEqual([1, 2, 2, 3, 3, 4, 4, 5, 5, 6])
      expect(new Set(creates().map(call => call.idempotencyKey)).size).toBe(1)
      expect(new Set(creates().map(call => call.text)).size).toBe(1)
    },
  )

  it('lie anywhere below the ceiling: full jitter', async () => {
    const fractions = [0.1, 0.9]
    const { sell, client, clock, creates } = open({ fraction: () => fractions.shift() ?? 0.5 })
    client.otherwise.create = unreachable('no')
    sell()
    await clock.pass(100)
    expect(creates()).toHaveLength(2)
    await clock.pass(1_799)
    expect(creates()).toHaveLength(2)
    await clock.pass(1)
    expect(creates()).toHaveLength(3)
  })

  it('are counted from one on again for the next sale', async () => {
    const { sell, client, clock, creates } = open()
    client.creates.push(unreachable('no'), unreachable('no'), accepted(), unreachable('no'))
    sell(phones[0])
    await clock.pass(1_500)
    sell(phones[1])
    await clock.pass(500)
    expect(creates()).toHaveLength(5)
  })

  it('are one at a time for a payment, however often it is looked at', async () => {
    const { sell, client, clock, creates, engine } = open()
    const id = sell()
    engine.start()
    engine.start()
    expect(engine.presses.sendNow(id).ok).toBe(false)
    await clock.pass(10_000)
    expect(creates()).toHaveLength(1)
    expect(client.hanging()).toBe(1)
  })

  it('of several payments run at the same time', () => {
    const { sell, client } = open()
    for (const phone of phones) sell(phone)
    expect(client.hanging()).toBe(phones.length)
  })
})

describe('a payment that has waited (money rule 7)', () => {
  it('is held at 60 s and not sent any more, until a person says so', async () => {
    const { sell, client, clock, phase, creates, engine, types } = open()
    client.otherwise.create = unreachable('no')
    const id = sell()
    await clock.pass(60_000)
    expect(phase(id)).toBe('held')
    const before = creates().length
    await clock.pass(300_000)
    expect(creates()).toHaveLength(before)
    client.otherwise.create = 'hang'
    expect(engine.presses.sendNow(id)).toMatchObject({ ok: true, value: { phase: 'sending' } })
    expect(creates()).toHaveLength(before + 1)
    expect(types(id).filter(type => type === 'held')).toHaveLength(1)
  })

  it('for an unknown time, after the clock was set back over a restart, takes a manager', async () => {
    const { sell, client, clock, ledger } = open()
    client.otherwise.create = unreachable('maybe')
    const id = sell()
    await settled()
    clock.setBack(86_400_000)
    const again = engineOn({ ledger, client, clock }).engine
    expect(again.presses.tryAgain(id, 'cashier')).toMatchObject({ code: 'manager-needed' })
    expect(again.presses.tryAgain(id, 'manager').ok).toBe(true)
  })

  it('is not sent after the computer slept', async () => {
    const { sell, client, clock, phase, creates } = open()
    client.otherwise.create = unreachable('no')
    const id = sell()
    await settled()
    clock.setForward(3_600_000)
    await clock.pass(15_000)
    expect(creates()).toHaveLength(1)
    expect(phase(id)).toBe('held')
  })

  it('is not sent when it connected through a sleep, though the clock was set back before it', async () => {
    const { sell, client, clock } = open()
    sell()
    clock.setBack(693_000)
    await clock.pass(716_000)
    expect(client.calls).toHaveLength(1)
    expect(client.mayStillGo()).toBe(false)
  })

  it('at the wish of a person goes at once, but not earlier than the service asked', async () => {
    const { sell, client, clock, creates, engine, phase } = open()
    client.creates.push(unreachable('maybe'), throttled(100_000))
    const id = sell()
    await clock.pass(500)
    expect(creates()).toHaveLength(2)
    expect(phase(id)).toBe('unknown')
    expect(engine.presses.tryAgain(id, 'cashier').ok).toBe(true)
    await clock.pass(59_000)
    expect(creates()).toHaveLength(2)
    expect(engine.presses.tryAgain(id, 'cashier').ok).toBe(true)
    await clock.pass(41_500)
    expect(creates()).toHaveLength(3)
  })
})

describe('a repeat that the service refuses (money rule 4)', () => {
  it('can be asked for again with the same key, and is pending when it is accepted', async () => {
    const { client, clock, creates, engine, ledger, sell } = open()
    client.creates.push(unreachable('maybe'), refused(400))
    const id = sell()
    await clock.pass(2_000)
    client.otherwise.create = accepted()
    expect(engine.presses.tryAgain(id, 'cashier').ok).toBe(true)
    await clock.pass(0)
    expect(ledger.find(id)).toMatchObject({ phase: 'pending', repeatRefused: false })
    expect(new Set(creates().map(call => `${call.idempotencyKey} ${call.text}`)).size).toBe(1)
    expect(ledger.toDos()).toEqual([])
  })
})

describe('rejected keys (§5.6)', () => {
  it('that work again let everything go, without a restart', async () => {
    const { sell, client, clock, engine, phase } = open()
    client.creates.push(accepted(), unauthorized, accepted({ reference: 'R-2' }))
    const pending = sell(phones[0])
    await settled()
    const rejected = sell(phones[1])
    await settled()
    client.otherwise.read = ({ text }) =>
      text === noSuchReference ? refused(400) : read('completed', { reference: text })
    await clock.pass(61_000)
    expect(engine.accountGate.lights().service).toBe('on')
    expect(phase(pending)).toBe('settled')
    expect(phase(rejected)).toBe('held')
    expect(engine.presses.sendNow(rejected).ok).toBe(true)
    await clock.pass(3_000)
    expect(phase(rejected)).toBe('settled')
  })
})

describe('stopping', () => {
  it('writes down what was in flight, and starts nothing more', async () => {
    const { sell, client, clock, engine, ledger, types } = open()
    const id = sell()
    await engine.stop()
    expect(types(id)).toEqual(['recorded', 'attempt-started', 'attempt-failed'])
    expect(ledger.find(id)).toMatchObject({
      phase: 'unknown',
      maybeSent: true,
      lastFailure: { reason: 'till-stopped' },
    })
    await clock.pass(3_600_000)
    expect(client.calls).toHaveLength(1)
    expect(clock.alarms()).toBe(0)
  })

  it('forgets every timer of a payment that waits', async () => {
    const { sell, client, clock, engine } = open()
    client.otherwise.create = unreachable('no')
    sell()
    await settled()
    expect(clock.alarms()).toBeGreaterThan(0)
    await engine.stop()
    expect(clock.alarms()).toBe(0)
  })

  it('writes down an answer that comes while it stops', async () => {
    const { sell, client, engine, phase } = open()
    client.creates.push(async () => {
      await settled()
      return accepted()
    })
    const id = sell()
    await engine.stop()
    expect(phase(id)).toBe('pending')
    expect(client.calls).toHaveLength(1)
  })
})

describe('after a restart', () => {
  it('an attempt without an answer may have arrived, and is sent again while fresh', async () => {
    const first = open()
    const id = first.sell()
    const sent = first.creates()
    first.close() // as a crash: nothing is written down any more
    const { engine, ledger, client } = openEngine({ folder: first.folder, clock: first.clock })
    client.creates.push(accepted())
    engine.start()
    expect(ledger.find(id)).toMatchObject({ phase: 'sending', attempts: 2, maybeSent: true })
    await settled()
    expect(ledger.find(id)?.phase).toBe('pending')
    expect(client.calls[0]).toEqual(sent[0])
  })
})

describe('a fault', () => {
  /** A counter whose ledger takes new sales as given, and no later event. */
  function openBroken(methods: Partial<Ledger> = {}) {
    const { ledger, clock, client } = openEngine()
    const broken = withMethods(ledger, { append: fail, ...methods })
    return { ledger, clock, client, ...engineOn({ ledger: broken, client, clock }) }
  }
  const fail = (): never => {
    throw new Error('disk')
  }

  it('of the ledger is thrown to who pressed, and nothing is sent without being on record', () => {
    const { engine, client } = openBroken({ record: fail })
    expect(() => engine.presses.request(mobileDraft())).toThrow('disk')
    expect(client.calls).toEqual([])
  })

  it('of the ledger is reported where an attempt cannot be recorded, and the attempt is not made', async () => {
    const { engine, client, faults, ledger, clock } = openBroken()
    const id = systemRandom.paymentId(clock.wall())
    const payment = ledger.record(id, recorded({ at: clock.wall() }), { body: '{}' })
    engine.start()
    await settled()
    expect(ledger.find(payment.id)?.phase).toBe('ready')
    expect(faults).toHaveLength(1)
    expect(client.calls).toEqual([])
  })

  it('of the client is reported, and the attempt stays one that may have arrived', async () => {
    const { sell, client, faults, phase, creates, clock } = open()
    client.creates.push(() => Promise.reject(new Error('keys gone')))
    const id = sell()
    await clock.pass(10_000)
    expect(faults).toHaveLength(1)
    expect(phase(id)).toBe('sending')
    expect(creates()).toHaveLength(1)
  })
})

it('a payment is recorded at the wall clock and numbered by it', () => {
  const { sell, ledger } = open()
  const id = sell()
  expect(ledger.find(id)?.recordedAt).toBe(morning)
  expect(id.slice(0, 8)).toBe(systemRandom.paymentId(morning).slice(0, 8))
})
