import type { Sale } from '../../../../shared/payment/sale'

/** Follows a committed change of a sale; `before` is null where it is new. */
export type CommitListener = (sale: Sale, before: Sale | null) => void

/** What follows the ledger's commits: windows, notifications, printing. */
export interface CommitListeners {
  /** `failed` gets what the listener throws: it never reaches the writer, for the sale is safe by then. */
  add(listener: CommitListener, failed: (error: unknown, sale: Sale) => void): void
  /** Tells each listener of a commit, in the order in which they were added. */
  tell: CommitListener
}

/** Listeners of one ledger; none yet. */
export function createCommitListeners(): CommitListeners {
  const listeners: Parameters<CommitListeners['add']>[] = []
  return {
    add: (...listener) => void listeners.push(listener),
    tell(sale, before) {
      for (const [listener, failed] of listeners)
        try {
          listener(sale, before)
        } catch (error) {
          failed(error, sale)
        }
    },
  }
}
