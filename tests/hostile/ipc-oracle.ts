import { isDeepStrictEqual } from 'node:util'
import en from '../../resources/languages/en.json'
import type { Result } from '../../shared/ipc/result'
import { canary, keptSecret, secretCanary } from './ipc-grammar'

const knownCodes: ReadonlySet<string> = new Set(Object.keys(en.errors))
/** What only a till or a disk that is broken may say: these are whole. */
const broken: ReadonlySet<string> = new Set(['till-fault', 'storage-failed', 'record-failed'])
/** A message is for the log: bounded, whatever was asked. */
const longestMessage = 2_000

/** What is wrong with an answer to a hostile argument, or null. Looks at it without any schema. */
export function faultOf(answered: Result<unknown>): string | null {
  if (({} as { polluted?: unknown }).polluted !== undefined) return 'A prototype was changed'
  const given: unknown = answered
  if (typeof given !== 'object' || given === null) return 'No answer'
  const text = JSON.stringify(answered)
  if (text.includes(secretCanary) || text.includes(keptSecret))
    return 'A planted secret is in the answer'
  if (answered.ok === true)
    return isDeepStrictEqual(Object.keys(answered), ['ok', 'value']) ? null : `Odd: ${text}`
  return faultOfFailure(answered, text)
}

function faultOfFailure(
  { ok, code, message }: Exclude<Result<unknown>, { ok: true }>,
  text: string,
): string | null {
  if (ok !== false || typeof message !== 'string') return `Odd: ${text.slice(0, 300)}`
  if (!knownCodes.has(code)) return `Unknown code: ${code}`
  if (broken.has(code)) return `${code}: ${message}`
  if (message.length > longestMessage) return `A message of ${message.length} characters`
  // Behind its schema, a failure may name what it is about, such as a printer.
  const unread = code === 'bad-argument' || code === 'card-number-typed'
  return unread && text.includes(canary)
    ? `What was asked is in the answer: ${text.slice(0, 300)}`
    : null
}
