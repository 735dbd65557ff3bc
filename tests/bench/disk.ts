import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { writeWholeSales } from './whole-sales'

const key = Buffer.alloc(32, 7)

/**
 * Bytes of disk that a paid mobile sale takes with everything that is kept of it: request, seven events, links,
 * projections and indexes.
 */
export function measureDisk(sales: number): number {
  const folder = mkdtempSync(join(tmpdir(), 'kaunta-bench-'))
  try {
    const file = join(folder, 'ledger.db')
    writeWholeSales(file, key, 0)
    const empty = bytesOf(folder)
    writeWholeSales(file, key, sales)
    return (bytesOf(folder) - empty) / sales
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Also of what lies beside the database's own file. */
function bytesOf(folder: string): number {
  return readdirSync(folder).reduce((sum, name) => sum + statSync(join(folder, name)).size, 0)
}
