import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { giveBackAll, giveBackPart } from '../../../support/payments/give-back'
import { openForCustomer } from '../../../support/payments/one-customer'
import { cardDraft, mobileDraft } from '../../../support/payments/payments'
import { succeeded } from '../../../support/results'

const minute = 60_000
const [phone1, phone2] = ['0754001212', '0754001213']

const mobile = (phone: string, replaces: string | null = null) => mobileDraft({ phone, replaces })
const card = (phone: string, replaces: string | null = null) => cardDraft({ phone, replaces })

describe('a new sale for a phone whose last payment may still be paid (money rule 9)', () => {
  it.each([
    ['mobile money after a card', card, mobile],
    ['a card after another card', card, card],
    ['a card after mobile money', mobile, card],
  ])('is told as paid twice where both are paid: %s', async (_what, first, second) => {
    const { ask, says, alsoPaid } = openForCustomer()
    const one = await ask(first(phone1))
    const other = await ask(second(phone1))
    await says(other, 'paid')
    expect(alsoPaid(other)).toBeNull()
    await says(one, 'paid')
    expect(alsoPaid(one)).toBe(other)
  })

  it.each([
    ['is told as paid twice where both are paid', 23],
    ['is a purchase of its own', 25],
  ])('%s, %i hours after it', async (_ends, hours) => {
    const { ask, says, alsoPaid, clock } = openForCustomer()
    const one = await ask(mobile(phone1))
    await says(one, 'failed')
    await clock.pass(hours * 60 * minute)
    const other = await ask(mobile(phone1))
    await says(other, 'paid')
    await says(one, 'paid')
    expect(alsoPaid(one)).toBe(hours < 24 ? other : null)
  })

  it.each([
    ['all', 15_000],
    ['a part', 5_000],
  ])(
    'is paid twice as long as something of the other is here: %s went back',
    async (_what, value) => {
      const { ask, says, alsoPaid, engine } = openForCustomer()
      const one = await ask(mobile(phone1))
      await says(one, 'failed')
      const other = await ask(mobile(phone1))
      await says(other, 'paid')
      succeeded(giveBackPart(engine.sales, other, 'cash', value))
      await says(one, 'paid')
      expect(alsoPaid(one)).toBe(value < 15_000 ? other : null)
    },
  )

  it('is linked also to a card payment that is not accepted yet', async () => {
    const { says, alsoPaid, money, engine, clock } = openForCustomer()
    const one = succeeded(engine.presses.request(card(phone1))).id
    const other = succeeded(engine.presses.request(mobile(phone1))).id
    await clock.pass(100)
    await says(one, 'paid')
    expect(money(one)).toMatchObject({ cover: 'covered', toDos: [] })
    await says(other, 'paid')
    expect(alsoPaid(other)).toBe(one)
    expect(money(other)).toMatchObject({ cover: 'covered', toDos: ['late'] })
    expect(money(one)).toMatchObject({ cover: 'covered', toDos: [] })
  })

  it('is a purchase of its own where that one was paid after it had failed', async () => {
    const { ask, says, alsoPaid } = openForCustomer()
    const one = await ask(mobile(phone1))
    await says(one, 'failed')
    await says(one, 'paid')
    const next = await ask(mobile(phone1))
    await says(next, 'paid')
    expect(alsoPaid(next)).toBeNull()
  })

  it('is a purchase of its own where cash was taken for that one, and it is still pending', async () => {
    const { ask, says, alsoPaid, money, engine, clock } = openForCustomer()
    const one = await ask(mobile(phone1))
    succeeded(engine.sales.takeCash(one, ''))
    await clock.pass(4 * minute)
    const next = await ask({ ...mobile(phone1), customerSeesNoPrompt: true })
    await says(next, 'paid')
    expect(alsoPaid(next)).toBeNull()
    await says(one, 'paid')
    expect(alsoPaid(one)).toBeNull()
    expect(money(one)).toMatchObject({ cover: 'too-much' })
  })
})

describe('a new push where the prompt of a payment that has its money is gone', () => {
  it('is linked to the payment between them that had failed (money rule 9)', async () => {
    const { ask, says, alsoPaid, engine, clock } = openForCustomer()
    const one = await ask(mobile(phone1))
    await clock.pass(4 * minute)
    succeeded(engine.sales.takeCash(one, ''))
    const failed = await ask({ ...mobile(phone1), customerSeesNoPrompt: true })
    await says(failed, 'failed')
    const next = await ask({ ...mobile(phone1), customerSeesNoPrompt: true })
    await says(failed, 'paid')
    await says(next, 'paid')
    expect(alsoPaid(next)).toBe(failed)
  })
})

