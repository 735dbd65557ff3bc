/** A row a phone number: the customer book. */
export const customerTables = [
  `CREATE TABLE customer (
    msisdn TEXT PRIMARY KEY,
    last_sale_at INTEGER NOT NULL,
    search TEXT NOT NULL,
    details BLOB NOT NULL
  ) STRICT, WITHOUT ROWID`,
  'CREATE INDEX customer_last_sale ON customer (last_sale_at)',
  // A search reads this index alone: the rows themselves are spread over the whole file.
  'CREATE INDEX customer_search ON customer (search, last_sale_at)',
]
