import { basename } from 'node:path'

/** What replaces a value that has not the form of its fact. */
const hidden = '[hidden]'

/** So many causes within causes are followed, and so many places of a stack are kept. */
const deepest = 5
const mostPlaces = 20

const patterns = {
  /** Letters, and hardly a digit: keys are made of both. */
  word: /^[a-z][a-zA-Z]*\d?(?:[-:.][a-zA-Z]+\d?)*$/,
  version: /^\d+\.\d+\.\d+(?:-[a-z]+)?$/,
  id: /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i,
  fileName:
    /^(?:key|till|ledger-\w+|practice-service|preferences|unseen-results|shop-position)\.[\w.-]+$/,
  errorName: /^(?:[A-Z][a-z]+)*(?:Error|Exception)$|^[A-Z][a-z]+(?:[A-Z][a-z]+)+$/,
  errorCode: /^(?:E[A-Z]+|[A-Z]+(?:_[A-Z]+)+)$/,
  place: /((?:node:[a-z_/]+|[A-Za-z][\w-]*(?:\.[a-z]+)?\.(?:[cm]?js|ts)):\d+:\d+)\)?$/,
  field: /^[a-zA-Z]{1,30}$/,
}

/** A word of the till's own, as `ledger-unreadable` or `kaunta:payments.request`; no number has this form. */
function wordOf(value: unknown): string {
  const text = shortText(value)
  return patterns.word.test(text) || patterns.version.test(text) ? text : hidden
}

/** An id that the till made. */
function idOf(value: unknown): string {
  return matching(patterns.id, value)
}

/** A whole number that the machine counted or measured; a phone number is larger. */
function countOf(value: unknown): number | string {
  const isCount =
    typeof value === 'number' && Number.isInteger(value) && Math.abs(value) < 1_000_000
  return isCount ? value : hidden
}

/** The name of a file of the data folder, without its folder: that is named after a person. */
function fileNameOf(value: unknown): string {
  return typeof value === 'string' ? matching(patterns.fileName, basename(value)) : hidden
}

/**
 * What may be written of anything thrown: its name, codes and places in the code, the fields that a schema
 * refused, and the same of its causes. Never its message: it may repeat what a person or the service said.
 */
function describeError(error: unknown, depth: number = 0): unknown {
  if (!(error instanceof Error)) return { thrown: error === null ? 'null' : typeof error }
  if (depth >= deepest) return { name: hidden }
  return Object.fromEntries(
    Object.entries({
      name: matching(patterns.errorName, error.name),
      code: given(read(error, 'code'), code => matching(patterns.errorCode, code)),
      rawCode: given(read(error, 'rawCode'), countOf),
      errno: given(read(error, 'errno'), countOf),
      syscall: given(read(error, 'syscall'), wordOf),
      issues: listOf(read(error, 'issues'), describeIssue),
      places: placesOf(error),
      cause: given(error.cause, cause => describeError(cause, depth + 1)),
      errors: listOf(read(error, 'errors'), inner => describeError(inner, depth + 1)),
    }).filter(([, value]) => value !== undefined),
  )
}

/** Which field a schema refused, and why; a name that is not of the schema's kind is a star. */
function describeIssue(issue: unknown): string {
  const path = read(issue, 'path')
  const names = (Array.isArray(path) ? path.slice(0, 10) : []).map(nameOfField)
  return `${names.join('.') || 'value'}: ${wordOf(String(read(issue, 'code')).replaceAll('_', '-'))}`
}

function nameOfField(name: unknown): string {
  if (typeof name === 'number' && name < 1_000) return String(name)
  return typeof name === 'string' && patterns.field.test(name) ? name : '*'
}

/** Where it was thrown, as `index.js:1:2345`: function names and folders say nothing more. */
function placesOf({ stack, message }: Error): string[] {
  const lines = stackBehind(message, stack ?? '').split('\n')
  const frames = lines.filter(line => line.startsWith('    at '))
  const places = frames.map(line => patterns.place.exec(line)?.[1] ?? hidden)
  return places.filter(place => place !== hidden).slice(0, mostPlaces)
}

/** The stack without its message, whose lines may look like anything; nothing where the message is not found. */
function stackBehind(message: string, stack: string): string {
  const at = stack.indexOf(message)
  return at < 0 ? '' : stack.slice(at + message.length)
}

function listOf<Value>(list: unknown, tell: (one: unknown) => Value): Value[] | undefined {
  return Array.isArray(list) ? list.slice(0, 10).map(one => tell(one)) : undefined
}

function given<Value>(value: unknown, tell: (value: unknown) => Value): Value | undefined {
  return value === undefined ? undefined : tell(value)
}

function read(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
}

function matching(pattern: RegExp, value: unknown): string {
  const text = shortText(value)
  return pattern.test(text) ? text : hidden
}

function shortText(value: unknown): string {
  return typeof value === 'string' && value.length <= 80 ? value : ''
}

/** What happened, by name, with facts that identify no person and hold no key. */
export interface Log {
  info(event: string, facts?: LogFacts): void
  warn(event: string, facts?: LogFacts): void
  error(event: string, facts?: LogFacts): void
}

/**
 * Every fact that the log knows, and the form in which it is written. What is not here is not written, and
 * what has not its form is `[hidden]`: free text has no form, for it may hold a number, a name or a key.
 */
const forms = {
  action: wordOf,
  cause: wordOf,
  channel: wordOf,
  name: wordOf,
  permission: wordOf,
  reason: wordOf,
  sender: wordOf,
  trouble: wordOf,
  version: wordOf,
  payment: idOf,
  file: fileNameOf,
  keptAs: fileNameOf,
  display: countOf,
  removed: countOf,
  x: countOf,
  y: countOf,
  width: countOf,
  height: countOf,
  error: describeError,
} as const

type FactName = keyof typeof forms

/** The facts of an event. */
export type LogFacts = { readonly [Name in FactName]?: unknown }

/** Where lines go; electron-log's file in the app, an array in a test. */
export interface LogSink {
  write(level: 'info' | 'warn' | 'error', line: string): void
}

/** A log that writes one JSON line an event. */
export function createLog(sink: LogSink): Log {
  const at =
    (level: 'info' | 'warn' | 'error') =>
    (event: string, facts: LogFacts = {}) =>
      sink.write(level, JSON.stringify({ event: wordOf(event), ...written(facts) }))
  return { info: at('info'), warn: at('warn'), error: at('error') }
}

function written(facts: LogFacts): Record<string, unknown> {
  const known = Object.entries(facts).filter(([name]) => Object.hasOwn(forms, name))
  return Object.fromEntries(known.map(([name, value]) => [name, forms[name as FactName](value)]))
}
