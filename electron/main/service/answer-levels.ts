import { referenceText } from './field-text'
import { childrenOf, type Fields, isFields, SeveralValues } from './json'

/** An object of an answer that can be the payment, or lead to it. */
export interface Level {
  /** Each name in lower case, its letters and digits alone, with its values. */
  fields: ReadonlyMap<string, readonly unknown[]>
  /** The objects `data`, `payment` and `transaction` in it, and what leads to our payment under another name. */
  inner: readonly Level[]
  /** What else it holds, by the names as they came. */
  rest: readonly (readonly [name: string, value: unknown])[]
}

const innerNames = ['data', 'payment', 'transaction']
export const referenceNames = ['reference', 'referenceid']
/** The names of a payment's own status word. */
export const statusNames = ['', 'payment', 'transaction', 'txn'].flatMap(of => [
  `${of}status`,
  `${of}state`,
])

/** Is an object that has a status our payment, whatever it is called? */
type IsOurs = (fields: Level['fields']) => boolean

/**
 * The objects of a body that can be the payment, the outermost first; null where the body is no object. `asked` is the
 * reference of a status read: what names it and a status is the payment, under any name. Of a create it is null: then
 * any reference does, where the usual places name none.
 */
export function levelOf(json: unknown, asked: string | null): Level | null {
  if (asked !== null) return levelIn(json, fields => referencesOf(fields).includes(asked))
  const usual = levelIn(json, () => false)
  const isNamed = usual !== null && contractFirst(usual).some(({ fields }) => namesAny(fields))
  return isNamed ? usual : levelIn(json, namesAny)
}

const namesAny: IsOurs = fields => referencesOf(fields).length > 0

function levelIn(json: unknown, isOurs: IsOurs): Level | null {
  const body = theOnly(json)
  if (!isFields(body)) return null
  const fields = fieldsOf(body)
  const objects: unknown[] = [...fields].flatMap(([name, values]) => {
    const usual = innerNames.includes(name) ? values.filter(isFields) : []
    return usual.length > 0 ? usual : values.flatMap(value => leadingTo(value, isOurs))
  })
  const rest = Object.entries(body)
    .flatMap(([name, value]) => elementsOf(value).map(each => [name, each] as const))
    .filter(([, value]) => !objects.includes(value))
  return { fields, inner: objects.flatMap(each => levelIn(each, isOurs) ?? []), rest }
}

/** The object in a value that is our payment or holds it. Of several in a list none is the payment: it is a history. */
function leadingTo(value: unknown, isOurs: IsOurs): Fields[] {
  const found = elementsOf(value).filter(isFields)
  const leading = found.filter(each => leadsTo(each, isOurs))
  return leading.length === 1 ? leading : []
}

function leadsTo(value: unknown, isOurs: IsOurs): boolean {
  const fields = isFields(value) ? fieldsOf(value) : null
  const isPayment = fields !== null && statusNames.some(name => fields.has(name)) && isOurs(fields)
  return isPayment || childrenOf(value).some(child => leadsTo(child, isOurs))
}

/** The references that an object names. */
export function referencesOf(fields: Level['fields']): string[] {
  return referenceNames.flatMap(name =>
    valuesOf(fields, name).flatMap(each => referenceText(each) ?? []),
  )
}

/** The values of a name that came more than once, and the elements of a list, at all depths; an empty list is itself. */
export function elementsOf(value: unknown): unknown[] {
  if (value instanceof SeveralValues) return value.values.flatMap(elementsOf)
  return Array.isArray(value) && value.length > 0 ? value.flatMap(elementsOf) : [value]
}

/** The fields of an object by their plain names; a list of one counts as its element. */
export function fieldsOf(object: Fields): Map<string, unknown[]> {
  const fields = new Map<string, unknown[]>()
  for (const [name, value] of Object.entries(object)) {
    const plain = plainName(name)
    const values = value instanceof SeveralValues ? value.values : [value]
    fields.set(plain, [...(fields.get(plain) ?? []), ...values.map(theOnly)])
  }
  return fields
}

/** A name's letters and digits, in lower case. */
export function plainName(name: string): string {
  return name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
}

/** The values of a field that are there. */
export function valuesOf(fields: Level['fields'], name: string): unknown[] {
  return (fields.get(name) ?? []).filter(value => value !== undefined && value !== null)
}

/** All levels in the order in which their fields count: of an envelope its content, else the body itself, first. */
export function contractFirst(body: Level): Level[] {
  const inner = levelsBelow(body)
  return isEnvelope(body) ? [...inner, body] : [body, ...inner]
}

export function levelsBelow(level: Level): Level[] {
  return level.inner.flatMap(each => [each, ...levelsBelow(each)])
}

/** An object `data` answers the call (§4). */
export function isEnvelope({ fields }: Level): boolean {
  return valuesOf(fields, 'data').some(isFields)
}

/** A list of one counts as its element, however often it is wrapped. */
export function theOnly(value: unknown): unknown {
  return Array.isArray(value) && value.length === 1 ? theOnly(value[0]) : value
}
