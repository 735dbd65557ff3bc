import type { Database } from '../database'

/** How large a ledger is and where its hash chain ends. It names no sale and no customer. */
export interface LedgerStatistics {
  sales: number
  open: number
  needsAttention: number
  events: number
  cashUps: number
  links: number
  /** The first 16 hexadecimal digits of the last link; '' of an empty chain. */
  lastLink: string
}

/** Counts by indexes alone: a whole ledger of a million sales is not read for it. */
export function readStatistics(database: Database): LedgerStatistics {
  const count = (rows: string) => Number(database.all(`SELECT COUNT(*) AS n FROM ${rows}`)[0]?.n)
  const [last] = database.all('SELECT value FROM link ORDER BY number DESC LIMIT 1')
  return {
    sales: count('sale'),
    open: count('sale WHERE is_open = 1'),
    needsAttention: count('sale WHERE to_do = 1'),
    events: count('event'),
    cashUps: count('cash_up'),
    links: count('link'),
    lastLink: last?.value instanceof Uint8Array ? hexadecimal(last.value) : '',
  }
}

function hexadecimal(value: Uint8Array): string {
  return Buffer.from(value).toString('hex').slice(0, 16)
}
