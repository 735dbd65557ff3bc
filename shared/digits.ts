/** Digits grouped as people read them, without the currency: 15000 becomes `15,000`. */
export function groupDigits(value: number): string {
  return String(value).replace(/\B(?=(\d{3})+(?!\d))/g, ',')
}
