import { describe, expect, it } from 'vitest'
import { isStalled } from '../../../../../electron/main/payments/request-gate/admission'
import type { GateRequest } from '../../../../../electron/main/payments/request-gate/request-gate'
import type { ServiceResponse } from '../../../../../electron/main/service'
import {
  read,
  refused,
  throttled,
  unauthorized,
  unintelligible,
  unreachable,
} from '../../../../support/payments/answers'
import { type GateWorld, gateWorld } from '../../../../support/payments/client'

type Answer = ServiceResponse<unknown>
const aRead: Partial<GateRequest> = { priority: 'read' }
const anAskedRead: Partial<GateRequest> = { priority: 'asked-read', atOnce: true }
const believable = read('pending')
const odd = { ...unintelligible('unexpected-status'), httpStatus: 409 } as ServiceResponse<never>

/** A gate in trouble: one call failed and its pause has not passed. */
async function inTrouble(answer: Answer = unreachable('no'), world = gateWorld()) {
  world.join('first')
  await world.respond('first', answer)
  world.begun.length = 0
  return world
}

/** An answer that asks to wait so long, ms. */
function withPause<T>(answer: ServiceResponse<T>, retryAfter: number): ServiceResponse<T> {
  return 'limits' in answer ? { ...answer, limits: { ...answer.limits, retryAfter } } : answer
}

describe('the line', () => {
  it('lets six through at once and the next when one is answered', async () => {
    const { join, keys, respond } = gateWorld()
    for (const key of 'abcdefgh') join(key)
    expect(keys().join('')).toBe('abcdef')
    await respond('c', believable)
    expect(keys().join('')).toBe('abcdefg')
  })

  it('puts creates before reads a person asked for, and those before the till’s own', async () => {
    const { join, keys, respond } = gateWorld()
    for (const key of 'abcdef') join(key)
    join('read', aRead)
    join('asked', anAskedRead)
    join('create')
    for (const key of 'abc') await respond(key, believable)
    expect(keys().slice(6)).toEqual(['create', 'asked', 'read'])
  })

  it('puts the oldest of a class first, whenever it came', async () => {
    const { join, keys, respond } = gateWorld()
    for (const key of 'abcdef') join(key)
    for (const since of [30, 10, 20]) join(`${since}`, { since })
    for (const key of 'abc') await respond(key, believable)
    expect(keys().slice(6)).toEqual(['10', '20', '30'])
  })

  it('reads as often as its share of the account allows: the other tills read too', async () => {
    const { clock, begun, join, respond } = gateWorld(undefined, 3)
    for (const key of 'abc') join(key, aRead)
    for (const key of 'abc') {
      await clock.pass(600)
      await respond(key, believable)
    }
    const [first = 0, ...later] = begun.map(({ at }) => at)
    expect(later.map(at => at - first)).toEqual([600, 1_200])
  })

  it('keeps space for creates: four reads of its own at the most, 200 ms apart', async () => {
    const { clock, join, begun } = gateWorld()
    for (const key of 'abcdef') join(key, aRead)
    await clock.pass(10_000)
    expect(begun.map(({ at }) => at - 1_000)).toEqual([0, 200, 400, 600])
    join('create')
    join('asked', anAskedRead)
    expect(begun).toHaveLength(6)
  })

  it('forgets callers that left, and one without a call delays no other', () => {
    const { join, keys, gate } = gateWorld()
    for (const key of 'abcde') join(key)
    gate.join({ key: 'none', priority: 'create', since: 0, begin: () => undefined })
    join('f')
    const leave = join('g', { since: -1 })
    join('h')
    leave()
    expect(keys().join('')).toBe('abcdef')
  })

  it('admits a call now or not at all, and one that is not made uses no place', () => {
    const { join, keys, gate } = gateWorld()
    const press = { key: 'press', priority: 'create', since: 0, atOnce: true } as const
    for (const key of 'abcde') join(key)
    expect(gate.admitNow(press)).not.toBeNull()
    const run = gate.admitNow(press)
    void run?.(() => new Promise<Answer>(() => {}))
    expect(gate.admitNow(press)).toBeNull()
    join('f')
    expect(keys().join('')).toBe('abcde')
  })

  it('gives its place back when a call throws', async () => {
    const { join, keys, gate } = gateWorld()
    for (const key of 'abcde') join(key)
    const begin: GateRequest['begin'] = run =>
      void run(() => Promise.reject(new Error('keys gone'))).catch(() => undefined)
    gate.join({ key: 'throws', priority: 'create', since: 0, begin })
    join('g')
    await new Promise(setImmediate)
    expect(keys().join('')).toBe('abcdeg')
  })
})

