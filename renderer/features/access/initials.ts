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

/** A colour for each name, made of it; the next free one where someone before has it already. */
export function huesOf(names: readonly string[]): number[] {
  const taken = new Set<number>()
  return names.map(name => {
    let hue = [...name].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 9973, 0) % hues
    for (let tried = 1; tried < hues && taken.has(hue); tried += 1) hue = (hue + 1) % hues
    taken.add(hue)
    return hue + 1
  })
}
