/**
 * What the day needs. `taking` says in which period each sale brought what, each kind once (decision 19).
 * `sold_line` holds the items of each sale. `cash_up` is only ever added to, and `cash_up_document` counts the
 * documents made of each: all but the first are copies. `cash_up_reason` holds what people typed for a closing, where it can be removed.
 * `shift_report` says when a person's shift report was made; '' is everybody's.
 */
export const cashUpTables = [
  `CREATE TABLE taking (
    period INTEGER NOT NULL,
    kind TEXT NOT NULL,
    sale INTEGER NOT NULL REFERENCES sale (key),
    counts INTEGER NOT NULL,
    earlier INTEGER NOT NULL,
    amount INTEGER NOT NULL,
    currency TEXT NOT NULL,
    quarter INTEGER NOT NULL,
    facts BLOB NOT NULL,
    PRIMARY KEY (period, kind, sale)
  ) STRICT, WITHOUT ROWID`,
  'CREATE UNIQUE INDEX taking_of_sale ON taking (sale, kind)',
  `CREATE TABLE sold_line (
    sale INTEGER NOT NULL REFERENCES sale (key),
    number INTEGER NOT NULL,
    name BLOB NOT NULL,
    price INTEGER NOT NULL,
    quantity INTEGER NOT NULL,
    PRIMARY KEY (sale, number)
  ) STRICT, WITHOUT ROWID`,
  `CREATE TABLE cash_up (
    number INTEGER PRIMARY KEY,
    body BLOB NOT NULL,
    lines BLOB NOT NULL
  ) STRICT`,
  `CREATE TABLE cash_up_document (
    cash_up INTEGER NOT NULL REFERENCES cash_up (number),
    kind TEXT NOT NULL,
    number INTEGER NOT NULL,
    PRIMARY KEY (cash_up, kind, number)
  ) STRICT, WITHOUT ROWID`,
  `CREATE TABLE cash_up_reason (
    sale_id TEXT NOT NULL,
    cash_up INTEGER NOT NULL,
    reason BLOB NOT NULL,
    PRIMARY KEY (sale_id, cash_up)
  ) STRICT, WITHOUT ROWID`,
  `CREATE TABLE shift_report (
    at INTEGER NOT NULL,
    person TEXT NOT NULL
  ) STRICT`,
]
