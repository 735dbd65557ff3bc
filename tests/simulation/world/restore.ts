import type { Scene } from '../rules/scene'
import type { Delivered } from '../simulated-service/books'
import type { Disk } from '../till/disk'
import type { Machine } from '../till/machine'
import type { DraftFacts, Facts } from './facts'
import type { Watch } from './watch'

/** Of what the ledger knows, the world has a book of its own: with the ledger it goes back to what it was. */
type Known = Pick<
  Facts,
  | 'drafts'
  | 'byDraftId'
  | 'reads'
  | 'cashierActions'
  | 'drawer'
  | 'shiftMarks'
  | 'undos'
  | 'movedByHand'
  | 'closings'
  | 'closed'
  | 'moves'
  | 'everMoved'
  | 'meanings'
  | 'givings'
  | 'fieldMeanings'
  | 'words'
>

interface BackUpDeps {
  disk: Pick<Disk, 'copy' | 'putBack'>
  machine: Pick<Machine, 'prepareRestored'>
  scene: Scene
  watch: Pick<Watch, 'unannounced' | 'restored'>
}

/**
 * Makes a backup of the ledger; the function restores it, while the till is off. What the till learnt, and what people
 * pressed, since then only the world knows: what the service executed stays in its books, with the draft of each.
 */
export function backUp({ disk, machine, scene, watch }: BackUpDeps, keys: string): () => void {
  const { facts, committed, purchases, elapsed } = scene
  disk.copy()
  watch.unannounced()
  const madeAt = elapsed()
  const known = copyOf(facts)
  const answers = new Map([...known.drafts.values()].map(each => [each, [...each.answers]]))
  const numbers = purchases.numbersNow()
  const payments = new Map(
    committed
      .recent(100)
      .map(payment => [payment.id, { payment, events: committed.history(payment.id) }]),
  )
  return () => {
    disk.putBack()
    Object.assign(facts, copyOf(known))
    for (const [drafted, heard] of answers) drafted.answers = [...heard]
    purchases.goBackTo(numbers)
    facts.restored = { madeAt, at: elapsed(), payments }
    watch.restored()
    machine.prepareRestored(keys)
  }
}

/** A draft of which the ledger has no payment is gone with the window that had it. */
function copyOf(facts: Known): Known {
  const kept = [...facts.drafts].filter(([, { paymentId }]) => paymentId !== null)
  const reads: [string, Delivered[]][] = [...facts.reads].map(([of, heard]) => [of, [...heard]])
  return {
    drafts: new Map(kept),
    byDraftId: new Map(
      kept.map(([, drafted]): [string, DraftFacts] => [drafted.draft.draftId, drafted]),
    ),
    reads: new Map(reads),
    cashierActions: copies(facts.cashierActions),
    drawer: copies(facts.drawer),
    shiftMarks: copies(facts.shiftMarks),
    undos: copies(facts.undos),
    movedByHand: new Map(facts.movedByHand),
    closings: copies(facts.closings),
    closed: [...facts.closed],
    moves: [...facts.moves],
    everMoved: new Set(facts.everMoved),
    meanings: new Map(facts.meanings),
    givings: [...facts.givings],
    fieldMeanings: new Map(facts.fieldMeanings),
    words: structuredClone(facts.words),
  }
}

/** Of a press it may become certain only later that it counts. */
const copies = <Press extends object>(presses: readonly Press[]): Press[] =>
  presses.map(press => ({ ...press }))
