import { shiftMarkTables } from './shift-marks'
import { unpaidRequestTables } from './unpaid-requests'

/**
 * What the day needs, beside the entries.
 * `sold_line` holds the items of each payment. `cash_up` is only ever added to, and `cash_up_document` counts the
 * documents made of each: all but the first are copies. `cash_up_reason` holds what people typed for a closing, where it can be removed.
 */
export const cashUpTables = [
  ...unpaidRequestTables,
  `CREATE TABLE sold_line (
    payment INTEGER NOT NULL REFERENCES payment (key),
    number INTEGER NOT NULL,
    name BLOB NOT NULL,
    price INTEGER NOT NULL,
    quantity INTEGER NOT NULL,
    PRIMARY KEY (payment, number)
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
    payment_id TEXT NOT NULL,
    cash_up INTEGER NOT NULL,
    reason BLOB NOT NULL,
    PRIMARY KEY (payment_id, cash_up)
  ) STRICT, WITHOUT ROWID`,
  ...shiftMarkTables,
]
