import { describe, expect, it } from 'vitest'
import { sceneAt } from '../../../renderer/pages/customer/scenes'
import type { CustomerScene } from '../../../shared/customer-view'

const amount = { currency: 'TZS', value: 15_000 }
/** A shop clock an hour slow: what counts is the service's. */
const time = { acceptedAt: 1_000_000, expiresAt: 4_660_000, serviceClockOffset: 3_600_000 }
const card: CustomerScene = {
  name: 'card',
  amount,
  lines: [],
  code: 'https://pay.example/c/1',
  time,
}
const phone: CustomerScene = { name: 'phone', amount, lines: [], phoneEnding: '212', time }

describe('when the customer’s time is over', () => {
  it.each([card, phone])('the $name is taken away, and then the cashier explains', scene => {
    expect(sceneAt(scene, 1_059_999)).toBe(scene)
    expect(sceneAt(scene, 1_060_000)).toEqual({ name: 'lastAsk' })
    expect(sceneAt(scene, 1_089_999)).toEqual({ name: 'lastAsk' })
    expect(sceneAt(scene, 1_090_000)).toEqual({ name: 'ask' })
  })

  it('nothing changes for what has no time', () => {
    const endless: CustomerScene = { ...phone, time: null }
    expect(sceneAt(endless, Number.MAX_SAFE_INTEGER)).toBe(endless)
    const paid: CustomerScene = { name: 'paid', amount }
    expect(sceneAt(paid, Number.MAX_SAFE_INTEGER)).toBe(paid)
  })
})
