/** A failure we foresee: it says what happened and what to do next, and is shown without a stack. */
export class Problem extends Error {
  constructor(happened: string, next: string, options?: ErrorOptions) {
    super(`${happened}\n${next}`, options)
  }
}

/** What any thrown value has to say, in one text. */
export function reasonOf(error: unknown): string {
  if (error instanceof Problem) return error.message
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
