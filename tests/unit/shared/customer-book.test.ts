import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type CustomerDetails,
  detailNames,
  mergeDetails,
  ownDetails,
} from '../../../shared/customer-book'
import { forEachField } from '../../../shared/payment/customer-fields'
import { customerDetailsSchema } from '../../../shared/payment/customer-schemas'
import { phonePrefixes, readPhoneNumber } from '../../../shared/phone'
import { noDetails, noTexts } from '../../support/conformance/contract'

const walkIn = { ...noTexts, firstName: 'Walk-in', lastName: 'Customer', country: 'Tanzania' }
const nothing = ownDetails(
  { ...noDetails, firstName: 'Walk-in', lastName: 'Customer', country: 'Tanzania' },
  walkIn,
)

const maybe = (text: fc.Arbitrary<string>) => fc.option(text, { nil: null })
const word = maybe(fc.string({ minLength: 1, maxLength: 20 }).filter(text => text.trim() !== ''))
const anyDetails: fc.Arbitrary<CustomerDetails> = fc
  .record({ ...forEachField(() => word), email: maybe(fc.constant('asha@example.com')) })
  .map(details => customerDetailsSchema.parse(details))

describe('what is a customer’s own', () => {
  it('is not the shop’s default for walk-ins, however it is written', () => {
    expect(Object.values(nothing)).toEqual(detailNames.map(() => null))
    const typed = { ...noDetails, firstName: ' WALK-IN ', lastName: 'Customer', city: 'Arusha' }
    expect(ownDetails(typed, walkIn)).toMatchObject({ firstName: null, city: 'Arusha' })
  })

  it('is what was typed over it', () => {
    const typed = { ...noDetails, firstName: 'Asha', lastName: 'Customer' }
    expect(ownDetails(typed, walkIn)).toMatchObject({ firstName: 'Asha', lastName: null })
  })

  it('never holds a default, and loses nothing else', () => {
    fc.assert(
      fc.property(anyDetails, anyDetails, (given, defaults) => {
        const shop = Object.fromEntries(detailNames.map(name => [name, defaults[name] ?? '']))
        const own = ownDetails(given, shop as typeof walkIn)
        for (const name of detailNames)
          if (own[name] === null)
            expect(given[name] === null || isSame(given[name], defaults[name] ?? '')).toBe(true)
          else expect(own[name]).toBe(given[name])
      }),
    )
  })
})

function isSame(text: string, other: string): boolean {
  return text.trim().toLowerCase() === other.trim().toLowerCase()
}

describe('merging', () => {
  const asha: CustomerDetails = {
    ...noDetails,
    firstName: 'Asha',
    lastName: 'Mushi',
    email: 'asha@example.com',
    country: 'Tanzania',
    city: 'Arusha',
    address: 'Sokoine Road 4',
  }

  it('keeps what the newer payment says nothing about', () => {
    expect(mergeDetails(nothing, asha)).toEqual(asha)
    expect(mergeDetails({ ...nothing, email: 'a@b.co' }, asha)).toEqual({
      ...asha,
      email: 'a@b.co',
    })
  })

  it('joins no half of a name and no half of an address to another', () => {
    const juma = mergeDetails({ ...nothing, firstName: 'Juma', city: 'Mwanza' }, asha)
    expect(juma).toMatchObject({ firstName: 'Juma', lastName: null })
    expect(juma).toMatchObject({ country: null, city: 'Mwanza', address: null })
  })

  it('takes nothing from nowhere, and the newer one wins', () => {
    fc.assert(
      fc.property(anyDetails, fc.option(anyDetails, { nil: null }), (newer, older) => {
        const merged = mergeDetails(newer, older)
        for (const name of detailNames) {
          if (newer[name] !== null) expect(merged[name]).toBe(newer[name])
          else expect([null, older?.[name]]).toContain(merged[name])
        }
        expect(mergeDetails(merged, merged)).toEqual(merged)
      }),
    )
  })
})

describe('the beginning of a number', () => {
  it.each([
    ['075', '25575'],
    ['0754 00', '2557540'],
    ['+255 754', '255754'],
    ['00255754', '255754'],
    ['255754', '255754'],
    ['754001', '255754001'],
  ])('typed as %s may be %s…', (typed, prefix) => {
    const found = phonePrefixes(typed, 'TZ')
    expect(found.some(each => each.startsWith(prefix))).toBe(true)
  })

  it.each(['', '07', '+25', 'Asha', '07x4'])('is not asked for by %j', typed => {
    expect(phonePrefixes(typed, 'TZ')).toEqual([])
  })

  it('leads to the number in every form, at every length', () => {
    const local = fc.stringMatching(/^0[67]\d{8}$/)
    const forms = [
      (digits: string) => digits,
      (digits: string) => `+255${digits.slice(1)}`,
      (digits: string) => `00255 ${digits.slice(1)}`,
      (digits: string) => `255${digits.slice(1)}`,
      (digits: string) => `${digits.slice(0, 4)} ${digits.slice(4, 7)} ${digits.slice(7)}`,
    ]
    fc.assert(
      fc.property(local, fc.constantFrom(...forms), fc.nat(), (digits, form, cut) => {
        const msisdn = readPhoneNumber(digits, 'TZ')?.msisdn ?? ''
        const whole = form(digits)
        const typed = whole.slice(0, 1 + (cut % whole.length))
        const found = phonePrefixes(typed, 'TZ')
        if (typed.replace(/\D/g, '').replace(/^00/, '').length >= 3)
          expect(found.some(prefix => msisdn.startsWith(prefix))).toBe(true)
      }),
    )
  })
})
