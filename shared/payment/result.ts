import type { Sale } from './sale'

/** What became of a sale that a person must hear of (`result.name.<name>` in the languages). */
export type ResultName =
  | 'paid'
  | 'failed'
  | 'refused'
  | 'held'
  | 'expired'
  | 'unrecognised'
  | 'mismatched'
  | 'contradicted'
  | 'paidLate'
  | 'paidTwice'

/** How it sounds and looks: good, bad, or something that a person has to look at. */
export type ResultTone = 'paid' | 'failed' | 'attention'

/** A sale's result, or null while there is none. `paid` is only what nothing speaks against. */
export function resultOf(sale: Sale): ResultName | null {
  switch (sale.phase) {
    case 'held':
    case 'refused':
      return sale.phase
    case 'expired':
      // One that a person ended is no news to them.
      return sale.resolution === null ? 'expired' : null
    case 'settled':
      return settledResult(sale)
    default:
      return null
  }
}

/** The tone of a result. Money that came late or twice is never simply good news (money rule 9). */
export function toneOf(result: ResultName): ResultTone {
  if (result === 'paid') return 'paid'
  return result === 'failed' || result === 'refused' ? 'failed' : 'attention'
}

/**
 * The result that a step of a sale brought, or null where it brought none: nothing is announced twice,
 * and nothing that was there before the till started is announced at all.
 */
export function freshResult(before: Sale | null, sale: Sale): ResultName | null {
  const result = resultOf(sale)
  return before !== null && resultOf(before) === result ? null : result
}

/** A person has seen the result: they handed the goods over or recorded a refund. */
export function isSeen(sale: Sale): boolean {
  return sale.handedOverAt !== null || sale.refund !== null
}

function settledResult(sale: Sale): ResultName | null {
  // It had failed, was charged again and paid, and now its own money came too (money rule 9).
  if (sale.contradictedByPaid && sale.paidTwice !== null) return 'paidTwice'
  if (sale.contradiction !== null) return 'contradicted'
  if (sale.mismatch !== null) return 'mismatched'
  if (sale.paidTwice !== null) return 'paidTwice'
  if (sale.late) return 'paidLate'
  return sale.outcome
}
