/**
 * A row a sale, as it follows from its events; other tables name it by its `key`, which
 * is never used twice. `period` is the one that it was taken in (decision 19);
 * `to_do` marks what a person has yet to resolve (money rule 8), `may_be_paid` what may still turn out
 * paid (money rule 9). No two sales have one receipt number.
 */
export const saleTables = [
  `CREATE TABLE sale (
    key INTEGER PRIMARY KEY AUTOINCREMENT,
    id BLOB NOT NULL,
    draft_id BLOB NOT NULL,
    replaces BLOB,
    purchase BLOB,
    recorded_at INTEGER NOT NULL,
    period INTEGER NOT NULL,
    is_open INTEGER NOT NULL,
    to_do INTEGER NOT NULL,
    may_be_paid INTEGER NOT NULL DEFAULT 0,
    msisdn TEXT NOT NULL,
    reference TEXT,
    receipt_number INTEGER,
    state BLOB NOT NULL
  ) STRICT`,
  'CREATE UNIQUE INDEX sale_id ON sale (id)',
  'CREATE UNIQUE INDEX sale_draft ON sale (draft_id)',
  'CREATE INDEX sale_open ON sale (id) WHERE is_open = 1',
  'CREATE INDEX sale_to_do ON sale (id) WHERE to_do = 1',
  'CREATE INDEX sale_may_be_paid ON sale (key) WHERE may_be_paid = 1',
  'CREATE UNIQUE INDEX sale_receipt ON sale (receipt_number) WHERE receipt_number IS NOT NULL',
  'CREATE INDEX sale_replaces ON sale (replaces) WHERE replaces IS NOT NULL',
  'CREATE INDEX sale_purchase ON sale (purchase) WHERE purchase IS NOT NULL',
  'CREATE INDEX sale_phone ON sale (msisdn)',
  'CREATE INDEX sale_reference ON sale (reference) WHERE reference IS NOT NULL',
]
