import type { Sale } from '../../../../../shared/payment/sale'
import type { Database } from '../../../database'
import { idTime } from '../../rows/sale-id-time'

/*
 * How far the ids of sales have run ahead of the computer's clock. Ids keep the ledger's own order, so after a
 * clock was set back they are later than the moments at which their sales were recorded: a search by day has to
 * know by how much at the most. Few rows: one for each time that the lead grew.
 */

/** Several sales within one moment make a lead too, which no search by day has to mind, ms. */
const slack = 1_000

/** The longest lead that there ever was, ms; 0 where the clock was never set back. */
export function longestIdLead(database: Database): number {
  const [row] = database.all('SELECT MAX(ms) AS ms FROM id_lead')
  return Number(row?.ms ?? 0)
}

/** Keeps the lead of a new sale. In the transaction that records it. */
export function noteIdLead(database: Database, { id, recordedAt }: Sale): void {
  const lead = idTime(id) - recordedAt
  if (lead > slack && lead > longestIdLead(database))
    database.run('INSERT INTO id_lead (ms) VALUES (?)', [lead])
}
