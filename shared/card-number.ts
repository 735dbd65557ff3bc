/**
 * Finds payment card numbers in what people type, so that none is ever kept or sent: card data belongs on
 * the hosted checkout page alone (§4.3). It is found by its form: a length that cards have (13 to 19
 * digits, ISO/IEC 7812) and a right check digit (Luhn).
 */

const shortestCard = 13
const longestCard = 19

/** The most digits that a phone number can have (E.164). */
const longestPhoneNumber = 15

/** A phone number written with its country's code. */
const international = /^\s*(?:\+|00)/

const ids = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi

/** Digits as people group them: at most two blanks, dashes or dots between one group and the next. */
const groupedDigits = /\d+(?:[\s.\-\u2010-\u2015]{1,2}\d+)*/g

/**
 * Whether the text holds what has the form of a card's number, alone or among other words. Of one piece,
 * any right check digit counts; of several pieces ("4111 1111 1111 1111 12/27", two phone numbers one after the
 * other), only what also begins as the cards of a network do. Ids (UUIDs) are not looked at.
 * One number in ten that is no card's has a right check digit too: such a text is refused in doubt. Where
 * it may be a phone number, one with its country's code is taken for that unless it is too long.
 */
export function holdsCardNumber(text: string, { mayBePhone = false } = {}): boolean {
  const isPhone = mayBePhone && international.test(text)
  const shortest = isPhone ? longestPhoneNumber + 1 : shortestCard
  // Full-width and other compatibility digits are written as the plain ones.
  const plain = text.normalize('NFKC').replace(ids, ' ; ')
  return (plain.match(groupedDigits) ?? []).some(run =>
    holdsCard(run.match(/\d+/g) ?? [], shortest),
  )
}

/** Whether a number has the form of a card's: it is never meant as an amount. */
export function isCardNumber(value: number): boolean {
  const digits = String(value)
  return hasCardLength(digits, shortestCard) && isOfNetwork(digits) && isLuhnValid(digits)
}

function holdsCard(groups: readonly string[], shortest: number): boolean {
  return groups.some((_group, first) => beginsCard(groups.slice(first), shortest))
}

/** Whether the first of these groups, or the first few together, are a card's number. */
function beginsCard(groups: readonly string[], shortest: number): boolean {
  let digits = ''
  for (const [at, group] of groups.entries()) {
    digits += group
    if (digits.length > longestCard) return false
    const wellBegun = at === 0 ? !digits.startsWith('0') : isOfNetwork(digits)
    if (wellBegun && hasCardLength(digits, shortest) && isLuhnValid(digits)) return true
  }
  return false
}

function hasCardLength({ length }: string, shortest: number): boolean {
  return length >= shortest && length <= longestCard
}

/** Visa, Mastercard, American Express, UnionPay, Verve and the like. */
function isOfNetwork(digits: string): boolean {
  return /^(?:[3-6]|2[2-7]|8[12]|9792)/.test(digits)
}

function isLuhnValid(digits: string): boolean {
  const sum = [...digits].reverse().reduce((total, digit, at) => {
    const weighed = Number(digit) * (at % 2 === 0 ? 1 : 2)
    return total + (weighed > 9 ? weighed - 9 : weighed)
  }, 0)
  return sum % 10 === 0
}
