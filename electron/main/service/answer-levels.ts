import { type Fields, isFields, SeveralValues } from './json'

/** An object of an answer that can be the payment, or lead to it. */
export interface Level {
  /** Each name in lower case, its letters and digits alone, with its values. */
  fields: ReadonlyMap<string, readonly unknown[]>
  /** The objects `data`, `payment` and `transaction` in it. */
  inner: readonly Level[]
  /** What else it holds. */
  rest: readonly unknown[]
}

const innerNames = ['data', 'payment', 'transaction']

/** The objects of a body that can be the payment, the outermost first; null where the body is no object. */
export function levelOf(json: unknown): Level | null {
  const body = theObject(json)
  if (body === null) return null
  const fields = fieldsOf(body)
  const objects = innerNames.flatMap(name => valuesOf(fields, name).filter(isOneObject))
  const rest = [...fields.values()].flat().filter(value => !objects.includes(value))
  return { fields, inner: objects.flatMap(each => levelOf(each) ?? []), rest }
}

/** The fields of an object by their plain names. */
export function fieldsOf(object: Fields): Map<string, unknown[]> {
  const fields = new Map<string, unknown[]>()
  for (const [name, value] of Object.entries(object)) {
    const plain = name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
    const values = value instanceof SeveralValues ? value.values : [value]
    fields.set(plain, [...(fields.get(plain) ?? []), ...values])
  }
  return fields
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
  return valuesOf(fields, 'data').some(isOneObject)
}

function isOneObject(value: unknown): boolean {
  return theObject(value) !== null
}

function theObject(value: unknown): Fields | null {
  const only = theOnly(value)
  return isFields(only) ? only : null
}

/** A list of one counts as its element, however often it is wrapped. */
export function theOnly(value: unknown): unknown {
  return Array.isArray(value) && value.length === 1 ? theOnly(value[0]) : value
}
