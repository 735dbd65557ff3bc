import type { ConnectionKind } from '../../../shared/connection'
import type { CashUp } from '../../../shared/day/cash-up'
import type { ParsedOf } from '../../../shared/ipc/contract'
import { failure, type Result } from '../../../shared/ipc/result'
import type { Person } from '../../../shared/person'
import type { OpenPayments } from '../payments/open-payments'
import type { Clock } from '../platform/clock'
import { endsWithin } from '../platform/ends-within'
import type { Log } from '../platform/log'
import { checkRecords } from '../store/ledger/check-records'
import type { Ledger } from '../store/ledger/ledger'
import type { TillStore } from '../store/till-store'

/** How long closing waits for the service's answers, ms: without a network the day can still be closed. */
const readLimitMs = 10_000

interface ClosingScene {
  /** Who pressed. */
  by: Person | null
  shop: { name: string; till: string }
  store: Pick<TillStore, 'database' | 'recordIfPossible' | 'copyIfPossible'>
  log: Pick<Log, 'error'>
  /** Whether this connection is still in use. */
  isWanted: () => boolean
}

/** Closes the running period: the records are checked, what may have been paid since is read, then all is written. */
export class Closing {
  constructor(
    private readonly deps: {
      kind: ConnectionKind
      ledger: Pick<Ledger, 'chain' | 'day'>
      clock: Clock
      openPayments: Pick<OpenPayments, 'checkClosed'>
    },
  ) {}

  async close(
    closing: ParsedOf<'day', 'close'>,
    { by, shop, store, log, isWanted }: ClosingScene,
  ): Promise<Result<CashUp>> {
    const { kind, ledger, clock, openPayments } = this.deps
    const ledgerCheck = await checkRecords(ledger.chain, { store, log, wanted: isWanted })
    // What failed, expired or was resolved may have been paid since the list was made (money rule 9). After the limit
    // the reads continue in the background.
    await endsWithin(openPayments.checkClosed(), readLimitMs, clock)
    if (!isWanted()) return failure('not-selling', 'The connection was changed')
    const scene = { at: clock.wall(), person: by, connection: kind, ledgerCheck, shop }
    const closed = ledger.day.close(closing, scene)
    if (closed.ok) store.copyIfPossible()
    return closed
  }
}
