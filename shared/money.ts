/** Money as the service counts it: a positive whole number of major currency units (§2.2). */
export interface Amount {
  currency: string
  value: number
}

/** The currency that every card payment is made in (§2.2: card requests use `TZS`). */
export const cardCurrency = 'TZS'

/** Digits grouped as people read them, without the currency: 15000 becomes `15,000`. */
export function groupDigits(value: number): string {
  return String(value).replace(/\B(?=(\d{3})+(?!\d))/g, ',')
}
