import { type Database, openDatabase } from '../../electron/main/database'
import { ledgerKey } from './payments/ledger'

/*
 * A ledger as version 1 wrote it, as text: it must not follow when the app's own shape changes.
 * Sale 1 was paid, sale 2 expired and is still to be resolved, sale 3 waits for its answer.
 */
const shape = [
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
]

const customer = `{"firstName":"Asha","lastName":"Mushi","email":null,"country":null,"city":null,"address":null}`

const recorded = (number: number) =>
  `{"type":"recorded","at":1767603600000,"draftId":"${uuid(4, number)}","channel":"mobile","amount":{"currency":"TZS","value":${number}500},"msisdn":"25575400121${number}","customer":${customer},"note":"","idempotencyKey":"${uuid(4, 10 + number)}"}`
const started = `{"type":"attempt-started","at":1767603601000,"attempt":1}`
const accepted = (number: number) =>
  `{"type":"accepted","at":1767603602000,"attempt":1,"reference":"R-${number}","status":"pending","expiresAt":1767603720000,"expiryAssumed":false,"checkoutUrl":null,"apiVersion":"2026-01-01"}`
const read = `{"type":"status-read","at":1767603603000,"by":"watcher","status":"completed","providerStatus":null}`
const settled = `{"type":"settled","at":1767603603000,"status":"completed","outcome":"paid"}`
const expired = `{"type":"expired","at":1767603723000}`

const state = (number: number, changes: string) =>
  `{"id":"${uuid(7, number)}","draftId":"${uuid(4, number)}","channel":"mobile","amount":{"currency":"TZS","value":${number}500},"msisdn":"25575400121${number}","customer":${customer},"note":"","idempotencyKey":"${uuid(4, 10 + number)}","recordedAt":1767603600000,"freshSince":1767603600000,"attempts":1,"maybeSent":true,"lastFailure":null,"refusal":null,"reference":"R-${number}","acceptedAt":1767603602000,"expiresAt":1767603720000,"expiryAssumed":false,"checkoutUrl":null,"apiVersion":"2026-01-01","providerStatus":null,"stoppedWaitingAt":null,"handedOverAt":null,"mismatch":null,"contradiction":null,"late":false,"resolution":null,${changes}}`

const sales = [
  {
    state: state(
      1,
      `"phase":"settled","outcome":"paid","rawStatus":"completed","settledAt":1767603603000`,
    ),
    events: [recorded(1), started, accepted(1), read, settled],
    isOpen: 0,
  },
  {
    state: state(2, `"phase":"expired","outcome":null,"rawStatus":"pending","settledAt":null`),
    events: [recorded(2), started, accepted(2), expired],
    isOpen: 0,
  },
  {
    state: state(3, `"phase":"pending","outcome":null,"rawStatus":"pending","settledAt":null`),
    events: [recorded(3), started, accepted(3)],
    isOpen: 1,
  },
]

/** Writes it to a new file, and gives the ids of its sales. */
export function writeLedgerVersion1(file: string): string[] {
  const opened = openDatabase({ file, key: ledgerKey })
  if (!opened.ok) throw new Error(opened.detail)
  const { database } = opened
  database.transaction(() => {
    for (const statement of shape) database.run(statement)
    database.setUserVersion(1)
  })
  for (const [index, sale] of sales.entries()) writeSale(database, index + 1, sale)
  database.close()
  return sales.map((_, index) => uuid(7, index + 1))
}

function writeSale(
  database: Database,
  number: number,
  sale: { state: string; events: string[]; isOpen: number },
): void {
  const id = uuid(7, number)
  database.run('INSERT INTO sale VALUES (?, ?, ?, ?, ?, ?, ?, ?)', [
    ...[id, uuid(4, number), 1_767_603_600_000, sale.isOpen, `25575400121${number}`],
    ...[`R-${number}`, `asha mushi r-${number}`, Buffer.from(sale.state)],
  ])
  database.run('INSERT INTO request VALUES (?, ?)', [id, Buffer.from(`{"number":${number}}`)])
  for (const [index, event] of sale.events.entries())
    database.run('INSERT INTO event VALUES (?, ?, ?)', [id, index + 1, Buffer.from(event)])
}

function uuid(version: 4 | 7, number: number): string {
  return `019b8d00-0000-${version}000-8000-${String(number).padStart(12, '0')}`
}
