import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  refused,
  throttled,
  unintelligible,
  unreachable,
} from '../../../../support/payments/answers'
import { gateWorld } from '../../../../support/payments/client'

/** What `retry-budget.ts` and the gate promise together: repeats in any minute. */
const repeatsPerMinute = 40
const readsPerMinute = 300
const silence = unreachable('maybe')
const nonsense = { ...unintelligible('unexpected-status'), httpStatus: 409 } as typeof silence
const answers = [unreachable('no'), silence, throttled(0), refused(404), nonsense]

function mostInAMinute(times: number[]): number {
  const counts = times.map(from => times.filter(at => at >= from && at < from + 60_000).length)
  return Math.max(0, ...counts)
}

describe('the retry budget', () => {
  it('leaves first attempts free and repeats to its measure', async () => {
    const { clock, join, respond, begun, keys } = gateWorld()
    for (let number = 0; number < 30; number += 1) {
      join(`repeat ${number}`, { repeat: true })
      await respond(`repeat ${number}`, refused(404))
    }
    expect(begun).toHaveLength(10)
    join('first attempt')
    expect(keys().at(-1)).toBe('first attempt')
    await respond('first attempt', refused(404))
    await clock.pass(2_000)
    expect(begun).toHaveLength(12)
  })

  it('fills up again, and not beyond itself', async () => {
    const { clock, join, respond, begun } = gateWorld()
    await clock.pass(3_600_000)
    for (let number = 0; number < 30; number += 1) {
      join(`${number}`, { repeat: true })
      await respond(`${number}`, refused(404))
    }
    expect(begun).toHaveLength(10)
  })

  it('keeps a thousand waiting payments from a storm, whatever the service does (property)', async () => {
    const scripts = fc.array(fc.constantFrom(...answers), { minLength: 1, maxLength: 20 })
    // The worst jitter there is: no pause at all.
    const fractions = fc.constantFrom(0, 0.5)
    await fc.assert(
      fc.asyncProperty(scripts, fractions, async (script, fraction) => {
        const world = gateWorld(() => fraction)
        let said = 0
        const answerAll = async () => {
          for (let done = 0; done < world.begun.length; done += 1) {
            const key = world.begun[done]?.key ?? ''
            const answer = script[said % script.length] ?? nonsense
            said += 1
            const isRead = key === 'read'
            const times = isRead ? reads : repeats
            times.push(world.clock.monotonic())
            await world.respond(key, answer)
            world.join(key, isRead ? { priority: 'read' } : { repeat: true })
          }
          world.begun.length = 0
        }
        const repeats: number[] = []
        const reads: number[] = []
        for (let payment = 0; payment < 1_000; payment += 1)
          world.join(`${payment}`, { repeat: true })
        for (const _ of [1, 2, 3, 4]) world.join('read', { priority: 'read' })
        for (let step = 0; step < 700; step += 1) {
          await answerAll()
          await world.clock.pass(100)
        }
        expect(mostInAMinute(repeats)).toBeLessThanOrEqual(repeatsPerMinute)
        expect(mostInAMinute(reads)).toBeLessThanOrEqual(readsPerMinute)
      }),
      { numRuns: 4 },
    )
  })
})
