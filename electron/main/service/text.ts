import { holdsHidden, withoutHidden } from '../../../shared/plain-text'

/** True for text that can be kept exactly as it came: 1 to `longest` characters, not blank, nothing hidden. */
export function isExactText(value: unknown, longest: number): value is string {
  if (typeof value !== 'string' || value.length > longest) return false
  return value.trim() !== '' && !holdsHidden(value)
}

/** The service's words made fit to be shown as plain text: nothing hidden, at most `longest` characters. */
export function displayText(text: string, longest: number): string {
  const clean = withoutHidden(text, ' ').replace(/ {2,}/g, ' ').trim()
  // By code points: cutting by length could leave half a character.
  const letters = [...clean]
  return letters.length > longest ? `${letters.slice(0, longest - 1).join('')}…` : clean
}
