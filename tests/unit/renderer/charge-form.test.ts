import { beforeEach, describe, expect, it } from 'vitest'
import { buildDraft } from '../../../renderer/features/charge/build-draft'
import {
  addItem,
  resumeForm,
  sellAgain,
  setField,
  startAgain,
  startForm,
  startNextSale,
  startRest,
  useChargeForm,
} from '../../../renderer/stores/charge-form'
import { findProblems } from '../../../renderer/stores/charge-problems'
import { draftSchema } from '../../../shared/payment/draft'
import { defaultSettings } from '../../../shared/settings'
import { allDetails } from '../../support/conformance/contract'
import { events, onceAccepted } from './a-payment'

const { failed } = events

const shop = {
  ...defaultSettings.shop,
  customer: { ...defaultSettings.shop.customer, country: 'Tanzania', city: 'Arusha' },
}
const form = () => useChargeForm.getState()

const noItems = { items: [], discountLimit: null }

beforeEach(() => {
  useChargeForm.setState({ channel: 'mobile' })
  startForm(shop)
})

describe('the Charge form', () => {
  it('begins with the shop’s defaults and a new id each time', () => {
    const first = form().draftId
    expect(form().fields.city).toBe('Arusha')
    startForm(shop)
    expect(form().draftId).not.toBe(first)
  })

  it('begins for the next customer as most of the shop’s customers pay', () => {
    const { charging } = defaultSettings
    for (const usual of ['cash', 'card', 'mobile'] as const) {
      useChargeForm.setState({ channel: usual === 'mobile' ? 'card' : 'mobile' })
      startNextSale({ shop, charging: { ...charging, cash: true, usual } })
      expect(form().channel).toBe(usual)
    }
  })

  it('keeps its id while it is filled in', () => {
    const { draftId } = form()
    setField('amount', '15,000')
    setField('phone', '0754001212')
    expect(form().draftId).toBe(draftId)
    expect(form().filledBy).toBe('cashier')
  })

  it('is filled again from a failed payment, as a new sale', () => {
    const before = form().draftId
    startAgain(shop, onceAccepted(failed))
    expect(form().fields).toMatchObject({
      amount: '15,000',
      phone: '0754 001 212',
      firstName: 'Asha',
      city: 'Arusha',
    })
    expect(form().draftId).not.toBe(before)
  })

  it('is filled again from a sale that was given back, whole and as a sale of its own', () => {
    const lines = [
      { name: 'Soda', quantity: 2, price: 1_500 },
      { name: '', quantity: 1, price: 12_000 },
    ]
    const amount = { currency: 'TZS', value: 4_000 }
    sellAgain(shop, { ...onceAccepted(failed), amount, total: 15_000, lines })
    const { fields, replaces, rest } = form()
    expect({ lines: form().lines, replaces, rest }).toEqual({
      lines: lines.slice(0, 1),
      replaces: null,
      rest: null,
    })
    expect(fields).toMatchObject({ amount: '12,000', part: '', phone: '0754 001 212' })
  })

  it('that the till filled is not taken for another customer’s; what a cashier typed since then is', () => {
    const opened = () => {
      resumeForm()
      return form().resumed
    }
    const failedOnce = onceAccepted(failed)
    const fillings = [
      () => startAgain(shop, failedOnce),
      () => sellAgain(shop, failedOnce),
      () => startRest(defaultSettings, failedOnce, 5_000),
    ]
    for (const fill of fillings) {
      fill()
      expect(opened()).toBe(false)
      setField('phone', '0754001213')
      expect(opened()).toBe(true)
    }
    startForm(shop)
    expect(opened()).toBe(false)
    addItem({ name: 'Soda', price: 1_500 })
    expect(opened()).toBe(true)
  })

  it.each([
    ['with items', [{ name: 'Soda', quantity: 7, price: 1_500 }], '−500'],
    ['of an amount alone', [{ name: '', quantity: 1, price: 10_500 }], '10,500−500'],
  ])('keeps the lines of a sale that is charged again, a discount too: %s', (_, sold, amount) => {
    const lines = [...sold, { name: '', quantity: 1, price: -500 }]
    const asked = { currency: 'TZS', value: 10_000 }
    startAgain(shop, { ...onceAccepted(failed), amount: asked, total: 10_000, lines })
    expect(form().fields.amount).toBe(amount)
    expect(buildDraft(form())).toMatchObject({ value: 10_000, total: 10_000, lines })
    const problems = (discountLimit: number | null) =>
      findProblems(form(), 'TZ', { items: [], discountLimit }).amount
    expect([0, null].map(problems)).toEqual([undefined, 'sum-unreadable'])
  })

  it('asks of each channel what the contract requires', () => {
    const problems = (channel: 'mobile' | 'card', typed = {}) => {
      const fields = { ...form().fields, ...typed }
      return findProblems(
        { channel, currency: 'TZS', fields, lines: [], rest: null },
        'TZ',
        noItems,
      )
    }
    const missing = new Set(Object.keys(problems('mobile')))
    expect(missing).toEqual(new Set(['amount', 'firstName', 'lastName', 'phone']))
    expect(problems('card')).toMatchObject({ email: 'missing', address: 'missing' })
    expect(problems('card', { email: 'a@b' }).email).toBe('email-unreadable')
    expect(problems('mobile', { phone: '12' }).phone).toBe('phone-unreadable')
  })

  it('takes no amount that is an item’s code', () => {
    const items = [{ name: 'Soda', price: 1_500, code: '0096385074' }]
    const problems = (typed: Partial<ReturnType<typeof form>['fields']>, lines = form().lines) =>
      findProblems(
        { ...form(), channel: 'cash', lines, fields: { ...form().fields, ...typed } },
        'TZ',
        { ...noItems, items },
      )
    const isCode = 'amount-is-code'
    expect(problems({ amount: '96,385,074' })).toEqual({ amount: isCode })
    expect(
      problems({ amount: 'TZS 96385074' }, [{ name: 'Soda', quantity: 1, price: 1_500 }]),
    ).toEqual({ amount: isCode })
    expect(problems({ amount: '1,500', received: '96,385,074' })).toEqual({ received: isCode })
    expect(problems({ amount: '96,385,074+0' })).toEqual({})
    expect(problems({ amount: '96,385,075' })).toEqual({})
  })

  it('becomes a draft that main takes', () => {
    const filled = {
      ...form().fields,
      ...allDetails,
      amount: '15,000',
      phone: ' 0754 001 212 ',
      firstName: 'Asha ',
      city: 'Arusha',
    }
    for (const channel of ['mobile', 'card'] as const) {
      const draft = buildDraft({ ...form(), channel, fields: filled })
      expect(draftSchema.parse(draft)).toEqual(draft)
      expect(draft?.value).toBe(15_000)
    }
    const fields = { ...filled, email: '' }
    const walkIn = buildDraft({ ...form(), channel: 'mobile', fields })
    expect(walkIn?.customer).toMatchObject({ firstName: 'Asha', email: null, city: 'Arusha' })
  })

  describe('a part', () => {
    const draftOf = (part: string, rest = form().rest) => {
      const fields = { ...form().fields, amount: '10,000', phone: '0754 001 212', part }
      return buildDraft({ ...form(), fields, rest })
    }
    const problemOf = (part: string) => {
      const fields = { ...form().fields, amount: '10,000', part }
      return findProblems({ ...form(), fields }, 'TZ', noItems).part
    }

    it('is what the service is asked for, of the whole sale', () => {
      expect(draftOf('4,000')).toMatchObject({ value: 4_000, total: 10_000, sale: null })
      expect(draftOf('')).toMatchObject({ value: 10_000, total: 10_000 })
      const rest = { sale: crypto.randomUUID(), total: 10_000, value: 6_000 }
      expect(draftOf('2,500', rest)).toMatchObject({ ...rest, value: 2_500 })
    })

    it('is never more than is left to pay', () => {
      expect(problemOf('10,000')).toBeUndefined()
      expect(problemOf('10,001')).toBe('part-too-large')
      expect(problemOf('4k')).toBe('sum-unreadable')
      expect(draftOf('10,001')).toBeNull()
    })

    it('is charged again as the same part of the same sale', () => {
      const part = { ...onceAccepted(failed), total: 20_000 }
      startAgain(shop, part)
      expect(buildDraft(form())).toMatchObject({ value: 15_000, total: 20_000 })
      startAgain(shop, part, 15_000)
      expect(form()).toMatchObject({ rest: { total: 20_000, value: 15_000 }, fields: { part: '' } })
    })

    it('is followed by the rest, paid in another way', () => {
      const settings = { shop, charging: defaultSettings.charging }
      startRest(settings, { ...onceAccepted(failed), total: 20_000 }, 5_000)
      expect(form()).toMatchObject({ channel: 'cash', rest: { value: 5_000 } })
      startRest(settings, { ...onceAccepted(failed), channel: 'cash' }, 5_000)
      expect(form().channel).toBe('mobile')
    })
  })
})
