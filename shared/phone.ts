import {
  type CountryCode,
  getCountryCallingCode,
  type MetadataJson,
  type PhoneNumber as ParsedNumber,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/core'
import selected from '../resources/phone-metadata.json' with { type: 'json' }
import { BoundedCache } from './bounded-cache'
import { countries } from './countries'
import { msisdnPattern } from './payment/customer'
import { asciiDigits, plainLine } from './plain-text'

/** `npm run phone-metadata` writes it: its lists are longer than the library's types for them say. */
const metadata = selected as unknown as MetadataJson

/** A phone number understood from what a person typed. */
export interface PhoneNumber {
  /** MSISDN in international format, digits only, no `+` (§2.2): what goes over the wire. */
  msisdn: string
  /** As people of its country write it: `0754 001 212`. Of a country outside Africa with its code. */
  national: string
}

/**
 * Reads a phone number typed in a local (07…), international (+255…, 00255…) or bare (255…) form.
 * Returns null when its length cannot be a number of that country. Prefixes are not judged: which
 * operator owns which is not in the contract, and a new one must not stop a payment.
 */
export function readPhoneNumber(typed: string, country: string): PhoneNumber | null {
  const home = homeOf(country)
  const text = phoneText(typed)
  if (text === null) return null
  return (
    candidates(text, home)
      .map(text => parsePossible(text, home))
      .find(found => found !== null) ?? null
  )
}

/**
 * A phone number, or a part of one, as people type and copy it: digits with blanks, dots, dashes, brackets and plus
 * signs; null for anything else. `tel:` before it and a comma behind it come with what is copied.
 */
export function phoneText(typed: string): string | null {
  const text = asciiDigits(plainLine(typed))
    .replace(/\p{Pd}/gu, '-')
    .replace(/^tel:\s*/i, '')
    .replace(/[\s,;.]+$/, '')
  return /^[\d\s+().-]*$/.test(text) && /\d/.test(text) ? text : null
}

/** Where a country's plan in the metadata has what is dialled before a number within the country. */
const trunkPart = 5

/** Too few digits to say whose number it may be. */
const fewestDigits = 3

/**
 * What the MSISDN of a number that is being typed can begin with: digits, none before the third one.
 * A form typed without plus or trunk zero may be national or international, so both are answered.
 */
export function phonePrefixes(typed: string, country: string): string[] {
  const part = phoneText(typed)
  if (part === null || part.replace(/\D/g, '').length < fewestDigits) return []
  const home = homeOf(country)
  const found = candidates(part, home).flatMap(text => [
    beginningOf(text, home),
    parsePossible(text, home)?.msisdn ?? '',
  ])
  return [...new Set(found)].filter(digits => digits.length >= fewestDigits)
}

/** The library reads whole numbers, and would take the trunk zero of half a number for one of its digits. */
function beginningOf(text: string, home: CountryCode | undefined): string {
  const digits = text.replace(/\D/g, '')
  const isInternational = text.startsWith('+')
  const code = isInternational
    ? Object.keys(metadata.country_calling_codes).find(each => digits.startsWith(each))
    : home && getCountryCallingCode(home, metadata)
  if (code === undefined) return isInternational ? digits : ''
  const [country] = metadata.country_calling_codes[code] ?? []
  const hasTrunkZero = country && metadata.countries[country]?.[trunkPart] === '0'
  const national = isInternational ? digits.slice(code.length) : digits
  return code + (hasTrunkZero ? national.replace(/^0/, '') : national)
}

/** The numbers of a day; working one out takes a fifth of a millisecond on a shop's PC. */
const formatted = new BoundedCache<string>(1_000)

/** An MSISDN as people read it; '' stays '', and it is left as it is when it belongs to no known country. */
export function formatMsisdn(msisdn: string): string {
  return formatted.get(msisdn, () => {
    const parsed = parse(`+${msisdn}`, undefined)
    return parsed ? nationalOf(parsed) : msisdn
  })
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
  const parsed = parse(text, home)
  // Some countries have numbers shorter or longer than any MSISDN; no request could be made of one.
  if (!parsed?.isPossible() || !msisdnPattern.test(parsed.number.slice(1))) return null
  return { msisdn: parsed.number.slice(1), national: nationalOf(parsed) }
}

function parse(text: string, home: CountryCode | undefined): ParsedNumber | undefined {
  const options = { extract: false, ...(home && { defaultCountry: home }) }
  return parsePhoneNumberFromString(text, options, metadata)
}

function homeOf(country: string): CountryCode | undefined {
  // Sound: the library knows each of these countries; a test reads a number of every one.
  return countries.includes(country) ? (country as CountryCode) : undefined
}

function nationalOf(parsed: ParsedNumber): string {
  return parsed.country && homeOf(parsed.country)
    ? parsed.formatNational()
    : parsed.formatInternational()
}