describe('who sees which money', () => {
  it('both failed payments that one new request may be for are linked to it', async () => {
    const { ask, says, alsoPaid } = openForCustomer()
    const mine = await ask(mobile(phone2))
    await says(mine, 'failed')
    const other = await ask(mobile(phone1))
    await says(other, 'failed')
    const again = await ask(mobile(phone2, other))
    await says(again, 'paid')
    await says(mine, 'paid')
    expect(alsoPaid(mine)).toBe(again)
  })

  it.each([
    ['another phone', mobile(phone2)],
    ['a card of another phone', card(phone2)],
  ])(
    'the next purchase is not called paid twice after one that was paid with %s',
    async (_how, otherWay) => {
      const { ask, says, alsoPaid } = openForCustomer()
      const failed = await ask(mobile(phone1))
      await says(failed, 'failed')
      const paid = await ask({ ...otherWay, replaces: failed })
      await says(paid, 'paid')
      expect(alsoPaid(paid)).toBeNull()
      const next = await ask(mobile(phone1))
      await says(next, 'paid')
      expect(alsoPaid(next)).toBeNull()
    },
  )

  it('the next purchase is not called paid twice after one that was paid in cash', async () => {
    const { ask, says, alsoPaid, engine } = openForCustomer()
    const failed = await ask(mobile(phone1))
    await says(failed, 'failed')
    const { draftId } = mobile(phone1)
    const cash = {
      draftId,
      value: 15_000,
      received: 15_000,
      note: '',
      lines: [],
      total: null,
      sale: null,
    }
    succeeded(engine.charging.recordCash({ ...cash, replaces: failed }))
    const next = await ask(mobile(phone1))
    await says(next, 'paid')
    expect(alsoPaid(next)).toBeNull()
  })

  it('the first is too much where the second was paid and all was given back', async () => {
    const { ask, says, alsoPaid, money, engine } = openForCustomer()
    const first = await ask(mobile(phone1))
    await says(first, 'failed')
    const second = await ask(mobile(phone1, first))
    await says(second, 'paid')
    succeeded(giveBackAll(engine.sales, second, 'cash', 'not taken'))
    await says(first, 'paid')
    expect(alsoPaid(first)).toBe(second)
    expect(money(first)).toMatchObject({ cover: 'too-much', due: 0 })
  })
})

describe('the sale of a payment', () => {
  const lines = [{ name: 'Soda', quantity: 10, price: 1_500 }]

  it.each([
    ['its first payment’s, charged again on another phone', { phone: phone2 }, true],
    ['its own, of another amount', { value: 14_000 }, false],
    ['its own, of other lines', { lines }, false],
    ['its own, of the same phone by itself', { replaces: null }, false],
  ])('is %s', async (_what, changes, isSame) => {
    const { ask, says, saleOf } = openForCustomer()
    const one = await ask(mobile(phone1))
    await says(one, 'failed')
    const other = await ask(mobileDraft({ phone: phone1, replaces: one, ...changes }))
    expect(saleOf(one)).toBe(one)
    expect(saleOf(other)).toBe(isSame ? one : other)
  })

  it('is its own where the first payment was paid meanwhile', async () => {
    const { ask, says, saleOf } = openForCustomer()
    const one = await ask(mobile(phone1))
    await says(one, 'paid')
    const other = await ask(mobile(phone2, one))
    expect(saleOf(other)).toBe(other)
  })

  it('is its own where only the prompt of the other one is gone', async () => {
    const { ask, clock, engine } = openForCustomer()
    const one = await ask(mobile(phone1))
    await clock.pass(5 * minute)
    const other = succeeded(await engine.presses.requestAfterPrompt(mobile(phone1)))
    expect(other).toMatchObject({ linked: [one], sale: other.id })
  })

  it('is the first one’s where it is sent again', async () => {
    const { ask, clock, engine } = openForCustomer()
    const one = await ask(mobile(phone1))
    await clock.pass(5 * minute)
    expect(succeeded(await engine.presses.sendAgain(one, randomUUID())).sale).toBe(one)
  })

  it('has too much where a payment that had failed is paid as well', async () => {
    const { ask, says, money } = openForCustomer()
    const one = await ask(mobile(phone1))
    await says(one, 'failed')
    const other = await ask(mobile(phone2, one))
    await says(other, 'paid')
    expect(money(one)).toMatchObject({ cover: 'covered', has: 15_000 })
    await says(one, 'paid')
    expect(money(one)).toMatchObject({ cover: 'too-much', has: 30_000, toDos: ['too-much'] })
  })
})
