import { parseHttpDate } from './http-date'

/** Header names are in lower case; a header that came several times is a list. */
export type ResponseHeaders = Readonly<Record<string, string | string[] | undefined>>

/** Every value of a header, trimmed, in the order that they came. */
export function headerTexts(headers: ResponseHeaders, name: string): string[] {
  return [headers[name] ?? []].flat().map(text => text.trim())
}

/** The service's clock, ms since the epoch; null without one readable `Date`. */
export function readServerDate(headers: ResponseHeaders): number | null {
  return headerTexts(headers, 'date').map(parseHttpDate)[0] ?? null
}
