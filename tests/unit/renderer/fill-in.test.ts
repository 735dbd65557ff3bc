import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { activeOf, fillIn, isSomebodyElse } from '../../../renderer/features/charge/customer-lookup'
import { enterStep, pressOf } from '../../../renderer/features/charge/enter-step'
import type { ChargeFields } from '../../../renderer/stores/charge-form'
import { phoneAsTyped, pressPhoneKey } from '../../../renderer/typing/phone-typing'
import { type CustomerDetails, detailNames } from '../../../shared/customer-book'
import { noDetails, noTexts } from '../../support/conformance/contract'

const empty: ChargeFields = { ...noTexts, amount: '', phone: '', part: '', received: '', note: '' }
const walkIn = { ...noTexts, firstName: 'Walk-in', lastName: 'Customer', country: 'Tanzania' }
const fresh = { ...empty, ...walkIn }
const asha: CustomerDetails = {
  ...noTexts,
  firstName: 'Asha',
  lastName: 'Mushi',
  email: 'asha@example.com',
  country: 'Tanzania',
  city: 'Arusha',
  address: 'Sokoine Road 4',
}

const named = { ...empty, firstName: 'Asha', lastName: 'Mushi' }

describe('the suggestion that Enter picks', () => {
  const customer = { msisdn: '255754001212', lastPaymentAt: 0, details: asha }
  const [none, one, three] = [[], [customer], [customer, customer, customer]]

  it.each([
    ['the only one', one, null, 0],
    ['none of several', three, null, null],
    ['that to which an arrow moved', three, 1, 1],
    ['none where there is none', none, null, null],
    ['the only one that is left of more', one, 2, 0],
    ['none of those that are left, if the chosen one is gone', three, 3, null],
  ])('is %s', (_which, shown, moved, active) => {
    expect(activeOf(shown, moved)).toBe(active)
  })
})

describe('a number that the book knows as another customer’s', () => {
  it.each([
    ['the same name', named, asha, false],
    ['a name that differs', { ...named, firstName: 'Juma' }, asha, true],
    ['the same name, written otherwise', { ...named, lastName: ' mushi ' }, asha, false],
    ['no name typed', empty, asha, false],
    ['no name in the book', named, noDetails, false],
    ['nobody in the book', named, null, false],
  ])('is told by a name on both sides: %s', (_which, fields, known, isOther) => {
    expect(isSomebodyElse(fields, known)).toBe(isOther)
  })
})

describe('filling in a known customer', () => {
  it('puts their details in place of the shop’s defaults', () => {
    expect(fillIn({ fields: fresh, typed: [], known: asha, walkIn })).toEqual({ ...empty, ...asha })
  })

  it('leaves the defaults where nothing is known', () => {
    expect(fillIn({ fields: fresh, typed: [], known: noDetails, walkIn })).toEqual(fresh)
  })

  it('never joins what the cashier typed to another customer’s name', () => {
    const fields = { ...fresh, firstName: 'Neema' }
    const filled = fillIn({ fields, typed: ['firstName'], known: asha, walkIn })
    expect(filled).toMatchObject({ firstName: 'Neema', lastName: 'Customer', city: 'Arusha' })
    const same = { ...fresh, firstName: ' asha' }
    expect(fillIn({ fields: same, typed: ['firstName'], known: asha, walkIn })).toMatchObject({
      firstName: ' asha',
      lastName: 'Mushi',
    })
  })

  it('fills a field that was typed into and emptied again', () => {
    const fields = { ...fresh, firstName: ' ', lastName: '' }
    const filled = fillIn({ fields, typed: ['firstName', 'lastName'], known: asha, walkIn })
    expect(filled).toMatchObject({ firstName: 'Asha', lastName: 'Mushi' })
  })

  const text = fc.oneof(fc.constant(''), fc.constantFrom('Asha', 'Juma', 'a@b.co', ' x '))
  const maybe = fc.option(fc.constantFrom('Asha', 'Juma', 'Kessy', 'c@d.co'), { nil: null })
  const record = <Value>(value: fc.Arbitrary<Value>) =>
    fc.record(Object.fromEntries(detailNames.map(name => [name, value])))
  const anyKnown = fc.option(record(maybe), { nil: null }) as fc.Arbitrary<CustomerDetails | null>
  const anyWalkIn = record(text) as fc.Arbitrary<typeof walkIn>
  const anyFields = record(text).map(texts => ({ ...empty, ...texts }))
  const anyTyped = fc.subarray([...detailNames])

  it('never writes over what was typed, nor into any other field', () => {
    fc.assert(
      fc.property(anyFields, anyTyped, anyKnown, anyWalkIn, (fields, typed, known, defaults) => {
        const filled = fillIn({ fields, typed, known, walkIn: defaults })
        for (const name of typed)
          if (fields[name].trim() !== '') expect(filled[name]).toBe(fields[name])
        for (const name of ['amount', 'phone', 'note'] as const)
          expect(filled[name]).toBe(fields[name])
      }),
    )
  })

  it('is taken back when the number changes: as if it had never been filled in', () => {
    fc.assert(
      fc.property(
        anyFields,
        anyTyped,
        anyKnown,
        anyKnown,
        anyWalkIn,
        (all, typed, first, second, shop) => {
          // What was not typed is the shop's default to begin with.
          const fields = { ...all, ...shop }
          for (const name of typed) fields[name] = all[name]
          const once = fillIn({ fields, typed, known: second, walkIn: shop })
          const between = fillIn({ fields, typed, known: first, walkIn: shop })
          const typedNow = typed.filter(name => fields[name].trim() !== '')
          expect(fillIn({ fields: between, typed: typedNow, known: second, walkIn: shop })).toEqual(
            once,
          )
        },
      ),
    )
  })
})

