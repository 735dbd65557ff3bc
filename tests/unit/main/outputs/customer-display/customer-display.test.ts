import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CustomerDisplay } from '../../../../../electron/main/outputs/customer-display/customer-display'
import type { CustomerView } from '../../../../../shared/customer-view'
import { failure } from '../../../../../shared/ipc/result'
import { isOpen, isUnclear } from '../../../../../shared/payment/actions'
import type { Payment } from '../../../../../shared/payment/payment'
import { defaultSettings, type Settings } from '../../../../../shared/settings'
import { createVirtualClock, type VirtualClock } from '../../../../support/payments/clock'
import { paymentOn, planted, type Road, roads } from '../../../../support/payments-in-states'

const moment = { serviceClockOffset: 0, account: 'practice', promptLifetimeMs: 180_000 }

function open() {
  const clock = createVirtualClock()
  const shop = { ...defaultSettings.shop, name: 'Duka la Amani' }
  const now: { settings: Settings; selling: boolean } = {
    settings: { ...defaultSettings, active: 'production', shop },
    selling: true,
  }
  const told: CustomerView[] = []
  const display = new CustomerDisplay({
    clock,
    withEngine: async () => failure('not-selling', ''),
    settings: () => now.settings,
    facts: () => (now.selling ? moment : null),
    changed: view => told.push(view),
    shown: () => undefined,
  })
  const scene = () => display.now().scene.name
  const lastTold = () => told.at(-1)?.scene.name
  return { clock, now, told, display, scene, lastTold }
}

const one = planted(1)
const two = planted(2)

describe('what the customer is shown', () => {
  it('is the shop alone, until the cashier has a payment before them', () => {
    const { display, told, now } = open()
    expect(display.now()).toEqual({
      shop: 'Duka la Amani',
      number: '',
      language: 'en',
      theme: 'system',
      mode: null,
      scene: { name: 'idle' },
    })
    display.tillChanged()
    expect(told).toEqual([])
    const customerWindow = { ...now.settings.customerWindow, language: 'sw' as const }
    now.settings = { ...now.settings, active: 'practice', customerWindow }
    display.tillChanged()
    expect(told).toEqual([{ ...display.now(), language: 'sw', mode: 'practice' }])
  })

  it('is the number that the owner chose to show, as soon as it is saved', () => {
    const { display, told, now } = open()
    const shop = { ...now.settings.shop, shownNumber: 'Lipa namba 5551234' }
    now.settings = { ...now.settings, shop }
    display.tillChanged()
    expect(told).toMatchObject([{ number: 'Lipa namba 5551234', scene: { name: 'idle' } }])
  })

  it('is marked where real money is asked for over plain HTTP', () => {
    const { display, now } = open()
    const production = { ...now.settings.production, address: 'http://127.0.0.1:8080' }
    now.settings = { ...now.settings, production }
    expect(display.now().mode).toBe('plainHttp')
    now.settings = { ...now.settings, active: 'sandbox' }
    expect(display.now().mode).toBe('sandbox')
    const encrypted = { ...production, address: 'https://service.example' }
    now.settings = { ...now.settings, active: 'production', production: encrypted }
    expect(display.now().mode).toBeNull()
  })

  it('follows that payment, and no other', () => {
    const { display, told, scene } = open()
    display.show(paymentOn('sending', one))
    display.paymentChanged(paymentOn('paid', two))
    expect(scene()).toBe('moment')
    display.paymentChanged(paymentOn('pending', one))
    display.paymentChanged(paymentOn('paid', one))
    expect(told.map(view => view.scene.name)).toEqual(['moment', 'phone', 'paid'])
  })

  it('is idle again half a minute after the result, by itself', async () => {
    const { display, clock, lastTold } = open()
    display.show(paymentOn('pending', one))
    await clock.pass(300_000)
    display.paymentChanged(paymentOn('paid', one))
    await clock.pass(20_000)
    // Handing over is news of the payment, not a new result.
    display.paymentChanged(paymentOn('handedOver', one))
    await clock.pass(9_999)
    expect(lastTold()).toBe('paid')
    await clock.pass(1)
    expect(lastTold()).toBe('idle')
  })

  it('is the result of a word without a meaning, for half a minute from when it comes', async () => {
    const { display, clock, lastTold } = open()
    display.show(paymentOn('pending', one))
    display.paymentChanged(paymentOn('unrecognised', one))
    expect(lastTold()).toBe('ask')
    await clock.pass(60_000)
    expect(lastTold()).toBe('idle')
    display.paymentChanged(paymentOn('reopened', one))
    expect(lastTold()).toBe('phone')
    display.paymentChanged(paymentOn('unrecognised', one))
    await clock.pass(60_000)
    display.paymentChanged(paymentOn('unrecognisedThenPaid', one))
    await clock.pass(29_999)
    expect(lastTold()).toBe('paid')
    await clock.pass(1)
    expect(lastTold()).toBe('idle')
  })

  it('is idle at once when the cashier leaves the payment, and shows the next one', () => {
    const { display, scene, told } = open()
    display.show(paymentOn('pending', one))
    display.paymentChanged(paymentOn('paid', one))
    display.show(null)
    expect(scene()).toBe('idle')
    display.show(paymentOn('sending', two))
    expect(JSON.stringify(told.at(-1))).toContain(String(two.value))
    expect(JSON.stringify(told.at(-1))).not.toContain(String(one.value))
  })

  it('is nothing of a payment that was over when it was opened: it is another customer’s', () => {
    const { display, scene } = open()
    for (const road of ['paid', 'failed', 'expired', 'refused'] as const) {
      display.show(paymentOn(road, one))
      expect(scene()).toBe('idle')
      display.paymentChanged(paymentOn('handedOver', one))
      expect(scene()).toBe('idle')
    }
  })

  it('outlives a window that is loaded again', () => {
    const { display, scene } = open()
    display.show(paymentOn('pending', one))
    display.paymentChanged(paymentOn('paid', one))
    display.show(paymentOn('paid', one))
    expect(scene()).toBe('paid')
  })

  it('is idle while the till is locked or blocked', () => {
    const { display, now, lastTold } = open()
    display.show(paymentOn('pending', one))
    now.selling = false
    display.tillChanged()
    expect(lastTold()).toBe('idle')
    now.selling = true
    display.tillChanged()
    expect(lastTold()).toBe('phone')
  })

  it('is a test picture for a quarter of a minute, or until a payment', async () => {
    const { display, clock, scene, lastTold } = open()
    display.showTest()
    expect(lastTold()).toBe('test')
    await clock.pass(15_000)
    expect(lastTold()).toBe('idle')
    display.showTest()
    display.show(paymentOn('pending', one))
    display.show(null)
    expect(scene()).toBe('idle')
    expect(clock.alarms()).toBe(0)
  })
})

