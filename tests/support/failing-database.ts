import type { Database } from '../../electron/main/store/database'
import { withMethods } from './with-methods'

/** The database with a disk that refuses its nth write, counted from 1, as SQLite says it. */
export function failingAt(database: Database, nth: number): Database {
  let writes = 0
  return withMethods(database, {
    run(sql, values) {
      writes += 1
      if (writes === nth) throw Object.assign(new Error('disk I/O error'), { rawCode: 10 })
      return database.run(sql, values)
    },
  })
}
