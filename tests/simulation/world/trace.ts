/** What happened in a schedule, in lines for a person. */
export interface Trace {
  begin(elapsed: () => number): void
  note(text: string): void
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
    note: text => void lines.push(`${(now() / 1_000).toFixed(3).padStart(10)} s  ${text}`),
    lines: () => lines,
  }
}

/** A trace that nobody reads: a schedule that went well. */
export const noTrace: Trace = { begin: () => {}, note: () => {}, lines: () => [] }
