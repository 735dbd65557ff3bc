import { describe, expect, it } from 'vitest'
import { draftSchema } from '../../../shared/payment/draft'
import { cardDraft, mobileDraft } from '../../support/payments/payments'

const fits = (draft: unknown) => draftSchema.safeParse(draft).success

describe('a draft', () => {
  it('of either channel is taken as it is', () => {
    for (const draft of [mobileDraft(), cardDraft()])
      expect(draftSchema.parse(draft)).toEqual(draft)
  })

  it('loses the blanks round what was typed', () => {
    const draft = mobileDraft({ phone: ' 0754001212 ', note: ' shoes ' })
    expect(draftSchema.parse(draft)).toMatchObject({ phone: '0754001212', note: 'shoes' })
  })

  it.each([0, -5, 1.5, '5000', null, 2 ** 53])('has no amount of %s', value => {
    expect(fits({ ...mobileDraft(), value })).toBe(false)
  })

  it.each([
    { draftId: 'one' },
    { phone: ' ' },
    { phone: '1'.repeat(41) },
    { note: 'x'.repeat(201) },
    { channel: 'cash' },
    { extra: true },
    { idempotencyKey: 'mine' },
  ])('is not taken with %j', changes => {
    expect(fits({ ...mobileDraft(), ...changes })).toBe(false)
  })

  it('of a mobile payment needs both names and no more (§2.2)', () => {
    const { customer } = mobileDraft()
    expect(fits(mobileDraft({ customer: { ...customer, lastName: ' ' } }))).toBe(false)
    expect(fits(mobileDraft({ customer: { ...customer, email: 'not an address' } }))).toBe(false)
    expect(fits(mobileDraft({ customer: { ...customer, email: 'asha@example.com' } }))).toBe(true)
  })

  it.each(['firstName', 'lastName', 'email', 'country', 'city', 'address'])(
    'of a card payment needs %s (§4.3)',
    field => {
      const draft = cardDraft()
      for (const value of [null, '', ' ', undefined])
        expect(fits({ ...draft, customer: { ...draft.customer, [field]: value } })).toBe(false)
    },
  )
})
