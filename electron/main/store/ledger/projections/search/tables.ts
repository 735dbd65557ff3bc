/**
 * What sales are searched by (decision 15): narrow rows, apart from the sales themselves, so that a search reads a
 * tenth of the pages. No index but for the few whose word had no meaning: a search walks.
 */
export const searchTables = [
  `CREATE TABLE sale_search (
    sale INTEGER PRIMARY KEY,
    recorded_at INTEGER NOT NULL,
    status TEXT NOT NULL,
    amount INTEGER NOT NULL,
    phone TEXT NOT NULL,
    name TEXT NOT NULL,
    reference TEXT NOT NULL,
    settled TEXT NOT NULL
  ) STRICT`,
  `CREATE INDEX sale_search_manager ON sale_search (sale) WHERE status = 'manager'`,
]
