import type { Database } from '../../../database'

/** When shift reports were made, so that the next one can begin there. Only ever added to. */
export interface ShiftReports {
  /** When the last one of a person was made, or with null the last one of everybody; null where there is none. */
  last(person: string | null): number | null
  add(at: number, person: string | null): void
}

/** No person has this id. */
const everybody = ''

export function createShiftReports(database: Database): ShiftReports {
  return {
    last(person) {
      const sql = 'SELECT MAX(at) AS at FROM shift_report WHERE person = ?'
      const at = database.all(sql, [person ?? everybody])[0]?.at
      return typeof at === 'number' ? at : null
    },
    add(at, person) {
      database.run('INSERT INTO shift_report (at, person) VALUES (?, ?)', [at, person ?? everybody])
    },
  }
}
