import type { ShiftSince } from '../../../../../../shared/day/shift-report'
import type { Database, Row } from '../../../database'
import { runningPeriod } from '../../rows/counting'
import type { DayPlace } from './period-money'

/**
 * Where shifts begin: `kind` is a sign-in of a person, their first in a period, or a report that they made; '' is
 * everybody's. What comes after the `entry`, the `request` and the entry of the `drawer` belongs to the shift; `at` is only shown.
 */
export const shiftMarkTables = [
  `CREATE TABLE shift_mark (
    number INTEGER PRIMARY KEY,
    period INTEGER NOT NULL,
    kind TEXT NOT NULL,
    person TEXT NOT NULL,
    at INTEGER NOT NULL,
    entry INTEGER NOT NULL,
    request INTEGER NOT NULL,
    drawer INTEGER NOT NULL
  ) STRICT`,
]

export interface ShiftMark {
  number: number
  /** Wall clock, ms. */
  at: number
  place: DayPlace
}

/** Who made a report: null is everybody. */
type Whose = string | null

/** No person has this id. */
const everybody = ''

/** Where shifts of the running period begin. Only ever added to. */
export class ShiftMarks {
  constructor(
    private readonly database: Database,
    private readonly here: () => DayPlace,
  ) {}

  /** A person signed in. In each period the first time counts: a till that locks itself is signed in to many times. */
  signedIn(person: string, at: number): void {
    if (this.#last('signIn', person) === null) this.#add('signIn', person, at, this.here())
  }

  /** A report was made of what came up to a place. */
  reported(person: Whose, at: number, place: DayPlace): void {
    this.#add('lastReport', person ?? everybody, at, place)
  }

  /** Where a shift begins; null is the beginning of the period. */
  start(since: ShiftSince, { of, me }: { of: Whose; me: string | null }): ShiftMark | null {
    if (since === 'cashUp') return null
    if (since === 'lastReport') return this.#last(since, of ?? everybody)
    return me === null ? null : this.#last(since, me)
  }

  /** A mark of the running period; null where it has none with this number. */
  find(number: number): ShiftMark | null {
    const sql = `SELECT * FROM shift_mark WHERE number = ? AND period = ${runningPeriod}`
    return this.database.all(sql, [number]).map(markOf)[0] ?? null
  }

  #last(kind: ShiftSince, person: string): ShiftMark | null {
    const sql = `SELECT * FROM shift_mark WHERE kind = ? AND person = ? AND period = ${runningPeriod}
      ORDER BY number DESC LIMIT 1`
    return this.database.all(sql, [kind, person]).map(markOf)[0] ?? null
  }

  #add(kind: ShiftSince, person: string, at: number, { entry, request, drawer }: DayPlace): void {
    this.database.run(
      `INSERT INTO shift_mark (period, kind, person, at, entry, request, drawer)
       VALUES (${runningPeriod}, ?, ?, ?, ?, ?, ?)`,
      [kind, person, at, entry, request, drawer],
    )
  }
}

function markOf({ number, at, entry, request, drawer }: Row): ShiftMark {
  const place = { entry: Number(entry), request: Number(request), drawer: Number(drawer) }
  return { number: Number(number), at: Number(at), place }
}
