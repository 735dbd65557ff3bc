/**
 * What is not seen on a screen, or changes the order of what is: control, format and surrogate characters, line
 * separators, and letters that are drawn as nothing.
 */
const hidden = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/u
const everyHidden = new RegExp(hidden, 'gu')

export function holdsHidden(text: string): boolean {
  return hidden.test(text)
}

/** The text with `instead` in place of everything hidden. */
export function withoutHidden(text: string, instead: string): string {
  return text.replace(everyHidden, instead)
}

/** A name as it is kept: what was typed, without unseen characters, in the one form of each letter (NFKC). */
export function plainName(typed: string): string {
  const oneLine = typed.normalize('NFKC').replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
  // Once more: letters that something hidden kept apart may now be one.
  return withoutHidden(oneLine, '').normalize('NFKC').replace(/\s+/gu, ' ').trim()
}

/** Capital letters and digits that are drawn like the Latin letter of the same place. */
const drawnAlike = {
  other: 'АВЕЗКМНОРСТУХІЈЅԚԜΑΒΕΖΗΙΚΜΝΟΡΤΥΧ01L|',
  latin: 'ABE3KMHOPCTYXIJSQWABEZHIKMNOPTYXOIII',
} as const

/** Two names with the same skeleton cannot be told apart on a screen. */
export function nameSkeleton(name: string): string {
  return [...plainName(name).toUpperCase()].map(latinLike).join('')
}

function latinLike(letter: string): string {
  const place = drawnAlike.other.indexOf(letter)
  return place < 0 ? letter : drawnAlike.latin.charAt(place)
}
