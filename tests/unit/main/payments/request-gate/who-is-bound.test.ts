import { describe, expect, it } from 'vitest'
import type { ServiceResponse } from '../../../../../electron/main/service'
import {
  accepted,
  read,
  refused,
  throttled,
  unintelligible,
} from '../../../../support/payments/answers'
import { gateWorld } from '../../../../support/payments/client'

type Answer = ServiceResponse<unknown>

const minute = 60_000
const none = { retryAfter: null, limit: null, remaining: null, resetIn: null }

function asking(answer: Answer, retryAfter: number): Answer {
  return 'limits' in answer ? { ...answer, limits: { ...none, retryAfter } } : answer
}

const fault = (httpStatus: number, retryAfter: number | null = null): Answer =>
  ({ ...unintelligible('server-error'), httpStatus, limits: { ...none, retryAfter } }) as Answer

const tenMinutes = 10 * minute

/** What one call is of, and what the service answers it. */
type Step = [what: 'create' | 'read', payment: string, answer: Answer]

/** How long a press, or else what goes by itself, waits after these answers, ms. */
async function waits(steps: readonly Step[], atOnce: boolean): Promise<number> {
  const { clock, join, respond, begun } = gateWorld(() => 0)
  for (const [what, payment, answer] of steps) {
    if (what === 'create') join(payment, { atOnce: true })
    else join(payment, { priority: 'read' }, payment)
    await clock.pass(1_000)
    await respond(payment, answer)
  }
  const from = clock.monotonic()
  join('press', { atOnce })
  await clock.pass(2 * tenMinutes)
  const press = begun.find(({ key }) => key === 'press')
  return press ? press.at - from : Number.POSITIVE_INFINITY
}

describe('a press after answers to other payments (§7, §8)', () => {
  it.each<[string, Step[]]>([
    ['a create that was accepted', [['create', 'a', asking(accepted(), 30_000)]]],
    ['a create that was refused', [['create', 'a', asking(refused(400), tenMinutes)]]],
    ['a 503 to one create', [['create', 'a', fault(503, tenMinutes)]]],
    ['a 503 to one read', [['read', 'a', fault(503, tenMinutes)]]],
    [
      'two 503s to one payment',
      [
        ['create', 'a', fault(503, tenMinutes)],
        ['read', 'a', fault(503, tenMinutes)],
      ],
    ],
    [
      'a 503 that named no time, and one of another payment that did',
      [
        ['create', 'a', fault(503)],
        ['create', 'b', fault(503, tenMinutes)],
      ],
    ],
    [
      'a 503 to another payment when the time of the first has passed',
      [
        ['create', 'a', fault(503, 1_000)],
        ['create', 'b', fault(503, tenMinutes)],
      ],
    ],
    [
      'a 500 to another payment',
      [
        ['create', 'a', fault(503, tenMinutes)],
        ['create', 'b', fault(500)],
      ],
    ],
    ['a 429 that names no time', [['read', 'a', throttled(null)]]],
  ])('waits for nothing: Retry-After of %s', async (_what, steps) => {
    expect(await waits(steps, true)).toBe(0)
  })

  it.each<[string, number, Step[]]>([
    ['a 429 to a read', 30_000, [['read', 'a', throttled(30_000)]]],
    ['a 429 to a create', 30_000, [['create', 'a', throttled(30_000)]]],
    [
      'a 503 to a second payment within the time of the first',
      tenMinutes - 1_000,
      [
        ['create', 'a', fault(503, tenMinutes)],
        ['create', 'b', fault(503)],
      ],
    ],
    [
      'a 503 to a read of another payment within that time',
      tenMinutes,
      [
        ['create', 'a', fault(503, minute)],
        ['read', 'b', fault(503, tenMinutes)],
      ],
    ],
  ])('is held, because it speaks for the service: %s', async (_what, wait, steps) => {
    for (const atOnce of [true, false]) expect(await waits(steps, atOnce)).toBe(wait)
  })
})

describe('reads after a 429', () => {
  /** How many reads go in a minute, `after` ms after the till made 60 calls in one minute and was refused. */
  async function readsAfter(after: number, refusal: Answer = throttled(null)): Promise<number> {
    const { clock, join, respond, begun } = gateWorld(() => 0)
    await clock.pass(60 * minute)
    for (let each = 0; each < 60; each++) {
      join(`call ${each}`, { atOnce: true })
      await respond(`call ${each}`, each < 59 ? read('pending') : refusal)
      await clock.pass(500)
    }
    // Others of the same minute halve nothing more.
    for (const [key, answer] of [
      ['again', refusal],
      ['probe', read('pending')],
    ] as const) {
      await clock.pass(5_000)
      join(key, { atOnce: true })
      await respond(key, answer)
    }
    await clock.pass(after)
    const before = begun.length
    for (let each = 0; each < 60; each++) {
      const key = `read ${each}`
      join(key, { priority: 'read' }, key)
    }
    for (let passed = 500; passed < minute; passed += 500) {
      await clock.pass(500)
      for (const { key } of begun.slice(before)) await respond(key, read('pending'))
    }
    return begun.length - before
  }

  it('are half of the calls of the minute before where it names no window', async () => {
    expect(await readsAfter(10_000)).toBe(30)
  })

  it.each([
    [60, { remaining: 0, resetIn: 5_000 }],
    [30, { remaining: 0, resetIn: null }],
    [30, { remaining: null, resetIn: 5_000 }],
  ])('are %s a minute where it names %j', async (reads, named) => {
    const refusal = { ...throttled(null), limits: { ...none, ...named } } as Answer
    expect(await readsAfter(10_000, refusal)).toBe(reads)
  })

  it('grow back by one a minute in ten minutes', async () => {
    expect(await readsAfter(50 * minute)).toBe(35)
  })
})
