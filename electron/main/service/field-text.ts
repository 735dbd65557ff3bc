import { holdsHidden, trimmedEnds, withoutHidden } from '../../../shared/plain-text'

const longestReference = 512
const longestStatus = 200
const longestWord = 64

/** A reference, kept exactly (§2.1), without blanks and hidden characters at its ends. Some services number their payments: a whole number is read as text. */
export function referenceText(value: unknown): string | null {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? String(value) : null
  if (typeof value !== 'string' || value.length > longestReference) return null
  const text = trimmedEnds(value)
  return isExactText(text, longestReference) ? text : null
}

/**
 * A status word (§3) without the white space around it; null where there is none. What the words mean is not
 * judged here, but one with hidden or lost characters is marked, so that it equals no known word.
 */
export function statusText(value: unknown): string | null {
  if (typeof value !== 'string' || value.trim() === '') return null
  if (isExactText(value.trim(), longestStatus)) return value.trim()
  return `${displayText(value, longestStatus - 1)}${undecodable}`
}

/** A short text that only informs, made fit to be shown. */
export function shortText(value: unknown): string | null {
  if (typeof value !== 'string' && typeof value !== 'number') return null
  return displayText(String(value), longestWord) || null
}

/** Takes only this text, in any case of letters. */
export function theWord(expected: string): (value: unknown) => string | null {
  return value =>
    typeof value === 'string' && value.trim().toLowerCase() === expected ? expected : null
}

/** What replaces bytes that were not UTF-8. */
const undecodable = '\uFFFD'

/** True for text that can be kept exactly as it came: 1 to `longest` characters, not blank, nothing hidden or lost. */
export function isExactText(value: unknown, longest: number): value is string {
  if (typeof value !== 'string' || value.length > longest) return false
  return value.trim() !== '' && !holdsHidden(value) && !value.includes(undecodable)
}

/** A text of several lines made fit to be shown: something is seen in place of what is hidden. */
export function displayLines(text: string, longest: number): string {
  const lines = text
    .split(/\r\n|[\r\n]/)
    .map(line => withoutHidden(line.replaceAll('\t', ' '), undecodable))
  const letters = [...lines.join('\n')]
  return letters.length > longest ? `${letters.slice(0, longest - 1).join('')}…` : letters.join('')
}

/** The service's words made fit to be shown as plain text: nothing hidden, at most `longest` characters. */
export function displayText(text: string, longest: number): string {
  const clean = withoutHidden(text, ' ').replace(/ {2,}/g, ' ').trim()
  // By code points: cutting by length could leave half a character.
  const letters = [...clean]
  return letters.length > longest ? `${letters.slice(0, longest - 1).join('')}…` : clean
}
