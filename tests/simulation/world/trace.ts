/** What happened in a schedule, in lines for a person. */
export interface Trace {
  begin(elapsed: () => number): void
  /** A text that takes work to write is given as a function: most schedules keep no trace. */
  note(text: string | (() => string)): void
  lines(): readonly string[]
}

/** A trace that is kept. */
export function createTrace(): Trace {
  const lines: string[] = []
  let now = () => 0
  return {
    begin(elapsed) {
      now = elapsed
    },
    note(text) {
      const time = (now() / 1_000).toFixed(3).padStart(10)
      lines.push(`${time} s  ${typeof text === 'string' ? text : text()}`)
    },
    lines: () => lines,
  }
}

/** A trace that is not read: the schedule passed. */
export const noTrace: Trace = { begin: () => {}, note: () => {}, lines: () => [] }
