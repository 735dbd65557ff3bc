import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import {
  AsYouType,
  type CountryCode,
  getCountries,
  getCountryCallingCode,
  Metadata,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/min'
import examples from 'libphonenumber-js/mobile/examples'
import { describe, expect, it } from 'vitest'
import { installedMetadata, metadataFile, selectMetadata } from '../../../scripts/phone/metadata'
import { countries } from '../../../shared/countries'
import { msisdnPattern } from '../../../shared/payment/customer'
import { formatMsisdn, maskMsisdn, phonePrefixes, readPhoneNumber } from '../../../shared/phone'

const msisdnOf = (typed: string, country = 'TZ') => readPhoneNumber(typed, country)?.msisdn

describe('a phone number (§2.2: MSISDN, digits only)', () => {
  it.each([
    '0754001212',
    '0754 001 212',
    ' 0754-001-212 ',
    '(0754) 001212',
    '754001212',
    '+255754001212',
    '+255 754 001 212',
    '255754001212',
    '255 754 001 212',
    '00255754001212',
    '+255 (0) 754 001 212',
    '\u202a0754 001 212\u202c',
    'tel:0754001212',
    '0754001212,',
    '٠٧٥٤٠٠١٢١٢',
    '０７５４００１２１２',
  ])('is understood when typed as %j', typed => {
    expect(msisdnOf(typed)).toBe('255754001212')
  })

  it('is shown as people of its country write it', () => {
    expect(readPhoneNumber('+255754001212', 'TZ')?.national).toBe('0754 001 212')
    expect(formatMsisdn('255754001212')).toBe('0754 001 212')
    expect(formatMsisdn('999999')).toBe('999999')
  })

  it('is hidden in its middle', () => {
    expect(maskMsisdn('255754001212')).toBe('0754 ••• 212')
  })

  it.each([
    ['+254712345678', 'TZ', '254712345678'],
    ['+256 772 123456', 'TZ', '256772123456'],
    ['+44 20 7946 0958', 'TZ', '442079460958'],
    ['0712345678', 'KE', '254712345678'],
    ['0712345678', 'ZZ', undefined],
    ['254712345678', 'ZZ', '254712345678'],
  ])(
    "without a code belongs to the shop's country, else to its own: %s in %s",
    (typed, home, msisdn) => {
      expect(msisdnOf(typed, home)).toBe(msisdn)
    },
  )

  it.each([
    '',
    '07',
    'abc',
    '0754',
    '😀',
    '0754😀001212',
    '+',
    '++255754001212',
    '0754001212; DROP TABLE sale',
    'call 0754001212',
    '07540012120754001212',
    '9'.repeat(40),
  ])('cannot be read from %j', typed => {
    expect(msisdnOf(typed)).toBeUndefined()
  })

  it('is digits without a leading zero or not read at all, whatever is typed', () => {
    const digits = fc.stringMatching(/^[+0]{0,2}[\d \-()]{0,24}$/)
    const country = fc.constantFrom('TZ', 'KE', 'DE', 'US', 'AT', 'ZZ', '')
    fc.assert(
      fc.property(fc.oneof(digits, fc.string({ unit: 'binary' })), country, (typed, home) => {
        const read = readPhoneNumber(typed, home)
        if (read) expect(read.msisdn).toMatch(/^[1-9]\d+$/)
      }),
      { numRuns: 2_000 },
    )
  })
})

const african = countries as CountryCode[]

/** What is dialled before a number of another country, as a pattern. */
function abroadFrom(country: CountryCode): string {
  const plan = new Metadata()
  plan.selectNumberingPlan(country)
  return plan.numberingPlan?.IDDPrefix() ?? '00'
}

/** The whole library's reading, with all that it knows of every country. */
function read(text: string, home?: CountryCode): string | undefined {
  const options = { extract: false, ...(home && { defaultCountry: home }) }
  const found = parsePhoneNumberFromString(text, options)
  const msisdn = found?.isPossible() ? found.number.slice(1) : ''
  return msisdnPattern.test(msisdn) ? msisdn : undefined
}

describe('the numbering plans that are checked in', () => {
  it('are those of the installed library (else: npm run phone-metadata)', () => {
    expect(readFileSync(metadataFile, 'utf8')).toBe(selectMetadata(installedMetadata()))
  })

  it.each(african)('read and show a mobile number of %s as the whole library does', country => {
    const national = examples[country] ?? ''
    const whole = parsePhoneNumberFromString(national, country)
    const msisdn = whole?.number.slice(1)
    const local = whole?.formatNational() ?? ''
    for (const typed of [national, local, `+${msisdn}`, `00${msisdn}`, msisdn ?? ''])
      expect(readPhoneNumber(typed, country)).toEqual({ msisdn, national: local })
    expect(formatMsisdn(msisdn ?? '')).toBe(local)
  })

  it('read an international number of any country as the whole library does', () => {
    const codes = Object.entries(installedMetadata().country_calling_codes)
    const rest = fc.stringMatching(/^( ?\(0\) ?|0)?[\d ]{1,13}$/)
    fc.assert(
      fc.property(fc.constantFrom(...codes), rest, ([code, sharers], digits) => {
        const typed = `+${code}${digits}`
        const expected = read(typed.trim(), 'TZ')
        // Of countries that share a code the first one's lengths count: islands can have shorter numbers.
        if (expected !== undefined || sharers.length === 1)
          expect(readPhoneNumber(typed, 'TZ')?.msisdn).toBe(expected)
      }),
      { numRuns: 2_000 },
    )
  })

  it('read a local number of a shop as the whole library does', () => {
    const digits = fc.stringMatching(/^0?[\d -]{2,14}$/)
    fc.assert(
      fc.property(fc.constantFrom(...african), digits, (country, typed) => {
        // A number without plus may also be an international one: that is this till's own rule.
        const expected = read(typed.trim(), country)
        if (expected !== undefined && !typed.startsWith('00'))
          expect(readPhoneNumber(typed, country)?.msisdn).toBe(expected)
      }),
      { numRuns: 2_000 },
    )
  })

  it('begin as the whole library understands a number while it is typed', () => {
    const digits = fc.stringMatching(/^0?[1-9]\d{3,10}$/)
    // Landlines of these two begin with a zero that belongs to the number, or once did.
    const plain = african.filter(country => country !== 'RW' && country !== 'GA')
    fc.assert(
      fc.property(fc.constantFrom(...plain), fc.boolean(), digits, (country, isLocal, rest) => {
        const code = getCountryCallingCode(country)
        // What 00 is elsewhere is 0 from Cape Verde, 01 from the Seychelles: to the library 0124822 is then a whole
        // number, to this till a local one.
        fc.pre(!(isLocal && new RegExp(`^(?:${abroadFrom(country)})${code}`).test(rest)))
        const typed = isLocal ? rest : `+${code}${rest}`
        const typing = new AsYouType(country)
        typing.input(typed.replace(/^00/, '+'))
        const value = typing.getNumberValue()?.slice(1)
        // Where a country dials no zero, the library sometimes takes one for the beginning of a code.
        if (value?.startsWith(code)) expect(phonePrefixes(typed, country)).toContain(value)
      }),
      { numRuns: 2_000 },
    )
  })

  it('show a number of another continent with its code', () => {
    expect(readPhoneNumber('+44 20 7946 0958', 'TZ')?.national).toBe('+44 2079460958')
    // Western Sahara shares Morocco's code.
    for (const country of getCountries())
      if (![...countries, 'EH'].includes(country)) {
        const msisdn = parsePhoneNumberFromString(examples[country] ?? '', country)?.number
        if (msisdn) expect(formatMsisdn(msisdn.slice(1)).replace(/\D/g, '')).toBe(msisdn.slice(1))
      }
  })
})
