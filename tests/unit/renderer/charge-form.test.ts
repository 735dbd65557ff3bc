import { beforeEach, describe, expect, it } from 'vitest'
import { buildDraft } from '../../../renderer/features/charge/build-draft'
import {
  addItem,
  keepField,
  leaveField,
  renewDraft,
  resumeForm,
  sellAgain,
  setField,
  startAgain,
  startForm,
  startNextSale,
  startRest,
  takeItem,
  useChargeForm,
} from '../../../renderer/stores/charge-form'
import { findProblems } from '../../../renderer/stores/charge-problems'
import { removedCustomer } from '../../../shared/payment/customer'
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
    setField('phone', '0754001213')
    expect(form()).toMatchObject({ draftId, filledBy: 'cashier', typed: ['amount', 'phone'] })
  })

  it('has a new id, and all that was typed, where something else was recorded under the old one', () => {
    const { draftId } = form()
    setField('amount', '15,000')
    renewDraft()
    expect(form().fields.amount).toBe('15,000')
    expect(form().draftId).not.toBe(draftId)
  })

  it('of the next customer has nothing of the one before, and judges nothing yet', () => {
    startAgain(shop, onceAccepted(failed))
    addItem({ name: 'Soda', price: 1_500 })
    for (const name of ['note', 'phone', 'phone'] as const) leaveField(name)
    useChargeForm.setState({ pressed: true, resumed: true })
    expect(form().left).toEqual(['phone'])
    startForm(shop)
    expect(form()).toMatchObject({
      ...{ lines: [], rest: null, replaces: null, filledBy: 'nobody' },
      ...{ typed: [], left: [], pressed: false, resumed: false },
      fields: { amount: '', phone: '', firstName: '' },
    })
  })

  it('has what was there before a code was scanned into a field', () => {
    setField('amount', '15,000')
    const before = form()
    const putBack = keepField('phone')
    setField('phone', '96385074')
    putBack()
    expect(form()).toEqual(before)
  })

  it('has one less of an item at a press, and the others as they were', () => {
    for (const name of ['Soda', 'Bread', 'Bread']) addItem({ name, price: 1_500 })
    takeItem(1)
    expect(form().lines.map(({ name, quantity }) => [name, quantity])).toEqual([
      ['Soda', 1],
      ['Bread', 1],
    ])
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
    // What the customer book knows of another number does not go over who it was with.
    expect(form()).toMatchObject({
      replaces: onceAccepted(failed).id,
      typed: ['firstName', 'lastName'],
    })
  })

  it('is filled with the shop’s defaults alone where the customer’s data was removed, or nobody was named', () => {
    const guest = { ...shop, customer: { ...shop.customer, firstName: 'Guest' } }
    startAgain(guest, { ...onceAccepted(failed), customer: removedCustomer, msisdn: '' })
    expect(form().typed).toEqual([])
    expect(form().fields).toMatchObject({ phone: '', firstName: 'Guest', city: 'Arusha' })
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
      const rest = { sale: crypto.randomUUID(), currency: 'TZS', total: 10_000, value: 6_000 }
      expect(draftOf('2,500', rest)).toMatchObject({ sale: rest.sale, total: 10_000, value: 2_500 })
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
      const fields = { amount: '', part: '' }
      expect(form()).toMatchObject({ rest: { total: 20_000, value: 15_000 }, fields })
    })

    it.each([
      ['as most pay', 'card', 'mobile', true, 'TZS', 'mobile'],
      ['in cash, where it came as most pay', 'mobile', 'mobile', true, 'TZS', 'cash'],
      ['by card, where the shop takes no cash', 'mobile', 'mobile', false, 'TZS', 'card'],
      ['by mobile money after cash, as most pay', 'cash', 'cash', true, 'TZS', 'mobile'],
      ['never by card in a sale of another currency', 'mobile', 'mobile', false, 'KES', 'mobile'],
      ['nor where most pay by card', 'mobile', 'card', true, 'KES', 'cash'],
    ] as const)('is followed by the rest %s', (_, paidBy, usual, cash, currency, channel) => {
      const charging = { ...defaultSettings.charging, usual, cash }
      const amount = { currency, value: 15_000 }
      const part = { ...onceAccepted(failed), channel: paidBy, amount, total: 20_000 }
      startRest({ shop: { ...shop, currency }, charging }, part, 5_000)
      const rest = { sale: part.sale, total: 20_000, value: 5_000 }
      expect(form()).toMatchObject({ channel, rest, filledBy: 'till' })
    })

    it.each([
      ['KES', 'mobile', false, 'mobile'],
      ['KES', 'mobile', true, 'cash'],
      ['TZS', 'card', true, 'card'],
      ['TZS', 'mobile', true, 'card'],
    ] as const)('a shop in KES asks for a rest in %s of a part by %s, cash %s, by %s', (...row) => {
      const [currency, channel, cash, expected] = row
      const settings = {
        shop: { ...shop, currency: 'KES' },
        charging: { ...defaultSettings.charging, cash },
      }
      const amount = { currency, value: 2_500 }
      startRest(settings, { ...onceAccepted(failed), channel, amount, total: 7_500 }, 5_000)
      expect(form()).toMatchObject({ channel: expected, rest: { currency, value: 5_000 } })
    })
  })
})
