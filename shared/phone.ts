import {
  AsYouType,
  type CountryCode,
  isSupportedCountry,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/min'
import { msisdnPattern } from './payment/customer'

/** A phone number understood from what a person typed. */
export interface PhoneNumber {
  /** MSISDN in international format, digits only, no `+` (§2.2): what goes over the wire. */
  msisdn: string
  /** As people of its country write it: `0754 001 212`. */
  national: string
}

/**
 * Reads a phone number typed in a local (07…), international (+255…, 00255…) or bare (255…) form.
 * Returns null when its length cannot be a number of that country. Prefixes are not judged: which
 * operator owns which is not in the contract, and a new one must not stop a sale.
 */
export function readPhoneNumber(typed: string, country: string): PhoneNumber | null {
  const home = isSupportedCountry(country) ? country : undefined
  return (
    candidates(typed, home)
      .map(text => parsePossible(text, home))
      .find(found => found !== null) ?? null
  )
}

/** Too few digits to say whose number it may be. */
const fewestDigits = 3

/**
 * What the MSISDN of a number that is being typed can begin with: digits, none before the third one.
 * A form typed without plus or trunk zero may be national or international, so both are answered.
 */
export function phonePrefixes(typed: string, country: string): string[] {
  if (typed.replace(/\D/g, '').length < fewestDigits || /[^\d\s+().-]/.test(typed)) return []
  const home = isSupportedCountry(country) ? country : undefined
  const found = candidates(typed, home).map(text => {
    const typing = new AsYouType(home)
    typing.input(text)
    return typing.getNumberValue()?.slice(1) ?? ''
  })
  return [...new Set(found)].filter(digits => digits.length >= fewestDigits)
}

/** The numbers of a day; working one out takes a fifth of a millisecond on a shop's PC. */
const formatted = new Map<string, string>()
const mostFormatted = 1_000

/** An MSISDN as people read it; '' stays '', and it is left as it is when it belongs to no known country. */
export function formatMsisdn(msisdn: string): string {
  const known = formatted.get(msisdn)
  if (known !== undefined) return known
  if (formatted.size >= mostFormatted) formatted.clear()
  const text = parsePhoneNumberFromString(`+${msisdn}`)?.formatNational() ?? msisdn
  formatted.set(msisdn, text)
  return text
}

/** An MSISDN with its middle hidden, for lists that a queue of customers can see: `0754 ••• 212`; '' for ''. */
export function maskMsisdn(msisdn: string): string {
  if (msisdn === '') return ''
  const digits = formatMsisdn(msisdn).replace(/\D/g, '')
  return `${digits.slice(0, 4)} ••• ${digits.slice(-3)}`
}

/** 255754… typed without its plus reads as a long local number: the international form is tried too. */
function candidates(typed: string, home: CountryCode | undefined): string[] {
  const text = typed.trim().replace(/^00/, '+')
  const bare = /^[1-9][\d\s-]*$/.test(text) && !text.startsWith('+')
  return bare ? (home ? [text, `+${text}`] : [`+${text}`]) : [text]
}

function parsePossible(text: string, home: CountryCode | undefined): PhoneNumber | null {
  const parsed = parsePhoneNumberFromString(text, {
    extract: false,
    ...(home && { defaultCountry: home }),
  })
  // Some countries have numbers shorter or longer than any MSISDN; no request could be made of one.
  if (!parsed?.isPossible() || !msisdnPattern.test(parsed.number.slice(1))) return null
  return { msisdn: parsed.number.slice(1), national: parsed.formatNational() }
}
