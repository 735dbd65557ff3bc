/**
 * What sales are searched by (decision 15). Narrow rows, apart from the sales themselves: a search that
 * has to walk reads a tenth of the pages. Ordinary indexes throughout: full-text ones merge now and then,
 * and a customer would wait for it. `search_part` has what is left of
 * a name from each word on, or of a phone number from each second digit on, and what comes before it: written
 * once a customer, not once a sale. `id_lead` says by how much ids run ahead of their sales.
 */
export const searchTables = [
  `CREATE TABLE sale_search (
    sale INTEGER PRIMARY KEY,
    status TEXT NOT NULL,
    amount INTEGER NOT NULL,
    phone TEXT NOT NULL,
    name TEXT NOT NULL,
    reference TEXT NOT NULL,
    settled TEXT NOT NULL
  ) STRICT`,
  'CREATE INDEX sale_search_status ON sale_search (status)',
  'CREATE INDEX sale_search_amount ON sale_search (amount)',
  'CREATE INDEX sale_search_name ON sale_search (name)',
  `CREATE INDEX sale_search_reference ON sale_search (reference) WHERE reference != ''`,
  `CREATE INDEX sale_search_settled ON sale_search (settled) WHERE settled != ''`,
  `CREATE TABLE search_part (
    part TEXT NOT NULL,
    lead TEXT NOT NULL,
    PRIMARY KEY (part, lead)
  ) STRICT, WITHOUT ROWID`,
  'CREATE TABLE id_lead (ms INTEGER NOT NULL) STRICT',
]
