import { holdsCardNumber, isCardNumber } from '../../../shared/card-number'
import { plainName } from '../../../shared/plain-text'

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
  'sales.request:phone',
  'search.find:filter.text',
  // What was searched for before, and a reference of digits alone may look like either.
  'sales.lookUp:reference',
  'exports.sales:filter.text',
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

/** What the ledger's engine cannot keep truthfully: it refuses such a text as it refuses a failing disk. */
const unkeepable = /\0|\p{Surrogate}/u

/**
 * The first field of a call's argument whose text holds a NUL or half a character, or null: no person types
 * one, and it would stop the till from selling. Checked after the schema; a new field is checked
 * without further code.
 */
export function findUnkeepableText(argument: unknown, path = ''): string | null {
  if (typeof argument === 'string') return unkeepable.test(argument) ? path || 'argument' : null
  if (typeof argument !== 'object' || argument === null) return null
  for (const [name, inner] of Object.entries(argument)) {
    const found = findUnkeepableText(inner, path === '' ? name : `${path}.${name}`)
    if (found !== null) return found
  }
  return null
}

/** Fields that name a person, a place, a shop or a till. A service's address is none: it is checked as a URL. */
const nameField =
  /(?:^|\.)(?:name|firstName|lastName|till|city)$|(?:^|\.)(?:customer|details)\.(?:address|country)$/

/**
 * A call's argument with every name in it made plain, so that two names that look the same are the same. The
 * very argument where all of them are plain.
 */
export function withPlainNames(argument: unknown, path = ''): unknown {
  if (typeof argument === 'string') return nameField.test(path) ? plainName(argument) : argument
  if (typeof argument !== 'object' || argument === null) return argument
  if (Array.isArray(argument)) {
    const plain = argument.map(each => withPlainNames(each, path))
    return plain.every((each, at) => each === argument[at]) ? argument : plain
  }
  const fields = Object.entries(argument)
  const plain = fields.map(([name, inner]) => {
    const kept = withPlainNames(inner, path === '' ? name : `${path}.${name}`)
    return [name, kept] as const
  })
  return plain.every(([, kept], at) => kept === fields[at]?.[1])
    ? argument
    : Object.fromEntries(plain)
}
