const httpDate =
  /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d{2} (Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) \d{4} \d{2}:\d{2}:\d{2} GMT$/

/** Reads an HTTP date (RFC 9110 §5.6.7, the fixed form alone) as ms since the epoch; null when it is none. */
export function parseHttpDate(text: string): number | null {
  if (!httpDate.test(text)) return null
  const time = Date.parse(text)
  return Number.isNaN(time) ? null : time
}