describe('in trouble', () => {
  it.each<[string, Answer]>([
    ['no service there', unreachable('no')],
    ['an answer lost', unreachable('maybe')],
    ['a 5xx', unintelligible('server-error')],
    ['a page', unintelligible('not-json')],
  ])('(%s) one probe goes, all else waits, and an answer lets all go', async (_name, answer) => {
    const { clock, join, keys, respond, gate } = await inTrouble(answer)
    for (const key of 'abc') join(key)
    expect(gate.status()).toEqual({ state: 'trouble', until: 1_500 })
    await clock.pass(499)
    expect(keys()).toEqual([])
    await clock.pass(1)
    expect(gate.status()).toEqual({ state: 'trouble', until: null })
    await clock.pass(60_000)
    expect(keys()).toEqual(['a'])
    await respond('a', believable)
    expect(keys()).toEqual(['a', 'b', 'c'])
    expect(gate.status()).toEqual({ state: 'open', until: null })
  })

  it.each<[string, Answer]>([
    ['a refusal', refused(403)],
    ['a 409 in the service’s own words', odd],
    ['an envelope without a reference', unintelligible('no-reference')],
  ])('is neither begun nor kept up by %s', async (_name, answer) => {
    const world = gateWorld()
    world.join('fine')
    await world.respond('fine', answer)
    expect(world.gate.status().state).toBe('open')
    await inTrouble(unreachable('no'), world)
    await world.clock.pass(500)
    world.join('probe')
    await world.respond('probe', answer)
    expect(world.gate.status().state).toBe('open')
  })

  it('is neither begun nor ended by a call that the till itself broke off', async () => {
    const stopped = unreachable('maybe', 'aborted')
    const world = await inTrouble(stopped)
    expect(world.gate.status().state).toBe('open')
    await inTrouble(unreachable('no'), world)
    await world.clock.pass(500)
    world.join('probe')
    await world.respond('probe', stopped)
    expect(world.gate.status().state).toBe('trouble')
  })

  it('is begun by a call that fails after another was answered', async () => {
    const { join, respond, gate } = gateWorld()
    for (const key of 'ab') join(key)
    await respond('a', believable)
    await respond('b', unreachable('maybe'))
    expect(gate.status().state).toBe('trouble')
  })

  it('its pause ends for all with the answer to a person’s call', async () => {
    const world = await inTrouble()
    world.join('own', aRead)
    world.join('asked', anAskedRead)
    expect(world.keys()).toEqual(['asked'])
    await world.respond('asked', believable)
    expect(world.keys()).toEqual(['asked', 'own'])
  })

  it('its end is announced, but not the end of a single failure, which may be one payment’s', async () => {
    const world = await inTrouble()
    const { clock, join, respond, reopenings } = world
    join('probe')
    await clock.pass(500)
    await respond('probe', believable)
    expect(reopenings()).toBe(0)
    await inTrouble(unreachable('no'), world)
    for (const answer of [unreachable('no'), believable]) {
      join('probe')
      await clock.pass(2_000)
      await respond('probe', answer)
    }
    expect(reopenings()).toBe(1)
  })

  it('the pauses between probes grow to 15 s, with full jitter', async () => {
    const { clock, join, respond, begun } = gateWorld()
    join('p')
    for (const _ of Array.from({ length: 8 })) {
      await respond('p', unreachable('no'))
      join('p')
      await clock.pass(15_000)
    }
    const at = begun.map(each => each.at)
    // What was left of the 15 s passed before the next answer came.
    const pauses = at.slice(1).map((time, index) => time - (1_000 + index * 15_000))
    expect(pauses).toEqual([500, 1_000, 2_000, 4_000, 7_500, 7_500, 7_500, 7_500])
  })

  it('a probe takes what is first in line, creates before reads, oldest first', async () => {
    const world = await inTrouble()
    world.join('read', aRead)
    world.join('young', { since: 2 })
    world.join('old', { since: 1 })
    await world.clock.pass(500)
    expect(world.keys()).toEqual(['old'])
  })

  it('calls that failed together count once', async () => {
    const { clock, join, respond, gate } = gateWorld()
    for (const key of 'abcdef') join(key)
    for (const key of 'abcdef') await respond(key, unreachable('maybe'))
    expect(gate.status()).toEqual({ state: 'trouble', until: clock.monotonic() + 500 })
  })

  it('a probe does not wait for calls that hang since before, and none of them closes what it reopened', async () => {
    const { clock, join, respond, keys, gate } = gateWorld()
    for (const key of 'abc') join(key)
    await respond('a', unreachable('no'))
    join('probe')
    await clock.pass(500)
    expect(keys().at(-1)).toBe('probe')
    await respond('probe', believable)
    await respond('b', unreachable('maybe', 'timeout'))
    expect(gate.status().state).toBe('open')
  })

  it('one bad payment does not hold the others up: the next in line is the next probe', async () => {
    const { clock, join, respond, keys } = gateWorld()
    join('poison', { since: 0 })
    await respond('poison', unintelligible('server-error'))
    join('poison', { since: 0 })
    for (const key of 'abc') join(key, { since: 1 })
    await clock.pass(500)
    expect(keys()).toEqual(['poison', 'a'])
    await respond('a', believable)
    expect(keys()).toEqual(['poison', 'a', 'poison', 'b', 'c'])
    await respond('poison', unintelligible('server-error'))
    join('poison', { since: 0 })
    join('d', { since: 1 })
    await clock.pass(500)
    expect(keys().at(-1)).toBe('d')
  })

  it('a person’s call is the probe at once, one at a time', async () => {
    const world = await inTrouble()
    world.join('create')
    world.join('asked', anAskedRead)
    world.join('asked too', anAskedRead)
    expect(world.keys()).toEqual(['asked'])
    await world.respond('asked', unreachable('no'))
    expect(world.keys()).toEqual(['asked', 'asked too'])
  })
})

