/** Twelve digits: far more than any sale, far less than where numbers lose their last digit. */
export const mostDigits = 12
const largest = 10 ** mostDigits - 1

export type AmountProblem =
  | 'amount-missing'
  | 'amount-not-whole'
  | 'amount-zero'
  | 'amount-too-large'
  | 'sum-incomplete'
  | 'sum-unreadable'

export type AmountReading = { value: number } | { problem: AmountProblem }

/**
 * The result of a sum of whole numbers and products, such as `1,500+2×750`; a lone number is its own
 * sum. Digits are grouped rightly or not at all. No step on the way may be larger than an amount is.
 */
export function readSum(text: string): AmountReading {
  if (text === '') return { problem: 'amount-missing' }
  if (/[^\d,.+×]/.test(text)) return { problem: 'sum-unreadable' }
  const total = addUp(text.split('+').map(readProduct))
  return 'value' in total && total.value === 0 ? { problem: 'amount-zero' } : total
}

/** True where the text is more than one number. */
export function isSum(text: string): boolean {
  return /[+×]/.test(text)
}

/** The digits of a whole number, grouped rightly or not at all, or null. `15,000.00` is whole. */
export function plainDigits(text: string): string | null {
  const whole = text.replace(/\.0{1,2}$/, '')
  if (!/^(\d*|\d{1,3}(,\d{3})+)$/.test(whole)) return null
  return whole.replaceAll(',', '')
}

function readProduct(text: string): AmountReading {
  return combine(text.split('×').map(readNumber), 1, (product, factor) => product * factor)
}

function addUp(terms: readonly AmountReading[]): AmountReading {
  return combine(terms, 0, (sum, term) => sum + term)
}

function readNumber(text: string): AmountReading {
  if (text === '') return { problem: 'sum-incomplete' }
  const digits = plainDigits(text)
  if (digits === null || digits === '') return { problem: 'amount-not-whole' }
  return bounded(Number(digits))
}

/** The first problem there is, or all values taken together. */
function combine(
  readings: readonly AmountReading[],
  start: number,
  join: (so: number, far: number) => number,
): AmountReading {
  return readings.reduce<AmountReading>(
    (result, next) => {
      if ('problem' in result) return result
      return 'problem' in next ? next : bounded(join(result.value, next.value))
    },
    { value: start },
  )
}

/** Two numbers within the bound multiply to less than 10^24: no overflow hides that it is too large. */
function bounded(value: number): AmountReading {
  return value > largest ? { problem: 'amount-too-large' } : { value }
}
