import { appendOnly, type Database, migrate, type SchemaStep } from '../database'
import { entryTables } from './entries/entry-rows'
import { saleTables } from './entries/sale-rows'
import { cashUpTables } from './projections/cash-up/tables'
import { customerTables } from './projections/customers/customers'
import { drawerTables } from './projections/drawer/drawer'
import { paymentTables } from './projections/payments/payments'
import { rulingTables } from './projections/rulings/rulings'
import { searchTables } from './projections/search/search'

/**
 * What happened to each payment. A payment's events are numbered from 1; `link` is the one that holds an event.
 * `personal` holds what an event says of a customer, under the event's link and number: it can be removed
 * (decision 21). `request` holds the exact bytes that every attempt sends.
 */
const eventTables = [
  `CREATE TABLE request (
    payment INTEGER PRIMARY KEY REFERENCES payment (key),
    body BLOB NOT NULL
  ) STRICT`,
  `CREATE TABLE event (
    payment INTEGER NOT NULL REFERENCES payment (key),
    number INTEGER NOT NULL,
    link INTEGER NOT NULL,
    body BLOB NOT NULL,
    PRIMARY KEY (payment, number)
  ) STRICT, WITHOUT ROWID`,
  `CREATE TABLE personal (
    link INTEGER NOT NULL,
    number INTEGER NOT NULL,
    body BLOB NOT NULL,
    PRIMARY KEY (link, number)
  ) STRICT, WITHOUT ROWID`,
]

/**
 * There is a link for each transaction: it holds the events `first` to `last` of a payment, or, where
 * it names none, a cash-up; 0 stands for an entry of the drawer. The first link of a payment has its id: it names the payment where its row is gone. The triggers stop this app; someone with the file and its key can drop them, and then
 * the links show it (decision 20).
 */
const linkTables = [
  `CREATE TABLE link (
    number INTEGER PRIMARY KEY,
    payment INTEGER,
    first INTEGER NOT NULL,
    last INTEGER NOT NULL,
    value BLOB NOT NULL,
    id BLOB
  ) STRICT`,
  'CREATE INDEX link_cash_up ON link (first) WHERE payment IS NULL',
]

/**
 * When customers' data may go. Links count up, and no number is used twice: a mark says up to which
 * link all was there at a moment, in numbers that no clock makes.
 */
const retentionTables = [
  `CREATE TABLE retention_mark (
    at INTEGER PRIMARY KEY,
    up_to INTEGER NOT NULL
  ) STRICT`,
]

/** One row: the highest number of the till's sealed row that a commit has noted, which tells an older `till.db`. */
const tillTables = [
  `CREATE TABLE till (
    only INTEGER PRIMARY KEY CHECK (only = 1),
    sealed INTEGER NOT NULL
  ) STRICT`,
  'INSERT INTO till (only, sealed) VALUES (1, 0)',
]

/** In the header of each ledger of a released version, "Knta". Trial versions wrote none; their tables differ. */
const ledgerMark = 0x4b6e7461

/**
 * What a person reads is in `state`, `body` and the like, as BLOBs that we decode: reading damaged TEXT
 * aborts the process in this engine. The other columns are there to be searched, never to be read back.
 * Each page of the schema is one more without which nothing of a damaged file can be read: it stays short.
 */
const version1: SchemaStep = [
  `PRAGMA application_id = ${ledgerMark}`,
  ...paymentTables,
  ...saleTables,
  ...eventTables,
  ...linkTables,
  ...searchTables,
  ...entryTables,
  ...cashUpTables,
  ...drawerTables,
  ...rulingTables,
  ...customerTables,
  ...retentionTables,
  ...tillTables,
  ...['event', 'cash_up', 'drawer', 'link', 'entry'].flatMap(appendOnly),
]

/** One step a released version. */
const steps: readonly SchemaStep[] = [version1]

/** The version that this app writes. */
export const ledgerVersion = steps.length

/**
 * Makes the tables of a new ledger, or brings an older one up to this app's version: see `migrate`. `older`, and
 * nothing changed: a trial version from before version 1 wrote it.
 */
export function migrateLedger(database: Database): 'ready' | 'newer' | 'older' {
  if (database.userVersion() > 0 && database.applicationId() !== ledgerMark) return 'older'
  return migrate(database, steps)
}