describe('one payment whose reads fail in the service', () => {
  const fault = unintelligible('server-error')
  const aReadOf = (world: GateWorld, key: string) => world.join(key, aRead, `payment of ${key}`)
  async function answerRead(world: GateWorld, key: string, answer: Answer = fault) {
    aReadOf(world, key)
    await world.respond(key, answer)
  }

  it('stops no other call, however often it fails', async () => {
    const world = gateWorld()
    for (const _ of [1, 2, 3]) {
      await answerRead(world, 'bad')
      expect(world.gate.status()).toEqual({ state: 'open', until: null })
      expect(world.gate.isFailing()).toBe(false)
      await world.clock.pass(10_000)
    }
    world.join('create')
    expect(world.keys().at(-1)).toBe('create')
  })

  it('is a fault of the service where another payment’s reads fail too, and stops no create', async () => {
    const world = gateWorld()
    for (const key of ['bad', 'other', 'third']) {
      await answerRead(world, key)
      await world.clock.pass(1_000)
    }
    expect(world.gate.isFailing()).toBe(true)
    expect(world.gate.status().state).toBe('open')
    world.join('create')
    expect(world.keys().at(-1)).toBe('create')
    expect(world.reopenings()).toBe(0)
    await world.respond('create', believable)
    expect(world.gate.isFailing()).toBe(false)
    expect(world.reopenings()).toBe(1)
  })

  it('is one payment’s again once the service has answered any other', async () => {
    const world = gateWorld()
    for (const key of ['bad', 'good', 'other']) {
      await answerRead(world, key, key === 'good' ? believable : fault)
      await world.clock.pass(1_000)
    }
    expect(world.gate.isFailing()).toBe(false)
    expect(world.reopenings()).toBe(0)
  })

  it.each<[string, string, Answer]>([
    ['trouble', 'the request never left: the network is gone', unreachable('no')],
    ['open', 'there is a page', unintelligible('not-json')],
    ['open', 'there is silence', unreachable('maybe', 'timeout')],
    ['open', 'there is a pause of ten minutes', withPause(fault, 600_000)],
    ['open', 'there is a pause of ten minutes in an answer', withPause(refused(404), 600_000)],
  ])('leaves the gate in the state %s at once where %s', async (state, _why, answer) => {
    const world = gateWorld()
    await answerRead(world, 'bad', answer)
    expect(world.gate.status().state).toBe(state)
  })

  it('holds no create while its reads hang, however many they are', async () => {
    const world = gateWorld()
    for (const n of [1, 2, 3, 4]) {
      aReadOf(world, `bad ${n}`)
      await world.clock.pass(200)
    }
    for (const n of [1, 2, 3, 4]) world.join(`asked ${n}`, anAskedRead)
    world.join('create')
    expect(world.keys().at(-1)).toBe('create')
  })

  it('holds no create that was just pressed while the network is gone', async () => {
    const world = await inTrouble()
    world.join('repeat', { repeat: true })
    await world.clock.pass(1_000)
    world.join('pressed', { atOnce: true })
    expect(world.keys().slice(-2)).toEqual(['repeat', 'pressed'])
  })

  it('of a create is trouble at once', async () => {
    const { gate } = await inTrouble(fault)
    expect(gate.status().state).toBe('trouble')
  })
})

