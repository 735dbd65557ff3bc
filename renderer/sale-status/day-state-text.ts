import type { TFunction } from 'i18next'
import { type BlockName, settledBlocks } from '../../shared/day/standing'
import type { DayState } from '../../shared/day/state'

/** The states of a day that are no status of a sale (`day.state.<name>`). */
const own = ['mismatched', 'unrecognised', 'contradicted'] as const satisfies readonly DayState[]

/** The name of a state in a day's totals: a sale's status and a person's word are called the same there. */
export function dayStateText(state: DayState, t: TFunction): string {
  if (isOneOf(own, state)) return t(`day.state.${state}`)
  return isOneOf(settledBlocks, state) ? t(`resolvedAs.${state}`) : t(`status.${state}`)
}

/** The name of a block of the day. */
export function blockText(block: BlockName, t: TFunction): string {
  return isOneOf(settledBlocks, block) ? t(`resolvedAs.${block}`) : t(`day.block.${block}`)
}

function isOneOf<Name extends string>(names: readonly Name[], name: string): name is Name {
  return (names as readonly string[]).includes(name)
}
