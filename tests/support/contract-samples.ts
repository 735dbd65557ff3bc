import fc from 'fast-check'
import { z } from 'zod'

/** What `z.toJSONSchema` says of a schema, as far as the contract's arguments use it. */
interface Described {
  type?: string
  const?: unknown
  enum?: unknown[]
  oneOf?: Described[]
  anyOf?: Described[]
  properties?: Record<string, Described>
  /** A record: its names, and what each of them holds. */
  propertyNames?: { enum?: string[] }
  additionalProperties?: Described | boolean
  items?: Described
  format?: string
  pattern?: string
  minLength?: number
  minimum?: number
  exclusiveMinimum?: number
}

/** A place in an argument that a person's own text or number can come to. */
export interface Leaf {
  /** Names joined by dots, as `customer.city` or `paid.0`. */
  path: string
  kind: 'text' | 'number'
  /** A valid argument with something else put into this place. */
  put: (value: unknown) => unknown
}

type Put = (value: unknown) => unknown

const samples: Record<string, unknown> = {
  uuid: '0192f000-0000-7000-8000-000000000001',
  email: 'asha@example.com',
}

/** Valid arguments for a schema, one for each alternative at its top. */
export function samplesOf(schema: z.ZodType): unknown[] {
  return alternatives(described(schema)).map(sample)
}

/** Every place for free text or a number, in every alternative, each with a valid rest around it. */
export function leavesOf(schema: z.ZodType): Leaf[] {
  return walk(described(schema), '', value => value)
}

function described(schema: z.ZodType): Described {
  return z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Described
}

function alternatives(node: Described): Described[] {
  return node.oneOf ?? node.anyOf ?? [node]
}

function sample(node: Described): unknown {
  const [first = node] = alternatives(node)
  if (first !== node) return sample(first)
  if ('const' in node) return node.const
  if (node.enum) return node.enum[0]
  if (node.type === 'object') {
    const fields = Object.entries(propertiesOf(node))
    return Object.fromEntries(fields.map(([name, inner]) => [name, sample(inner)]))
  }
  if (node.type === 'array') return []
  if (node.type === 'string') return sampleText(node)
  if (node.type === 'integer' || node.type === 'number') return sampleNumber(node)
  return node.type === 'boolean' ? true : node.type === 'null' ? null : undefined
}

function sampleText({ format, pattern, minLength = 0 }: Described): unknown {
  if (format !== undefined && format in samples) return samples[format]
  if (pattern !== undefined)
    return fc.sample(fc.stringMatching(new RegExp(pattern)), { numRuns: 1, seed: 1 })[0]
  // What may be empty is: the schema may know more of what is typed there, as of a phone number.
  if (minLength === 0) return ''
  return 'Asha Mushi '.padEnd(minLength, 'a').slice(0, Math.max(minLength, 4))
}

function sampleNumber({ minimum = 1, exclusiveMinimum = 0 }: Described): number {
  return Math.max(minimum, exclusiveMinimum + 1)
}

function walk(node: Described, path: string, put: Put): Leaf[] {
  const choices = alternatives(node)
  if (choices.length > 1 || choices[0] !== node) return choices.flatMap(one => walk(one, path, put))
  if ('const' in node || node.enum) return []
  if (node.type === 'string') return [{ path, kind: 'text', put }]
  if (node.type === 'integer' || node.type === 'number') return [{ path, kind: 'number', put }]
  if (node.type === 'array' && node.items)
    return walk(node.items, join(path, '0'), one => put([one]))
  const whole = sample(node) as object
  return Object.entries(propertiesOf(node)).flatMap(([name, inner]) =>
    walk(inner, join(path, name), value => put({ ...whole, [name]: value })),
  )
}

function propertiesOf(node: Described): Record<string, Described> {
  const { properties = {}, propertyNames, additionalProperties: each } = node
  if (typeof each !== 'object') return properties
  return Object.fromEntries((propertyNames?.enum ?? []).map(name => [name, each]))
}

function join(path: string, name: string): string {
  return path === '' ? name : `${path}.${name}`
}