describe('rejected keys (§5.6)', () => {
  const minute = 60_000

  /** A gate whose keys were rejected at monotonic 1,000 ms, and the probes that it made since. */
  async function blocked() {
    const world = gateWorld()
    for (const key of 'abcdef') world.join(key)
    world.join('asked', anAskedRead)
    await world.respond('a', unauthorized)
    for (const key of 'bcdef') await world.respond(key, believable)
    const probes = () => world.begun.filter(({ key }) => key === 'keys')
    return { ...world, probes, minutes: () => probes().map(({ at }) => (at - 1_000) / minute) }
  }

  it('let nothing else through, and tell a person who waits', async () => {
    const { clock, join, keys, gate, rejected } = await blocked()
    join('g')
    join('asked later', anAskedRead)
    await clock.pass(86_400_000)
    expect(keys().filter(key => key !== 'keys')).toEqual([...'abcdef'])
    expect(rejected).toEqual(['asked: keys-rejected', 'asked later: keys-rejected'])
    expect(gate.status().state).toBe('keys-rejected')
  })

  it('are tried by one read after 1, 2, 5, 10 and again 10 minutes', async () => {
    const { clock, respond, minutes, gate } = await blocked()
    expect(gate.status()).toEqual({ state: 'keys-rejected', until: 1_000 + minute })
    for (const answer of [unauthorized, unreachable('no'), unauthorized, throttled(null)]) {
      await clock.pass(10 * minute)
      await respond('keys', answer)
    }
    // Each pause is counted from the answer before: those came 10 minutes after one another.
    expect(minutes()).toEqual([1, 12, 25, 40])
    await clock.pass(9 * minute)
    expect(minutes()).toHaveLength(4)
    await clock.pass(20 * minute)
    expect(minutes().slice(4)).toEqual([50])
  })

  it('are tried once at a time, and no timer runs while the answer is awaited', async () => {
    const { clock, minutes } = await blocked()
    await clock.pass(86_400_000)
    expect(minutes()).toEqual([1])
    expect(clock.alarms()).toBe(0)
  })

  it('are not tried while a call from before is still under way', async () => {
    const { clock, join, respond, keys } = gateWorld()
    for (const key of 'ab') join(key)
    await respond('a', unauthorized)
    await clock.pass(10 * minute)
    expect(keys()).toEqual(['a', 'b'])
    await respond('b', unreachable('maybe'))
    expect(keys()).toEqual(['a', 'b', 'keys'])
  })

  it.each([
    ['404', refused(404)],
    ['an error in a 200', unintelligible('error-body')],
  ])(
    'do not become good by an answer to a call from before: only by that of a probe: %s',
    async (_, answer) => {
      const { clock, join, respond, gate, reopenings, keys } = gateWorld()
      for (const key of 'ab') join(key)
      await respond('a', unauthorized)
      await respond('b', believable)
      expect(gate.status().state).toBe('keys-rejected')
      expect(reopenings()).toBe(0)
      join('c')
      await clock.pass(minute)
      expect(keys()).toEqual(['a', 'b', 'keys'])
      await respond('keys', answer)
      expect(gate.status()).toEqual({ state: 'open', until: null })
      expect(keys()).toEqual(['a', 'b', 'keys', 'c'])
      expect(reopenings()).toBe(1)
    },
  )

  it('are not tried earlier than the service asked to wait', async () => {
    const { clock, respond, minutes } = await blocked()
    await clock.pass(minute)
    await respond('keys', throttled(30 * minute))
    await clock.pass(29 * minute)
    expect(minutes()).toEqual([1])
    await clock.pass(minute)
    expect(minutes()).toEqual([1, 31])
  })

  it('are not tried by a gate that was stopped', async () => {
    const { clock, gate, minutes } = await blocked()
    gate.stop()
    await clock.pass(86_400_000)
    expect(minutes()).toEqual([])
    expect(clock.alarms()).toBe(0)
  })
})

