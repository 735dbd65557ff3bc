import { beforeEach, describe, expect, it } from 'vitest'
import { buildDraft } from '../../../renderer/features/charge/build-draft'
import {
  setField,
  startAgain,
  startForm,
  useChargeForm,
} from '../../../renderer/stores/charge-form'
import { findProblems } from '../../../renderer/stores/charge-problems'
import { draftSchema } from '../../../shared/payment/draft'
import { defaultSettings } from '../../../shared/settings'
import { allDetails } from '../../support/conformance/contract'
import { accepted, failed, saleAfter, started } from './a-sale'

const shop = {
  ...defaultSettings.shop,
  customer: { ...defaultSettings.shop.customer, country: 'Tanzania', city: 'Arusha' },
}
const form = () => useChargeForm.getState()

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

  it('keeps its id while it is filled in', () => {
    const { draftId } = form()
    setField('amount', '15,000')
    setField('phone', '0754001212')
    expect(form().draftId).toBe(draftId)
    expect(form().pristine).toBe(false)
  })

  it('is filled again from a failed sale, as a new sale', () => {
    const before = form().draftId
    startAgain(shop, saleAfter(started, accepted, failed))
    expect(form().fields).toMatchObject({
      amount: '15,000',
      phone: '0754 001 212',
      firstName: 'Asha',
      city: 'Arusha',
    })
    expect(form().draftId).not.toBe(before)
  })

  it('asks of each channel what the contract requires', () => {
    const { fields } = form()
    expect(
      new Set(
        Object.keys(findProblems({ channel: 'mobile', fields, lines: [], rest: null }, 'TZ')),
      ),
    ).toEqual(new Set(['amount', 'firstName', 'lastName', 'phone']))
    expect(findProblems({ channel: 'card', fields, lines: [], rest: null }, 'TZ')).toMatchObject({
      email: 'missing',
      address: 'missing',
    })
    const email = {
      channel: 'card',
      fields: { ...fields, email: 'a@b' },
      lines: [],
      rest: null,
    } as const
    expect(findProblems(email, 'TZ').email).toBe('email-unreadable')
    const phone = {
      channel: 'mobile',
      fields: { ...fields, phone: '12' },
      lines: [],
      rest: null,
    } as const
    expect(findProblems(phone, 'TZ').phone).toBe('phone-unreadable')
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
    const walkIn = buildDraft({
      ...form(),
      channel: 'mobile',
      fields: { ...filled, email: '' },
    })
    expect(walkIn?.customer).toMatchObject({ firstName: 'Asha', email: null, city: 'Arusha' })
  })
})
