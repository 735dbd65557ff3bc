import type { Ruling } from '../../../../../../shared/payment/objections'
import type { Payment } from '../../../../../../shared/payment/payment'
import { isSaidPaid } from '../../../../../../shared/payment/status'
import type { Database } from '../../../database'
import type { Projection } from '../projection'

/** How many payments would not be paid without what people said of a field: `field` is its name and value. */
export const rulingTables = [
  `CREATE TABLE ruling (
    field TEXT PRIMARY KEY,
    payments INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID`,
]

/** What people's words about fields have made paid (money rule 5). */
export class Rulings implements Projection {
  constructor(private readonly database: Database) {}

  apply(after: Payment, before: Payment | null): void {
    // The reducer hands the same list on, until another result takes its place.
    if (!isSaidPaid(after) || (before !== null && isSaidPaid(before))) return
    for (const ruling of after.cleared)
      this.database.run(
        `INSERT INTO ruling (field, payments) VALUES (?, 1)
           ON CONFLICT (field) DO UPDATE SET payments = payments + 1`,
        [fieldOf(ruling)],
      )
  }

  /** How many payments it made paid. */
  payments(ruling: Pick<Ruling, 'name' | 'value'>): number {
    const [row] = this.database.all('SELECT payments FROM ruling WHERE field = ?', [
      fieldOf(ruling),
    ])
    return Number(row?.payments ?? 0)
  }
}

function fieldOf({ name, value }: Pick<Ruling, 'name' | 'value'>): string {
  return JSON.stringify([name, value])
}