describe('how it stands', () => {
  it.each([
    ['asked-to-wait', 11_001, true],
    ['asked-to-wait', 11_000, false],
    ['trouble', 60_000, false],
    ['keys-rejected', 61_000, true],
    ['open', null, false],
  ] as const)(
    'is too long for a person to wait, at 1,000 ms: %s until %s: %s',
    (state, until, isLong) => {
      expect(isStalled({ state, until }, 1_000)).toBe(isLong)
    },
  )

  it('is announced when it changes, also when a pause ends with no call waiting', async () => {
    const { clock, join, respond, gate, changes } = gateWorld()
    join('a')
    await respond('a', believable)
    expect(changes()).toBe(0)
    join('b')
    await respond('b', throttled(5_000))
    expect(gate.status()).toEqual({ state: 'asked-to-wait', until: 6_500 })
    expect(changes()).toBe(1)
    await clock.pass(5_500)
    expect(gate.status().state).toBe('open')
    expect(changes()).toBe(2)
  })
})

describe('a stopped gate', () => {
  it('lets no call through, answers those that wait, and leaves no timer', async () => {
    const world = await inTrouble()
    world.join('a')
    world.join('asked', { ...anAskedRead, atOnce: false })
    world.gate.stop()
    world.join('asked later', anAskedRead)
    await world.clock.pass(60_000)
    expect(world.keys()).toEqual([])
    expect(world.rejected).toEqual(['asked: stopped', 'asked later: stopped'])
    expect(world.clock.alarms()).toBe(0)
  })

  it('lets no press through', () => {
    const { gate } = gateWorld()
    gate.stop()
    expect(gate.admitNow({ key: 'press', priority: 'create', since: 0, atOnce: true })).toBeNull()
  })
})
