import { type Database, openDatabase } from '../../electron/main/store/database'
import { readPacked } from '../../electron/main/store/ledger/rows/codec'
import { ledgerKey } from './ledger-key'

/** What a person with the file and its key can do: triggers do not stop them. */
export function dropTriggers(database: Database): void {
  for (const { name } of database.all(`SELECT name FROM sqlite_schema WHERE type = 'trigger'`))
    database.run(`DROP TRIGGER ${String(name)}`)
}

/** Does something to a file behind the till's back, as a person with its key. */
export function tamper(file: string, work: (database: Database) => void, key = ledgerKey): void {
  const database = openDatabase({ file, key })
  dropTriggers(database)
  work(database)
  database.close()
}

/** Replaces words in the bodies of a table's rows. */
export function replaceIn(
  database: Database,
  table: 'event' | 'personal',
  where: string,
  [from, to]: readonly [string, string],
): void {
  for (const { sale, number, body } of database.all(`SELECT * FROM ${table} WHERE ${where}`)) {
    const text = readPacked(body)
    if (!text.includes(from)) continue
    database.run(`UPDATE ${table} SET body = ? WHERE sale = ? AND number = ?`, [
      Buffer.from(text.replaceAll(from, to)),
      Number(sale),
      Number(number),
    ])
  }
}
