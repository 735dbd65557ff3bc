/** Counted cash as typed: `null` where nothing was typed, `bad` where it is no whole amount. */
export function countedAmount(typed: string): number | null | 'bad' {
  const digits = typed.replace(/[\s,.\u00a0]/g, '')
  if (digits === '') return null
  return /^\d{1,15}$/.test(digits) ? Number(digits) : 'bad'
}
