import { needsResolving } from '../../../shared/payment/actions'
import type { Database } from '../database'
import { emptyKey } from '../hash-chain/link'
import { chainStep } from './chain-migration'
import { readSale } from './codec'
import { customerBookStep } from './customer-migration'
import { idLeadStep } from './id-lead'
import { personalStep } from './personal-migration'
import { dayMigration } from './projections/cash-up/migration'
import { fillSearch, searchIndexes, searchTables } from './projections/search/search-rows'

type Step = readonly (string | ((database: Database) => void))[]

/**
 * The ledger's shape, one step a released version; steps are never edited, only added.
 *
 * What a person reads is in `state` and `body`, as BLOBs that we decode: reading damaged TEXT aborts
 * the process in this engine. The other columns are there to be searched, never to be read back.
 */
const steps = (chainKey: Buffer): readonly Step[] => [
  [
    `CREATE TABLE sale (
      id TEXT PRIMARY KEY,
      draft_id TEXT NOT NULL UNIQUE,
      recorded_at INTEGER NOT NULL,
      is_open INTEGER NOT NULL,
      msisdn TEXT NOT NULL,
      reference TEXT,
      search TEXT NOT NULL,
      state BLOB NOT NULL
    ) STRICT, WITHOUT ROWID`,
    'CREATE INDEX sale_open ON sale (id) WHERE is_open = 1',
    'CREATE INDEX sale_reference ON sale (reference) WHERE reference IS NOT NULL',
    `CREATE TABLE request (
      sale_id TEXT PRIMARY KEY REFERENCES sale (id),
      body BLOB NOT NULL
    ) STRICT, WITHOUT ROWID`,
    `CREATE TABLE event (
      sale_id TEXT NOT NULL REFERENCES sale (id),
      number INTEGER NOT NULL,
      body BLOB NOT NULL,
      PRIMARY KEY (sale_id, number)
    ) STRICT, WITHOUT ROWID`,
  ],
  [
    'ALTER TABLE sale ADD COLUMN to_do INTEGER NOT NULL DEFAULT 0',
    database => markToDos(database),
    'ALTER TABLE sale ADD COLUMN replaces TEXT',
    'CREATE INDEX sale_replaces ON sale (replaces) WHERE replaces IS NOT NULL',
    'CREATE INDEX sale_to_do ON sale (id) WHERE to_do = 1',
    'CREATE INDEX sale_phone ON sale (msisdn)',
  ],
  // From here on `sale.search` is empty in what is written: dropping it would rewrite every sale.
  [...searchTables, fillSearch, ...searchIndexes],
  dayMigration,
  customerBookStep,
  personalStep,
  chainStep(chainKey),
  idLeadStep,
]

/** What no SQL can say, because the engine never reads what a person reads. */
function markToDos(database: Database): void {
  for (const row of database.all('SELECT id, state FROM sale')) {
    const sale = readSale(row.state)
    if (needsResolving(sale)) database.run('UPDATE sale SET to_do = 1 WHERE id = ?', [sale.id])
  }
}

/** The version that this app writes. */
export const ledgerVersion = steps(emptyKey).length

/**
 * Brings a ledger up to this app's version, each step in a transaction of its own.
 * Answers `newer`, and changes nothing, where a later app has already written it.
 */
export function migrateLedger(database: Database, chainKey = emptyKey): 'ready' | 'newer' {
  if (database.userVersion() > ledgerVersion) return 'newer'
  for (let version = database.userVersion(); version < ledgerVersion; version++)
    database.transaction(() => {
      for (const statement of steps(chainKey)[version] ?? [])
        if (typeof statement === 'string') database.run(statement)
        else statement(database)
      database.setUserVersion(version + 1)
    })
  return 'ready'
}
