import type { TFunction } from 'i18next'
import type { DayState } from '../../shared/day/state'

/** The states of a day that are no status of a sale (`day.state.<name>`). */
const own = [
  'cash',
  'seen',
  'notPaid',
  'otherwise',
  'mismatched',
  'unrecognised',
  'contradicted',
] as const satisfies readonly DayState[]

type Own = (typeof own)[number]

/** The name of a state in a day's totals: a sale's status is called the same there. */
export function dayStateText(state: DayState, t: TFunction): string {
  return isOwn(state) ? t(`day.state.${state}`) : t(`status.${state}`)
}

function isOwn(state: DayState): state is Own {
  return (own as readonly DayState[]).includes(state)
}
