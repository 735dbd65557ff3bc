import type { BlockName } from '../../../../../../shared/day/blocks'
import type { Marks, Tally } from '../../../../../../shared/day/report'
import type { DayState } from '../../../../../../shared/day/state'
import type { Method } from '../../../../../../shared/payment/channel'
import type { Person } from '../../../../../../shared/person'

/** One thing to add up: a group of entries, of requests without money, or a payment that is still unknown. */
export interface Item {
  block: BlockName
  currency: string
  channel: Method
  person: Person | null
  state: DayState
  marks: readonly (keyof Marks)[]
  tally: Tally
}

/** The names that are true. */
export function marksOf(marks: { [Mark in keyof Marks]?: boolean }): (keyof Marks)[] {
  const names = Object.keys(marks) as (keyof Marks)[]
  return names.filter(name => marks[name])
}
