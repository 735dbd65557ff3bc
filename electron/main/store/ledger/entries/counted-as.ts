import type { WayBack } from '../../../../../shared/payment/given-back'
import type { Way } from '../../../../../shared/sale/entry'
import { LedgerDamaged } from '../rows/codec'

/** What an entry counts as: what it undoes counts once less. What was given back is subtracted from no block. */
export type Counted = { sign: 1 | -1 } & (
  | { kind: 'confirmed' | 'cash' | 'seen' }
  | { kind: 'refund'; how: WayBack }
)

const kinds = { service: 'confirmed', cash: 'cash', said: 'seen' } as const satisfies Record<
  Way,
  string
>

export function countedAs(direction: string, way: string, undoing: boolean): Counted {
  const sign = undoing ? -1 : 1
  if (!isWay(way)) throw new LedgerDamaged('An entry is damaged')
  const isIn = (direction === 'in') !== undoing
  return isIn ? { sign, kind: kinds[way] } : { sign, kind: 'refund', how: way }
}

function isWay(way: string): way is Way {
  return way in kinds
}
