import { describe, expect, it } from 'vitest'
import {
  type ChargeFields,
  type ChargeForm,
  currencyOf,
  paidNow,
} from '../../../renderer/stores/charge-form'
import { findProblems, isEmail, type Problems } from '../../../renderer/stores/charge-problems'
import { allDetails } from '../../support/conformance/contract'

const filled: ChargeFields = {
  ...allDetails,
  ...{ amount: '15,000', phone: '0754 001 212', part: '', received: '', note: '' },
}
const soda = { name: 'Soda', price: 1_500, code: '96385074' }
const discounted = { amount: '10,500−500' }
const rest = { currency: 'TZS', sale: 'sale', total: 20_000, value: 6_000 }

type Form = Parameters<typeof paidNow>[0]

const formOf = (
  channel: ChargeForm['channel'],
  typed: Partial<ChargeFields> = {},
  more: Partial<Form> = {},
): Form => ({
  ...{ channel, currency: 'TZS', lines: [], rest: null },
  fields: { ...filled, ...typed },
  ...more,
})

const problemsOf = (form: Form, discountLimit: number | null = null) =>
  findProblems(form, 'TZ', { items: [soda], discountLimit })

describe('what the Charge form lacks', () => {
  it.each<[string, Form, Problems]>([
    ['nothing: a whole form', formOf('mobile'), {}],
    ['no number', formOf('mobile', { phone: ' ' }), { phone: 'missing' }],
    ['half a number', formOf('mobile', { phone: '0754' }), { phone: 'phone-unreadable' }],
    ['no name', formOf('mobile', { lastName: ' ' }), { lastName: 'missing' }],
    [
      'a number typed as a name',
      formOf('mobile', { firstName: '0754 001 212' }),
      { firstName: 'name-without-letter' },
    ],
    ['nothing: a name with a digit', formOf('mobile', { firstName: 'Asha 2' }), {}],
    ['nothing: an email that is not asked for', formOf('mobile', { email: 'asha@' }), {}],
    ['nothing: all that a card takes', formOf('card'), {}],
    ['half an email', formOf('card', { email: 'asha@' }), { email: 'email-unreadable' }],
    ['nothing: blanks around an email', formOf('card', { email: ' a@b.co ' }), {}],
    ['nothing: a house number alone', formOf('card', { address: '42' }), {}],
    ['nothing: cash asks who nobody is', formOf('cash', { phone: '', firstName: '' }), {}],
    ['nothing: blanks as the cash given', formOf('cash', { received: ' ' }), {}],
    ['cash unread', formOf('cash', { received: '4k' }), { received: 'sum-unreadable' }],
    [
      'an item’s code as a part',
      formOf('mobile', { amount: '99,000,000', part: '96,385,074' }),
      { part: 'amount-is-code' },
    ],
    [
      'a discount that the shop does not give',
      formOf('mobile', discounted),
      { amount: 'sum-unreadable' },
    ],
    // What was typed for the whole sale was judged before its first part.
    ['nothing: a rest after a discount', formOf('mobile', discounted, { rest }), {}],
    ['nothing: a rest after a code', formOf('mobile', { amount: '96,385,074' }, { rest }), {}],
  ])('%s', (_, form, problems) => {
    expect(problemsOf(form)).toEqual(problems)
  })

  it.each<[string, Partial<ChargeFields>, Problems]>([
    ['a discount', { amount: 'TZS 10,500−TZS 500' }, { amount: 'sum-unreadable' }],
    ['an item’s code', { amount: 'TZS 96385074' }, { amount: 'amount-is-code' }],
    [
      'an item’s code as a part',
      { amount: '99,000,000', part: 'TZS 96385074' },
      { part: 'amount-is-code' },
    ],
  ])('in a shop of another currency a card is charged in TZS: %s', (_, typed, problems) => {
    expect(problemsOf(formOf('card', typed, { currency: 'KES' }))).toEqual(problems)
  })

  it('an email is at most 254 characters, as main takes it', () => {
    const long = `${'a'.repeat(242)}@example.com`
    expect([long, `a${long}`].map(isEmail)).toEqual([true, false])
  })
})

describe('what is paid now', () => {
  it.each<[string, Form, ReturnType<typeof paidNow>]>([
    ['all of it', formOf('mobile'), { value: 15_000 }],
    ['all of it, with blanks as the part', formOf('mobile', { part: ' ' }), { value: 15_000 }],
    ['the part', formOf('mobile', { part: '4,000' }), { value: 4_000 }],
    [
      'in cash no part: what is given says it',
      formOf('cash', { part: '4,000' }),
      { value: 15_000 },
    ],
    ['what is left of a sale', formOf('mobile', {}, { rest }), { value: 6_000 }],
    [
      'nothing, where there is no amount that it is a part of',
      formOf('mobile', { amount: '', part: '4,000' }),
      { problem: 'amount-missing' },
    ],
  ])('is %s', (_, form, paid) => {
    expect(paidNow(form)).toEqual(paid)
  })

  it('is in the shop’s currency, and by card in TZS', () => {
    const currencies = (['mobile', 'cash', 'card'] as const).map(channel =>
      currencyOf(channel, { currency: 'KES' }),
    )
    expect(currencies).toEqual(['KES', 'KES', 'TZS'])
  })
})
