import { holdsCardNumber, isCardNumber } from '../../../shared/card-number'
import { plainName, trimmedEnds, visibleText } from '../../../shared/plain-text'

/**
 * What may look like a card's number by chance and must pass. Keys are sealed at once; a passphrase that was
 * chosen must stay usable; ids, the names of files and the numbers of customers that are known already are not
 * typed; a call that another person approves (`argument`) is checked when it is made.
 */
const unlooked: ReadonlySet<string> = new Set([
  'apiKey',
  'apiSecret',
  'argument',
  'passphrase',
  'proof',
  'id',
  'file',
  'msisdn',
])

/** Where a phone number may be. */
const phoneFields: ReadonlySet<string> = new Set([
  'payments.request:phone',
  'search.find:filter.text',
  // What was searched for before, and a reference of digits alone may look like either.
  'payments.lookUp:reference',
  'exports.payments:filter.text',
  'customers.find:typed',
  'customers.list:text',
])

/** The code on goods (GTIN) has up to 14 digits; no card in use has so few. */
const barCode = /^\d{8,14}$/

/**
 * The first field of a call's argument that holds what has the form of a payment card's number, or null.
 * Looked at behind the schema, so what is not an argument of the contract never comes here. A new field
 * is looked at without anybody thinking of it.
 */
export function findCardNumber(call: string, argument: unknown): string | null {
  return search(argument, '')

  function search(value: unknown, path: string): string | null {
    if (typeof value === 'string') return holdsCard(value, path) ? path : null
    if (typeof value === 'number') return isCardNumber(value) ? path : null
    if (typeof value !== 'object' || value === null) return null
    for (const [name, inner] of Object.entries(value)) {
      const found = unlooked.has(name)
        ? null
        : search(inner, path === '' ? name : `${path}.${name}`)
      if (found !== null) return found
    }
    return null
  }

  function holdsCard(text: string, path: string): boolean {
    // The address of a shop database has a password that a computer drew, and is sealed at once.
    if (call.startsWith('shop.') && path === 'address') return false
    if (path.endsWith('.code') && barCode.test(text)) return false
    return holdsCardNumber(text, { mayBePhone: phoneFields.has(`${call}:${path}`) })
  }
}

/** What the ledger's engine cannot keep truthfully, and what is left of letters that were read in a wrong code page. */
const unkeepable = /\0|\p{Surrogate}|\ufffd/u

/**
 * The first field of a call's argument whose text holds a NUL, half a character or a lost one, or null: no person types
 * one, and the first two would stop the till from selling. Checked after the schema; a new field is checked without
 * further code.
 */
export function findUnkeepableText(argument: unknown, path = ''): string | null {
  if (typeof argument === 'string')
    return unkeepable.test(argument) && forms.get(lastName(path)) !== asItCame
      ? path || 'argument'
      : null
  if (typeof argument !== 'object' || argument === null) return null
  for (const [name, inner] of Object.entries(argument)) {
    const found = findUnkeepableText(inner, path === '' ? name : `${path}.${name}`)
    if (found !== null) return found
  }
  return null
}

/** Fields that name a person, a place, a shop or a till. A service's address is not: it is a URL. */
const nameField =
  /(?:^|\.)(?:name|firstName|lastName|till|city)$|(?:^|\.)(?:customer|details)\.(?:address|country)$/

const asItCame = (text: string) => text
const typedText = (text: string) => visibleText(text).trim()

/** Texts that are not to be read but to be the same as something else, each by its field's name. */
const forms: ReadonlyMap<string, (text: string) => string> = new Map([
  ...['apiKey', 'apiSecret', 'passphrase', 'proof', 'pin', 'newPin'].map(
    name => [name, trimmedEnds] as const,
  ),
  // A word of the service, a printer and a file as the system names them, and a call that is approved as it was made.
  ...['status', 'printer', 'file', 'argument'].map(name => [name, asItCame] as const),
])

/** The address of a shop database has its password in it. What a service's answer said is compared as it came. */
function formOf(call: string, path: string): (text: string) => string {
  if (call.startsWith('rulings.') || isAnswersField(call, path)) return asItCame
  if (call.startsWith('shop.') && path === 'address') return trimmedEnds
  return forms.get(lastName(path)) ?? (nameField.test(path) ? plainName : typedText)
}

/** A field of an answer, as the person saw it. */
function isAnswersField(call: string, path: string): boolean {
  return call === 'payments.decide' && (path === 'name' || path === 'value')
}

function lastName(path: string): string {
  return path.slice(path.lastIndexOf('.') + 1)
}

/** More than any argument of the contract is nested, and longer than any text of a person: a schema refuses the rest. */
const deepest = 12
const longestTyped = 10_000

/**
 * A call's argument, before its schema, with every text in it as a person sees it: no hidden characters, one form of
 * each letter (NFKC), no blanks at the ends. Names are in one line, so that two that look the same are the same.
 * Secrets lose what is hidden at their ends alone. The very argument where nothing changes.
 */
export function plainArgument(call: string, argument: unknown, path = '', depth = 0): unknown {
  if (typeof argument === 'string')
    return argument.length > longestTyped ? argument : formOf(call, path)(argument)
  if (typeof argument !== 'object' || argument === null || depth > deepest) return argument
  if (Array.isArray(argument)) {
    const plain = argument.map(each => plainArgument(call, each, path, depth + 1))
    return plain.every((each, at) => each === argument[at]) ? argument : plain
  }
  if (Object.getPrototypeOf(argument) !== Object.prototype) return argument
  const fields = Object.entries(argument)
  const plain = fields.map(([name, inner]) => {
    const kept = plainArgument(call, inner, path === '' ? name : `${path}.${name}`, depth + 1)
    return [name, kept] as const
  })
  return plain.every(([, kept], at) => kept === fields[at]?.[1])
    ? argument
    : Object.fromEntries(plain)
}
