import type { TFunction } from 'i18next'
import { type BlockName, settledBlocks } from '../../shared/day/standing'
import type { DayState } from '../../shared/day/state'

/** What the states of a day are called that are neither a status of a sale nor a person's word. */
const own = {
  mismatched: 'day.mark.mismatched',
  unrecognised: 'day.unknownWord',
  contradicted: 'live.contradicted',
} as const satisfies Partial<Record<DayState, string>>

/** The name of a state in a day's totals: a sale's status and a person's word are called the same there. */
export function dayStateText(state: DayState, t: TFunction): string {
  if (isOneOf(settledBlocks, state)) return t(`resolvedAs.${state}`)
  if (state === 'mismatched' || state === 'unrecognised' || state === 'contradicted')
    return t(own[state])
  return t(`status.${state}`)
}

/** The name of a block of the day. */
export function blockText(block: BlockName, t: TFunction): string {
  return isOneOf(settledBlocks, block) ? t(`resolvedAs.${block}`) : t(`day.block.${block}`)
}

function isOneOf<Name extends string>(names: readonly Name[], name: string): name is Name {
  return (names as readonly string[]).includes(name)
}
