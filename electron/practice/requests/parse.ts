import type { z } from 'zod'
import { invalid, type Reply } from '../reply'

/** A body that fits, or the 400 of §7 that says why not. */
export type Parsed<Value> = { ok: true; value: Value } | { ok: false; refusal: Reply }

type Issue = z.core.$ZodIssue

const refused = (message: string) => ({ ok: false, refusal: invalid(message) }) as const

/** A field as a person would name it: `customer.email`. */
const nameOf = (path: readonly PropertyKey[]) => path.map(String).join('.')

function describe(issue: Issue): string {
  if (issue.code !== 'unrecognized_keys') return `${nameOf(issue.path)} ${issue.message}`.trim()
  const names = issue.keys.map(key => nameOf([...issue.path, key]))
  return `${names.join(', ')} is not a field of this request`
}

function parseJson(text: string): Parsed<unknown> {
  try {
    return { ok: true, value: JSON.parse(text) }
  } catch {
    return refused('The body is not valid JSON.')
  }
}

const isObject = (value: unknown) =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Reads `text` as `schema` has it. Every fault is named in one message (§7 validation_error). */
export function parseBody<Value>(text: string, schema: z.ZodType<Value>): Parsed<Value> {
  const json = parseJson(text)
  if (!json.ok) return json
  if (!isObject(json.value)) return refused('The body must be a JSON object.')
  const result = schema.safeParse(json.value)
  if (result.success) return { ok: true, value: result.data }
  return refused(`${result.error.issues.map(describe).join('; ')}.`)
}
