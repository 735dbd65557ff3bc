/** What happened, by name, with facts that identify no person and hold no key. */
export interface Log {
  info(event: string, facts?: LogFacts): void
  warn(event: string, facts?: LogFacts): void
  error(event: string, facts?: LogFacts): void
}

/** `error` is written as its name, message and stack; everything else as JSON. */
export type LogFacts = Readonly<Record<string, unknown>>

/** Where lines go; electron-log's file in the app, an array in a test. */
export interface LogSink {
  write(level: 'info' | 'warn' | 'error', line: string): void
}

/** A log that writes one JSON line an event. */
export function createLog(sink: LogSink): Log {
  const at =
    (level: 'info' | 'warn' | 'error') =>
    (event: string, facts: LogFacts = {}) =>
      sink.write(level, JSON.stringify({ event, ...facts }, replaceErrors))
  return { info: at('info'), warn: at('warn'), error: at('error') }
}

function replaceErrors(_key: string, value: unknown): unknown {
  if (!(value instanceof Error)) return value
  const { name, message, stack } = value
  return { name, message, stack, ...(value.cause !== undefined && { cause: String(value.cause) }) }
}
