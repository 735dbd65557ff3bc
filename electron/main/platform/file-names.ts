/** `2026-11-21T12-05-07`, for names of files. */
export function momentOf(at: Date): string {
  return at.toISOString().slice(0, 19).replaceAll(':', '-')
}

/** `name`, `name-2`, `name-3` and so on. */
export function numbered(name: string, number: number): string {
  return number === 1 ? name : `${name}-${number}`
}
