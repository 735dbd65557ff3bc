/** The first letters of the first and the last word. */
export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/)
  const first = [words[0], words.length > 1 ? words.at(-1) : '']
  return first
    .map(word => [...(word ?? '')][0] ?? '')
    .join('')
    .toUpperCase()
}

/** How many colours there are (tokens.css). */
const hues = 6

/** A person keeps their colour, whoever else is added: it is made of their name. */
export function hueOf(name: string): number {
  return 1 + ([...name].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 9973, 0) % hues)
}
