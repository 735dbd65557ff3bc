import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { ledgerKey } from '../support/database'
import { inFolder } from './measuring'
import { writeWholePayments } from './whole-payments'

/**
 * Bytes of disk that a paid mobile payment takes with everything that is kept of it: request, seven events, links,
 * projections and indexes.
 */
export function measureDisk(sales: number): Promise<number> {
  return inFolder(folder => {
    const file = join(folder, 'ledger.db')
    writeWholePayments(file, ledgerKey, 0)
    const empty = bytesOf(folder)
    writeWholePayments(file, ledgerKey, sales)
    return (bytesOf(folder) - empty) / sales
  })
}

/** Also of the files next to the database's own. */
function bytesOf(folder: string): number {
  return readdirSync(folder).reduce((sum, name) => sum + statSync(join(folder, name)).size, 0)
}
