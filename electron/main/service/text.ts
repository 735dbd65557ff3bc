/** Control, invisible-format and surrogate characters, and line separators: they can fake a screen. */
const unprintable = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u
const everyUnprintable = new RegExp(unprintable, 'gu')

/** True for text that can be kept exactly as it came: 1 to `longest` characters, not blank, nothing hidden. */
export function isExactText(value: unknown, longest: number): value is string {
  if (typeof value !== 'string' || value.length > longest) return false
  return value.trim() !== '' && !unprintable.test(value)
}

/** The service's words made fit to be shown as plain text: nothing hidden, at most `longest` characters. */
export function displayText(text: string, longest: number): string {
  const clean = text.replace(everyUnprintable, ' ').replace(/ {2,}/g, ' ').trim()
  // By code points: cutting by length could leave half a character.
  const letters = [...clean]
  return letters.length > longest ? `${letters.slice(0, longest - 1).join('')}…` : clean
}
