import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ServiceResponse } from '../../../../../electron/main/service'
import { readLimits } from '../../../../../electron/main/service/rate-limit'
import { read, throttled, unintelligible, unreachable } from '../../../../support/payments/answers'
import { gateWorld } from '../../../../support/payments/client'
import { morning } from '../../../../support/payments/clock'

type Answer = ServiceResponse<unknown>

/** An answer with these headers. */
function answered(headers: Record<string, string>, answer: Answer = read('pending')): Answer {
  return { ...answer, limits: readLimits(headers, morning) } as Answer
}

/** What an answer tells of its window of so many calls; `reset` in seconds. */
const told = (remaining: number, reset: number, limit = 20) =>
  answered({
    'x-ratelimit-limit': `${limit}`,
    'x-ratelimit-remaining': `${remaining}`,
    'x-ratelimit-reset': `${reset}`,
  })

/** How long after this answer a create goes of itself, without jitter, ms. */
async function waitAfter(answer: Answer, atOnce = false): Promise<number> {
  const { clock, join, respond, begun } = gateWorld(() => 0)
  join('a')
  await respond('a', answer)
  const from = clock.monotonic()
  join('b', { atOnce })
  await clock.pass(90_000_000)
  return (begun[1]?.at ?? Number.POSITIVE_INFINITY) - from
}

describe('what the service asks to wait', () => {
  it('in a 429 without a time grows exponentially with full jitter', async () => {
    const { clock, join, respond, begun } = gateWorld()
    const waits: number[] = []
    for (const _ of Array.from({ length: 8 })) {
      join('a')
      await clock.pass(100_000)
      await respond('a', throttled(null))
      const from = clock.monotonic()
      join('a')
      await clock.pass(100_000)
      waits.push((begun.at(-1)?.at ?? 0) - from)
      await respond('a', throttled(null))
    }
    expect(waits.slice(0, 3)).toEqual([500, 2_000, 8_000])
    expect(Math.max(...waits)).toBe(30_000)
  })

  it('in a 429 without a time holds what a person reads too', async () => {
    const { clock, join, respond, keys } = gateWorld()
    join('a')
    await respond('a', throttled(null))
    join('asked', { priority: 'asked-read', atOnce: true })
    await clock.pass(499)
    expect(keys()).toEqual(['a'])
    await clock.pass(1)
    expect(keys()).toEqual(['a', 'asked'])
  })

  it('with nothing left of the window, before the 429', async () => {
    const headers = { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '7' }
    expect(await waitAfter(answered(headers))).toBe(7_000)
    expect(await waitAfter(answered({ 'x-ratelimit-remaining': '0' }))).toBe(1_000)
    expect(await waitAfter(answered({ ...headers, 'x-ratelimit-remaining': '2' }))).toBe(0)
    expect(await waitAfter(answered({ 'x-ratelimit-reset': '7' }))).toBe(0)
  })

  it('not with one payment’s 5xx, nor with a portal’s page', async () => {
    const headers = { 'retry-after': '40' }
    expect(await waitAfter(answered(headers, unintelligible('server-error')), true)).toBe(0)
    expect(await waitAfter(answered(headers, unintelligible('not-json')), true)).toBe(0)
  })

  it.each([
    ['a 429', 30_000, throttled(30_000), throttled(1_000), true],
    [
      'its last call',
      1_000,
      answered({ 'x-ratelimit-remaining': '0' }),
      unreachable('maybe'),
      false,
    ],
  ])('with %s is not shortened by a later answer', async (_, wait, asked, later, atOnce) => {
    const { clock, join, respond, keys } = gateWorld(() => 0)
    for (const key of 'abc') join(key)
    await respond('a', asked)
    await respond('b', later)
    await respond('c', read('pending'))
    join('d', { atOnce })
    await clock.pass(wait - 1)
    expect(keys()).toHaveLength(3)
    await clock.pass(1)
    expect(keys()).toHaveLength(4)
  })

  it('in a 429 wins over a window that was told before it', async () => {
    const { clock, join, respond, keys } = gateWorld(() => 0)
    for (const key of 'ab') join(key)
    // Of the one call that is left, b has taken it.
    await respond('a', told(1, 60))
    await respond('b', throttled(5_000))
    join('c')
    await clock.pass(4_999)
    expect(keys().join('')).toBe('ab')
    await clock.pass(1)
    expect(keys().join('')).toBe('abc')
  })

  it('is not over with a late answer to a call that went before it', async () => {
    const { clock, join, respond, keys } = gateWorld()
    for (const key of 'ab') join(key)
    await respond('a', throttled(5_000))
    await respond('b', read('pending'))
    for (const key of 'cd') join(key)
    await clock.pass(5_499)
    expect(keys().join('')).toBe('ab')
    await clock.pass(10_000)
    expect(keys().join('')).toBe('abc')
  })

  it('is followed by one call, and by the rest only when that is answered', async () => {
    const { clock, join, respond, keys } = gateWorld(() => 0)
    join('a')
    await respond('a', throttled(5_000))
    for (const key of 'bcd') join(key)
    await clock.pass(60_000)
    expect(keys().join('')).toBe('ab')
    await respond('b', read('pending'))
    expect(keys().join('')).toBe('abcd')
  })

  it('is shown at once when it is long, and waited for when it is short', async () => {
    const { clock, join, respond, keys, rejected } = gateWorld()
    const asked = { priority: 'asked-read', atOnce: true } as const
    join('a')
    await respond('a', throttled(10_000))
    join('patient', asked)
    await clock.pass(10_000)
    expect(keys()).toEqual(['a', 'patient'])
    await respond('patient', throttled(10_001))
    join('later', asked)
    expect(rejected).toEqual(['later: asked-to-wait'])
  })

  it('holds whatever else happens: nothing ever goes earlier (property)', async () => {
    const ms = fc.integer({ min: 0, max: 90_000 })
    const seconds = fc.integer({ min: 0, max: 90 })
    const anAnswer = fc.oneof(
      ms.map(throttled),
      fc.constant(throttled(null)),
      seconds.map(wait => told(0, wait)),
      fc.constant(read('pending')),
      fc.constant(unreachable('no')),
    )
    const aStep = fc.record({
      answer: anAnswer,
      pass: ms,
      atOnce: fc.boolean(),
      priority: fc.constantFrom('create', 'asked-read', 'read'),
    })
    const fractions = fc.double({ min: 0, max: 0.999, noNaN: true })
    await fc.assert(
      fc.asyncProperty(fc.array(aStep, { maxLength: 25 }), fractions, async (steps, fraction) => {
        const world = gateWorld(() => fraction)
        let askedUntil = 0
        for (const [index, { answer, pass, atOnce, priority }] of steps.entries()) {
          world.join(`${index}`, { atOnce, priority })
          await world.clock.pass(pass)
          const last = world.begun.at(-1)
          if (last) await world.respond(last.key, answer)
          askedUntil = Math.max(askedUntil, world.clock.monotonic() + (last ? wish(answer) : 0))
          world.begun.length = 0
          world.join(`again ${index}`, { atOnce, priority })
          await world.clock.pass(pass)
          for (const { at } of world.begun) expect(at).toBeGreaterThanOrEqual(askedUntil)
        }
      }),
      { numRuns: 200 },
    )
  })
})

