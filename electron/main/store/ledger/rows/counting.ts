import type { Row } from '../../database'

/** The period after the last that was closed, in SQL. */
export const runningPeriod = '(SELECT COALESCE(MAX(number), 0) + 1 FROM cash_up)'

/** A split that keeps each half of a sum within what the engine and JavaScript count exactly. */
const million = 1_000_000

/** Counts rows that each have a `value`, in SQL. */
export const counting = `COUNT(*) AS payments, SUM(value / ${million}) AS millions,
  SUM(value % ${million}) AS ones`

export function countOf({ payments, millions, ones }: Row): { sales: number; amount: number } {
  return { sales: Number(payments), amount: Number(millions) * million + Number(ones) }
}