const customers = [1, 2, 3, 4].map(planted)

type Step =
  | { show: number | null }
  | { news: number; road: Road; channel: Payment['channel'] }
  | { selling: boolean }
  | { pass: number }
  | { test: true }

const who = fc.integer({ min: 0, max: customers.length - 1 })
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 3, arbitrary: fc.option(who).map(show => ({ show })) },
  {
    weight: 6,
    arbitrary: fc.record({
      news: who,
      road: fc.constantFrom(...(Object.keys(roads) as Road[])),
      channel: fc.constantFrom('mobile' as const, 'card' as const),
    }),
  },
  { weight: 1, arbitrary: fc.boolean().map(selling => ({ selling })) },
  { weight: 2, arbitrary: fc.integer({ min: 1, max: 40_000 }).map(pass => ({ pass })) },
  { weight: 1, arbitrary: fc.constant({ test: true as const }) },
)

/** Payments as they stand, and which one a plain reading of the rule allows to be shown. */
function createShop(clock: VirtualClock) {
  const payments = new Map<number, Payment>()
  let front: { index: number; watched: boolean; overAt: number | null } | null = null
  const paymentOf = (index: number) => {
    const payment = payments.get(index) ?? paymentOn('ready', customers[index] ?? planted(99))
    payments.set(index, payment)
    return payment
  }
  return {
    paymentOf,
    show(index: number | null) {
      if (index === null) front = null
      else if (front?.index !== index)
        front = { index, watched: isOpen(paymentOf(index)), overAt: null }
    },
    news(index: number, payment: Payment) {
      const before = paymentOf(index)
      payments.set(index, payment)
      if (front?.index !== index) return
      const isResult = front.overAt === null || (isUnclear(before) && !isUnclear(payment))
      if (isOpen(payment)) front.overAt = null
      else if (isResult) front.overAt = clock.monotonic()
    },
    allowed(): number | null {
      if (!front?.watched) return null
      const tooOld = front.overAt !== null && clock.monotonic() - front.overAt >= 30_000
      return tooOld ? null : front.index
    },
  }
}

describe('whatever happens, to however many payments', () => {
  it('nothing of a customer is shown to another, and nothing that only the shop needs', async () => {
    const seen = new Set<string>()
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 40 }), async steps => {
        const { display, clock, now, told } = open()
        const shop = createShop(clock)
        for (const each of steps) {
          if ('show' in each) {
            shop.show(each.show)
            display.show(each.show === null ? null : shop.paymentOf(each.show))
          } else if ('news' in each) {
            const payment = paymentOn(each.road, customers[each.news] ?? planted(99), each.channel)
            shop.news(each.news, payment)
            display.paymentChanged(payment)
          } else if ('selling' in each) {
            now.selling = each.selling
            display.tillChanged()
          } else if ('pass' in each) await clock.pass(each.pass)
          else display.showTest()

          const view = display.now()
          // What the window was last told is what it would be told now: nothing old stays on it.
          if (told.length > 0) expect(told.at(-1)).toEqual(view)
          seen.add(view.scene.name)
          const allowed = now.selling ? shop.allowed() : null
          const text = JSON.stringify(view)
          for (const [index, customer] of customers.entries()) {
            const { paymentId, value, msisdn, name, email, reference, code } = customer
            const never = [paymentId, msisdn, name, email, reference]
            const others = [String(value), code, `"${msisdn.slice(-3)}"`]
            for (const secret of index === allowed ? never : [...never, ...others])
              expect(text).not.toContain(secret)
          }
        }
      }),
      { numRuns: 600 },
    )
    const scenes = ['ask', 'card', 'idle', 'moment', 'notPaid', 'paid', 'phone', 'test']
    expect(seen).toEqual(new Set(scenes))
  })
})
