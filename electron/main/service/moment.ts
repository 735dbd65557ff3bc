const isoForm =
  /^(\d{4})[-/](\d{2})[-/](\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d+))?)?)? ?(Z|UTC|GMT|[+-](?:0\d|1[0-4])(?::?[0-5]\d)?)?$/i
const mailForm =
  /^(?:[a-z]{3}, )?((\d{1,2}) [a-z]{3} \d{4} \d{2}:\d{2}(?::\d{2})?) (GMT|UTC|[+-](?:0\d|1[0-4])[0-5]\d)$/i
const digits = /^\d{9,19}(?:\.\d{1,9})?$/

/**
 * A moment in any usual form as ms since the epoch, or null: ISO 8601 with any fraction, with a blank
 * instead of the T or with slashes; a mail or HTTP date; seconds, ms, µs or ns since 1970 as a number or as
 * text. A moment without a zone is taken as UTC: for shops east of Greenwich that is never too early.
 */
export function readMoment(value: unknown): number | null {
  if (typeof value === 'number') return fromEpoch(value)
  if (typeof value !== 'string') return null
  const text = value.trim()
  if (digits.test(text)) return fromEpoch(Number(text))
  return parseHttpDate(text) ?? fromIso(text) ?? fromMailDate(text)
}

/** The size tells the unit: ms passed 10^11 in 1973, and seconds reach it in the year 5138. */
export function fromEpoch(value: number): number | null {
  if (!(value >= 1e8 && value < 1e20)) return null
  if (value < 1e11) return Math.round(value * 1_000)
  if (value < 1e14) return Math.round(value)
  return Math.round(value < 1e17 ? value / 1e3 : value / 1e6)
}

function fromIso(text: string): number | null {
  const match = isoForm.exec(text)
  if (!match) return null
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = match
    .slice(1, 7)
    .map(part => Number(part || 0))
  const fraction = Math.floor(Number(`0.${match[7] || 0}`) * 1_000)
  const time = Date.UTC(year, month - 1, day, hour, minute, second, fraction)
  // The engine counts on: month 13 is the next January, and the 31st of February a day of March.
  const isDate = new Date(time).toISOString().startsWith(`${match[1]}-${match[2]}-${match[3]}`)
  const isReal = isDate && hour < 24 && minute < 60 && second < 60
  const moment = time - zoneOffset(match[8] ?? 'Z')
  return isReal && moment >= 0 ? moment : null
}

/** `+03:00`, `+0300` or `+03` in ms; 0 for UTC by any name. */
function zoneOffset(zone: string): number {
  const match = /^([+-])(\d{2}):?(\d{2})?$/.exec(zone)
  if (!match) return 0
  const minutes = Number(match[2]) * 60 + Number(match[3] ?? 0)
  return (match[1] === '-' ? -minutes : minutes) * 60_000
}

function fromMailDate(text: string): number | null {
  const match = mailForm.exec(text)
  if (!match) return null
  const time = Date.parse(`${match[1]} GMT`)
  const isReal = new Date(time).getUTCDate() === Number(match[2])
  const moment = time - zoneOffset(match[3] ?? 'Z')
  return isReal && moment >= 0 ? moment : null
}

/**
 * Reads an HTTP date (RFC 9110 §5.6.7, the fixed form alone) as ms since the epoch; null for another text.
 * Written back it must be the same text: the engine's parser also takes the 31st of February and the
 * year 1, and a service of before 1970 would give payments a time that the ledger cannot hold.
 */
export function parseHttpDate(text: string): number | null {
  const time = Date.parse(text)
  const isTheForm = time >= 0 && new Date(time).toUTCString() === text
  return isTheForm ? time : null
}
