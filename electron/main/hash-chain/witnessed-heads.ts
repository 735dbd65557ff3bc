import type { ChainedStoreName, Change } from '../../../shared/integrity'
import type { OpenStore } from './background-check'
import { againstCheckpoint, againstWitness } from './checkpoint'
import { type HeadsDocument, nameOf } from './checkpoint-document'
import type { Head } from './link'

/** Where the heads of ledgers are on record: the audit log. */
export interface LedgerWitness {
  /** The newest head that is on record; null where there is none, `unknown` where the log cannot be read. */
  head(ledger: string): Head | null | 'unknown'
  /** Returns once the entry is on the disk; throws what the audit log throws. */
  noteHead(ledger: string, head: Head): void
  /** The store's file was set aside, and a new one follows. Throws what the audit log throws. */
  forgetLedger(store: ChainedStoreName): void
}

/**
 * The head of each ledger in the audit log as well: its note and the ledger could be put back together. Not
 * of Practice, which holds no money and is deleted at will, nor of the audit log itself.
 */
export interface WitnessedHeads {
  /** What a store that was just opened differs in; told once where it differs from its own note too. */
  compare(store: ChainedStoreName, each: OpenStore): readonly Change[]
  /** Returns once it is on record; throws what the audit log throws. */
  note(store: ChainedStoreName, each: OpenStore | undefined): void
}

export function createWitnessedHeads(heads: HeadsDocument, witness: LedgerWitness): WitnessedHeads {
  return {
    compare(store, each) {
      const { chained } = each
      const known = isWitnessed(store) ? witness.head(nameOf(store, chained)) : null
      each.isCompared = known !== 'unknown'
      const found = againstCheckpoint(heads.note(store, chained), chained)
      if (found.length > 0 || known === null || known === 'unknown') return found
      return againstWitness(known, chained)
    },
    note(store, each) {
      if (!each?.isCompared || !isWitnessed(store) || !each.chained.isSettled()) return
      witness.noteHead(nameOf(store, each.chained), each.chained.head())
    },
  }
}

function isWitnessed(store: ChainedStoreName): boolean {
  return store !== 'practice' && store !== 'auditLog'
}
