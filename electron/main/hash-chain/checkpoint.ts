import { createHash } from 'node:crypto'
import type { AuditDetail } from '../../../shared/audit-entry'
import type { ChainedStoreName, Change } from '../../../shared/integrity'
import { type ChainedStore, type CheckScope, mostChanges } from './chained-store'
import type { Checkpoint } from './checkpoint-document'
import { type Head, noValue } from './link'

/** Of a store in which nothing is known to have been. */
export const beginCheckpoint: Checkpoint = {
  number: 0,
  value: noValue.toString('hex'),
  checked: { number: 0, value: noValue.toString('hex') },
  wholeAt: 0,
  changes: [],
  acknowledged: [],
  sinceCashUp: 0,
}

/**
 * Whether a store that was just opened goes on from where it is known to have stood. The note lags behind
 * after a crash, and that is no change; a store that is behind its note is.
 */
export function againstCheckpoint(
  note: Checkpoint | 'none' | 'forged',
  chained: Pick<ChainedStore, 'head' | 'valueAt'>,
): Change[] {
  if (typeof note !== 'string') return againstHead(note, chained)
  const head = chained.head()
  return [change('note', head.number, head.value.toString('hex'))]
}

/** The same for a head that the audit log has on record. */
export function againstWitness(
  { number, value }: Head,
  chained: Pick<ChainedStore, 'head' | 'valueAt'>,
): Change[] {
  return againstHead({ number, value: value.toString('hex') }, chained)
}

function againstHead(
  known: Pick<Checkpoint, 'number' | 'value'>,
  chained: Pick<ChainedStore, 'head' | 'valueAt'>,
): Change[] {
  if (known.number === 0) return []
  const { number } = chained.head()
  if (number < known.number) return [change('cut', number, known.value)]
  const value = chained.valueAt(known.number)?.toString('hex') ?? ''
  return value === known.value ? [] : [change('rewritten', known.number, value)]
}

function change(kind: Change['kind'], number: number, trace: string): Change {
  return { kind, saleId: '', number, trace: trace.slice(0, 16) }
}

/** What a start has to check: the links after those that were checked, or all where none were. Pure. */
export function scopeAfter({ checked }: Checkpoint): CheckScope {
  const { number, value } = checked
  return number === 0 ? 'whole' : { number, value: Buffer.from(value, 'hex') }
}

const wholeEvery = 30 * 86_400_000

/** Whether the last check of all is a month ago, or in the future because a clock was wrong. Pure. */
export function wholeIsDue({ wholeAt }: Checkpoint, now: number): boolean {
  return Math.abs(now - wholeAt) >= wholeEvery
}

type NotedChange = Checkpoint['changes'][number]

/** What of these is neither known nor acknowledged yet; at most `mostChanges`. Pure. */
export function checkpointChanges(
  store: ChainedStoreName,
  note: Checkpoint,
  found: readonly Change[],
  now: number,
): NotedChange[] {
  const known = new Set([...note.acknowledged, ...note.changes.map(({ id }) => id)])
  return found
    .map(change => ({ ...change, id: idOf(store, change), seenAt: now }))
    .filter(({ id }) => !known.has(id))
    .slice(0, Math.max(0, mostChanges - note.changes.length))
}

/** The note with these among what is not acknowledged. Pure. */
export function withChanges(note: Checkpoint, news: readonly NotedChange[]): Checkpoint {
  const sinceCashUp = note.sinceCashUp + news.length
  return { ...note, changes: [...note.changes, ...news], sinceCashUp }
}

/** What the audit log says of changes that were seen: how many, and the first of them. */
export function seenDetail(store: ChainedStoreName, changes: readonly Change[]): AuditDetail {
  const [first] = changes
  const { kind = '', number = 0, saleId = '' } = first ?? {}
  return { store, changes: changes.length, kind, number, saleId }
}

function idOf(store: ChainedStoreName, { kind, saleId, number, trace }: Change): string {
  const text = JSON.stringify([store, kind, saleId, number, trace])
  const digits = createHash('sha256').update(text).digest('hex').slice(0, 16)
  // Letters alone: in an acknowledgement sixteen digits could be taken for a card's number.
  return digits.replace(/\d/g, digit => String.fromCharCode('g'.charCodeAt(0) + Number(digit)))
}