describe('Enter', () => {
  const stepFrom = (focused: string, channel: 'mobile' | 'card', fields: ChargeFields) =>
    enterStep({ focused, fields, lines: [], rest: null, channel, currency: 'TZS', country: 'TZ' })

  it.each([
    ['amount', '15,000', '', 'phone'],
    ['amount', '', '', 'phone'],
    ['amount', '1,500+', '', 'amount'],
    ['amount', '15.5', '', 'amount'],
    ['amount', '15,000', '0754001212', 'send'],
    ['amount', '', '0754001212', 'send'],
    ['phone', '', '0754001212', 'amount'],
    ['phone', '', '0754', 'phone'],
    ['phone', '', '', 'send'],
    ['phone', '15,000', '0754001212', 'send'],
    ['phone', '15,000', '', 'send'],
    ['firstName', '', '', 'send'],
  ])('in %s with amount “%s” and number “%s” leads to %s', (focused, amount, phone, step) => {
    expect(stepFrom(focused, 'mobile', { ...fresh, amount, phone })).toBe(step)
  })

  it.each([
    ['phone', 'mobile', {}, 'firstName'],
    ['amount', 'mobile', {}, 'firstName'],
    ['firstName', 'mobile', { firstName: 'Asha' }, 'lastName'],
    ['phone', 'mobile', { firstName: 'Asha' }, 'lastName'],
    ['phone', 'mobile', { firstName: 'Asha', lastName: 'Mushi' }, 'send'],
    // What was passed over is judged with the rest.
    ['lastName', 'mobile', { lastName: 'Mushi' }, 'send'],
    ['note', 'mobile', {}, 'send'],
    ['phone', 'card', {}, 'email'],
    ['email', 'card', { email: 'a@b.co' }, 'firstName'],
    ['phone', 'mobile', { amount: '15.5' }, 'send'],
  ] as const)(
    'in %s by %s with %o leads to what is still to be typed: %s',
    (focused, channel, typed, step) => {
      const fields = { ...empty, amount: '15,000', phone: '0754001212', ...typed }
      expect(stepFrom(focused, channel, fields)).toBe(step)
    },
  )
})

describe('what stands behind the name of the button that takes a payment', () => {
  it.each([
    ['nothing while the service is there', null, null],
    ['no promise of what does not happen now', 'no-internet', 'sentLater'],
    ['no such promise behind a portal', 'portal', 'sentLater'],
    ['no such promise when asked to wait', 'asked-to-wait', 'sentLater'],
    ['no such promise when the service has trouble', 'service-trouble', 'sentLater'],
    ['no word of sending while the keys are rejected', 'keys-rejected', 'recordOnly'],
  ] as const)('is %s', (_what, trouble, press) => {
    expect(pressOf(trouble)).toBe(press)
  })
})

describe('the number pad in the phone field', () => {
  it('types digits, a plus in front, and takes back', () => {
    const pressed = (['+', '2', '5', '5', '×', '+', '7', '00'] as const).reduce(pressPhoneKey, '')
    expect(pressed).toBe('+255700')
    expect(pressPhoneKey(pressed, 'back')).toBe('+25570')
    expect(pressPhoneKey(pressed, 'clear')).toBe('')
    expect(pressPhoneKey('7'.repeat(40), '000')).toHaveLength(40)
  })

  it('shows a number as it is typed here', () => {
    expect(phoneAsTyped('255754001212', 'TZ')).toBe('0754 001 212')
    expect(phoneAsTyped('254712345678', 'TZ')).toBe('+254712345678')
  })
})
