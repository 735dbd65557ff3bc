import type { CurrencyDay } from '../../../shared/day/report'
import type { ShiftMark, StaffMove } from '../world/facts'
import { idOf, sumsOf, whole } from './periods'
import type { Scene } from './scene'

/** What has moved in the running period, for sales and without one. */
export function movedNow({ facts, committed, settings }: Scene): StaffMove[] {
  const { drawer, period } = committed.day
  const onRecord = drawer.entries(whole).map(({ draftId }) => draftId)
  const { currency } = settings
  const presses = facts.drawer
    .filter(({ draftId, kind }) => onRecord.includes(draftId) && kind !== 'float')
    .map(({ kind, value, person }) => ({ what: kind, currency, value, person }))
  return [...facts.moves.filter(move => move.period === period), ...presses]
}

/** A shift report `of` a person, '' is everybody, as it begins with a mark. */
export interface ShiftTold extends Pick<ShiftMark, 'since' | 'whose'> {
  of: string
  currencies: readonly CurrencyDay[]
}

/** It has what they moved since it begins, each once: what they have moved by now, less what they had by then. */
export function checkShift(scene: Scene, { of, currencies, ...mark }: ShiftTold): void {
  const told = sumsText(currencies.flatMap(sumsTold))
  const keyed = (moves: readonly StaffMove[], sign: 1 | -1) =>
    moves
      .filter(move => of === '' || idOf(move) === of)
      .map(({ currency, what, value }) => [`${currency} ${what}`, sign * value] as const)
  const now = keyed(movedNow(scene), 1)
  const expected = beginningsOf(scene, mark).map(then => sumsText([...now, ...keyed(then, -1)]))
  if (!expected.includes(told))
    scene.report('shift', `the shift since ${mark.since} has ${told}, not ${expected.join(' or ')}`)
}

function sumsTold(day: CurrencyDay): (readonly [string, number])[] {
  const { paidIn, paidOut } = day.drawer
  const sums = Object.entries({ ...sumsOf(day), 'pay-in': paidIn, 'pay-out': paidOut })
  return sums.map(([what, sum]) => [`${day.currency} ${what}`, sum])
}

/** What comes to nothing is left out. */
function sumsText(values: readonly (readonly [key: string, value: number])[]): string {
  const sums = new Map<string, number>()
  for (const [key, value] of values) sums.set(key, (sums.get(key) ?? 0) + value)
  const texts = [...sums].filter(([, sum]) => sum !== 0).map(([key, sum]) => `${key} ${sum}`)
  return texts.sort((one, other) => (one < other ? -1 : 1)).join(', ') || 'nothing'
}

/** What had moved when it began: the first sign-in, or the last report. A power cut leaves open whether a mark was written. */
function beginningsOf(
  { facts, committed }: Scene,
  { since, whose }: Pick<ShiftMark, 'since' | 'whose'>,
): (readonly StaffMove[])[] {
  const { period } = committed.day
  const marks = facts.shiftMarks.filter(
    mark => mark.period === period && mark.since === since && mark.whose === whose,
  )
  const inOrder = since === 'signIn' ? marks : marks.toReversed()
  const sure = inOrder.findIndex(({ isCertain }) => isCertain)
  const possible = sure < 0 ? inOrder : inOrder.slice(0, sure + 1)
  return [...possible.map(({ moved }) => moved), ...(sure < 0 ? [[]] : [])]
}