/** What an answer asks for, told without the gate's own code. */
function wish(answer: Answer): number {
  if (answer.class === 'unreachable' || answer.class === 'unsent') return 0
  const { retryAfter, remaining, resetIn } = answer.limits
  return retryAfter ?? (remaining === 0 ? (resetIn ?? 0) : 0)
}

describe('within a window (§8)', () => {
  it('the till’s own reads are spread over it and leave a quarter for creates', async () => {
    const { clock, join, respond, begun, keys } = gateWorld(() => 0)
    join('first')
    await respond('first', told(15, 60))
    for (let number = 0; number < 19; number += 1) {
      join('read', { priority: 'read' })
      await clock.pass(3_000)
      await respond('read', read('pending'))
    }
    const inWindow = begun.filter(({ key, at }) => key === 'read' && at < 61_000)
    expect(inWindow).toHaveLength(10)
    const gaps = inWindow.slice(1).map(({ at }, index) => at - (inWindow[index]?.at ?? 0))
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(5_000)
    for (const key of 'abcde') join(key)
    expect(keys().slice(-5)).toEqual([...'abcde'])
  })

  it('a create goes at once, however short ago a read went', async () => {
    const { join, respond, keys } = gateWorld(() => 0)
    join('first')
    await respond('first', told(15, 60))
    join('read', { priority: 'read' })
    join('create')
    expect(keys()).toEqual(['first', 'read', 'create'])
  })

  it('of many hours, reads leave sixty calls for creates and not a quarter', async () => {
    const { clock, join, respond, keys } = gateWorld(() => 0)
    join('first')
    await respond('first', told(2_400, 43_200, 10_000))
    join('read', { priority: 'read' })
    await clock.pass(5_000)
    expect(keys()).toContain('read')
  })

  it('calls that were under way when it was told are of it', async () => {
    const { join, respond, keys } = gateWorld(() => 0)
    for (const key of 'abc') join(key)
    await respond('a', told(3, 10))
    for (const key of 'def') join(key)
    expect(keys().join('')).toBe('abcd')
  })

  it('that is used up, nothing goes until it ends, and then all does', async () => {
    const { clock, join, respond, keys, gate } = gateWorld(() => 0)
    join('a')
    await respond('a', told(2, 10))
    for (const key of 'bcd') join(key)
    expect(keys().join('')).toBe('abc')
    expect(gate.status()).toEqual({ state: 'asked-to-wait', until: 11_000 })
    await clock.pass(9_999)
    expect(keys().join('')).toBe('abc')
    await clock.pass(1)
    expect(keys().join('')).toBe('abcd')
    expect(gate.status()).toEqual({ state: 'open', until: null })
  })
})
