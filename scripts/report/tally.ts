/** Something that did not pass, and why. */
export interface Failure {
  name: string
  message: string
}

/** How many passed, and what did not. */
export interface Tally {
  passed: number
  skipped: number
  failures: Failure[]
}

/** The tally of one thing that either passed or did not. */
export const onePassed: Tally = { passed: 1, skipped: 0, failures: [] }

/** The tally of one failure. */
export function oneFailed(name: string, message: string): Tally {
  return { passed: 0, skipped: 0, failures: [{ name, message }] }
}

/** All tallies in one. */
export function sum(tallies: readonly Tally[]): Tally {
  return {
    passed: tallies.reduce((total, { passed }) => total + passed, 0),
    skipped: tallies.reduce((total, { skipped }) => total + skipped, 0),
    failures: tallies.flatMap(({ failures }) => failures),
  }
}

/** The last line of `npm test`, which programs read. */
export function summaryLine({ passed, skipped, failures }: Tally): string {
  const line = `${passed} passed, ${failures.length} failed`
  return skipped > 0 ? `${line}, ${skipped} skipped` : line
}

/** Nothing failed, and something was really run. */
export function isSuccess({ passed, failures }: Tally): boolean {
  return failures.length === 0 && passed > 0
}

/** The failures in plain words. */
export function failureText(failures: readonly Failure[]): string {
  return failures.map(({ name, message }) => `✗ ${name}\n${indent(message)}`).join('\n\n')
}

function indent(text: string): string {
  return text.trim().replace(/^/gm, '    ')
}
