/**
 * Reads an HTTP date (RFC 9110 §5.6.7, the fixed form alone) as ms since the epoch; null when it is none.
 * Written back it must be the same text: the engine's parser also takes the 31st of February and the
 * year 1, and a service of before 1970 would give sales a time that the ledger cannot hold.
 */
export function parseHttpDate(text: string): number | null {
  const time = Date.parse(text)
  const isTheForm = time >= 0 && new Date(time).toUTCString() === text
  return isTheForm ? time : null
}
