import { countOf, describeError, fileNameOf, idOf, wordOf } from './log-forms'

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
  channel: wordOf,
  name: wordOf,
  permission: wordOf,
  reason: wordOf,
  sender: wordOf,
  trouble: wordOf,
  version: wordOf,
  sale: idOf,
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
