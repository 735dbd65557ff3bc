import { join } from 'node:path'
import { byName } from '../../../../shared/by-name'
import { type ConnectionKind, connectionKindSchema } from '../../../../shared/connection'
import type { OpenKey } from '../../store/key-file'
import type { Ledger } from '../../store/ledger/ledger'
import { inLedger } from '../../store/ledger/open-ledger'
import { TillDatabase } from '../../store/till-database'
import { emptyDocument } from '../../store/till-document'
import { BackupFailed } from '../backup-failed'
import type { Contents, LedgerFacts } from '../tasks'

/** Reads the databases of a folder that nothing else has open. Throws BackupFailed for one that does not open. */
export function contentsOf(folder: string, key: OpenKey): Contents {
  const till = withTill(folder, key, Buffer.alloc, database => ({
    document: database.document(),
    sealedNumber: database.number(),
  }))
  const ledgers = byName(connectionKindSchema.options, kind =>
    withLedger(folder, kind, key, ledgerFacts),
  )
  return { ...(till ?? { document: emptyDocument, sealedNumber: 0 }), ledgers }
}

/** Works on the till's file in such a folder; null where there is none, because nothing was ever written to it. */
export function withTill<Value>(
  folder: string,
  { key }: OpenKey,
  random: (size: number) => Buffer,
  work: (database: TillDatabase) => Value,
): Value | null {
  const opening = TillDatabase.open(join(folder, 'till.db'), key, random)
  if (opening.state === 'absent') return null
  if (opening.state !== 'sound') throw unopened('till.db', opening.state)
  try {
    return work(opening.database)
  } finally {
    opening.database.close()
  }
}

/** Works on a ledger in such a folder; null where there is none. */
export function withLedger<Value>(
  folder: string,
  kind: ConnectionKind,
  key: OpenKey,
  work: (ledger: Ledger) => Value,
): Value | null {
  return inLedger(folder, kind, key, work, reason => {
    throw unopened(kind, reason)
  })
}

/** What is said of a database that does not open. */
export function unopened(store: string, why: string): BackupFailed {
  return new BackupFailed('backup-store-unreadable', `${store}: ${why}`)
}

function ledgerFacts(ledger: Ledger): LedgerFacts {
  const { payments: sales, open } = ledger.statistics()
  const { number, value } = ledger.chain.head()
  return { links: number, value: value.toString('hex'), sales, open }
}
