import { type Database, openDatabase } from '../../electron/main/database'

/**
 * Every page of an encrypted database as it is once decrypted, used or not: what a person with the key
 * could find in the file. The engine itself decrypts them.
 */
export function plainPages(file: string, key: Buffer): Buffer {
  const opened = openDatabase({ file, key })
  if (!opened.ok) throw new Error(opened.detail)
  try {
    return pagesOf(opened.database)
  } finally {
    opened.database.close()
  }
}

function pagesOf(database: Database): Buffer {
  const rows = database.all('SELECT data FROM sqlite_dbpage ORDER BY pgno')
  return Buffer.concat(rows.map(({ data }) => data as Buffer))
}
