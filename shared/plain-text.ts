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

/** Most of what is typed, and nothing in it to change. */
const plain = /^[\x20-\x7e]*$/
/** Kept: blanks tell words and cells apart, and what is broken (NUL, half a character) is for main to refuse. */
const hiddenButBlanks = /(?![\0\t\n\r\p{Cs}])[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/gu

/**
 * What was typed or pasted as it is seen: nothing hidden, and the one form of each letter (NFKC). Tabs and line ends
 * stay. A small or circled digit stays too: `15²` is not 152.
 */
export function visibleText(typed: string): string {
  if (plain.test(typed)) return typed
  const seen = typed.replace(/\r\n|[\v\f\u0085\p{Zl}\p{Zp}]/gu, '\n').replace(hiddenButBlanks, '')
  return [...seen].map(oneForm).join('').normalize('NFC').replace(hiddenButBlanks, '')
}

function oneForm(letter: string): string {
  const form = letter.normalize('NFKC')
  return /\d/.test(form) && !/\p{Nd}/u.test(letter) ? letter : form
}

/** The blocks of Unicode for scripts that are written from right to left. */
const rightToLeft =
  /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u

/** A name, a note or another text of a person within a sentence: written from right to left, it moves no digit next to it. */
export function isolated(text: string): string {
  return rightToLeft.test(text) ? `\u2068${text}\u2069` : text
}

/** As `visibleText`, in one line, without blanks at its ends. */
export function plainLine(typed: string): string {
  return visibleText(typed)
    .replace(/[\t\n\r]+/g, ' ')
    .trim()
}

/** The text without hidden characters and blanks at its ends: all that is taken away from a secret, a reference or an address. */
export function trimmedEnds(typed: string): string {
  const ends = /^(?:\s|(?![\0\p{Cs}])[\p{Cc}\p{Cf}])+|(?:\s|(?![\0\p{Cs}])[\p{Cc}\p{Cf}])+$/gu
  return typed.replace(ends, '')
}

/** The text with the digits of every script (`٠`, `०`) as 0 to 9, for what is read as a number. */
export function asciiDigits(text: string): string {
  return text.replace(/[^\P{Nd}0-9]/gu, digit => {
    // Ten digits stand in a row, and other rows may follow at once.
    let first = digit.codePointAt(0) ?? 0
    const code = first
    while (/\p{Nd}/u.test(String.fromCodePoint(first - 1))) first -= 1
    return String((code - first) % 10)
  })
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
