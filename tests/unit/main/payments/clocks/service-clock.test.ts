import { describe, expect, it } from 'vitest'
import {
  clockDoubt,
  ServiceClock,
} from '../../../../../electron/main/payments/clocks/service-clock'
import { createVirtualClock, morning } from '../../../../support/payments/clock'

function open() {
  const clock = createVirtualClock()
  let changes = 0
  const changed = () => {
    changes += 1
  }
  const serviceClock = new ServiceClock({ clock, changed })
  return { clock, serviceClock, changes: () => changes }
}

describe("the service's clock", () => {
  it('is the computer’s own until the service has said otherwise', () => {
    const { serviceClock } = open()
    expect(serviceClock.now()).toBe(morning)
    expect(serviceClock.known()).toBeNull()
    serviceClock.learn(null, 0)
    expect(serviceClock.offset()).toBe(0)
  })

  it.each([3_600_000, -3_600_000])('is learnt from an answer: %d ms away', async ahead => {
    const { clock, serviceClock, changes } = open()
    serviceClock.learn(morning + ahead, 0)
    expect(Math.abs(serviceClock.now() - (morning + ahead))).toBeLessThanOrEqual(500)
    expect(changes()).toBe(1)
    await clock.pass(10_000)
    expect(Math.abs(serviceClock.now() - (morning + ahead + 10_000))).toBeLessThanOrEqual(500)
  })

  it('takes whole seconds for no difference', async () => {
    const { clock, serviceClock, changes } = open()
    for (const wait of [0, 300, 300, 300, 99]) {
      await clock.pass(wait)
      serviceClock.learn(Math.floor(clock.wall() / 1_000) * 1_000, 0)
    }
    expect(serviceClock.offset()).toBe(0)
    // That it is known at all.
    expect(changes()).toBe(1)
  })

  it.each([
    ['is unmoved and sure', 'as far ahead of the answer as can be', clockDoubt, 0, true],
    ['is put back, and is sure', 'further ahead', clockDoubt + 1, -1_001, true],
    ['is unmoved and sure', 'half a second behind', -500, 0, true],
    ['is put forward, and is not sure', 'further behind', -501, 1_001, false],
  ])('%s where it is %s', (_what, _where, ahead, moved, isSure) => {
    const { serviceClock } = open()
    serviceClock.learn(morning - ahead, 0)
    expect(serviceClock.offset()).toBe(moved)
    expect(serviceClock.isSure()).toBe(isSure)
    expect(serviceClock.known()).toBe(isSure ? serviceClock.now() : null)
  })

  it('learns again when the computer’s clock is set', () => {
    const { clock, serviceClock } = open()
    clock.setForward(7_200_000)
    serviceClock.learn(morning, 0)
    expect(Math.abs(serviceClock.now() - morning)).toBeLessThanOrEqual(500)
  })

  it.each([86_400_000 * 3, -86_400_000 * 3])(
    'goes on unmoved when the wall clock jumps by %d ms',
    async jump => {
      const { clock, serviceClock } = open()
      serviceClock.learn(morning, 0)
      clock.setForward(jump)
      await clock.pass(10_000)
      expect(Math.abs(serviceClock.now() - (morning + 10_000))).toBeLessThanOrEqual(1_000)
      expect(clock.wall() + serviceClock.offset()).toBe(serviceClock.now())
    },
  )

  it('is not put back by the old date of a slow answer, but is by a fast one', async () => {
    const { clock, serviceClock } = open()
    serviceClock.learn(morning, 0)
    await clock.pass(60_000)
    serviceClock.learn(morning + 31_000, 30_000)
    expect(Math.abs(serviceClock.now() - (morning + 60_000))).toBeLessThanOrEqual(1_000)
    serviceClock.learn(morning + 31_000, 200)
    expect(Math.abs(serviceClock.now() - (morning + 31_500))).toBeLessThanOrEqual(1)
  })

  it('learns again after a sleep in which the computer counted nothing', () => {
    const { clock, serviceClock } = open()
    serviceClock.learn(morning, 0)
    clock.setForward(3_600_000)
    expect(serviceClock.now()).toBeLessThan(morning + 1_500)
    serviceClock.learn(morning + 3_600_000, 300)
    expect(Math.abs(serviceClock.now() - (morning + 3_600_000))).toBeLessThanOrEqual(500)
  })

  it('believes the first answer rather than a wall clock, however slow the answer was', () => {
    const { clock, serviceClock } = open()
    clock.setForward(20_000)
    expect(serviceClock.isLearnt()).toBe(false)
    serviceClock.learn(morning, 30_000)
    expect(serviceClock.isLearnt()).toBe(true)
    expect(Math.abs(serviceClock.now() - morning)).toBeLessThanOrEqual(500)
  })

  it('is not sure after a date that puts it forward, until another one does not', () => {
    const { serviceClock } = open()
    expect(serviceClock.isSure()).toBe(true)
    serviceClock.learn(morning + 86_400_000, 0)
    expect(serviceClock.isSure()).toBe(false)
    serviceClock.learn(morning + 86_400_000, 0)
    expect(serviceClock.isSure()).toBe(true)
    serviceClock.learn(morning + 2 * 86_400_000, 0)
    serviceClock.learn(morning, 0)
    expect(serviceClock.isSure()).toBe(true)
    expect(Math.abs(serviceClock.now() - morning)).toBeLessThanOrEqual(500)
  })
})
