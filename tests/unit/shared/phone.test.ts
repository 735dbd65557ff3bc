import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatMsisdn, maskMsisdn, readPhoneNumber } from '../../../shared/phone'

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
