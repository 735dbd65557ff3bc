import type { LedgerExport } from '../../../../shared/ipc/till-state'

/** What is to be examined. */
export interface SalvageTask {
  /** A copy of the ledger: the ledger itself is never opened by a salvage. */
  file: string
  /** 64 hexadecimal digits. */
  key: string
  /** Where to export to, under the first of `<name>.csv`, `<name>-2.csv` … that is not there; null only to look. */
  exportTo: { folder: string; name: string } | null
}

/** What was found. */
export interface Findings extends Omit<LedgerExport, 'file' | 'open'> {
  open: LedgerExport['open'][number][]
  /** True when every row could be read: then the till itself may open the ledger. */
  sound: boolean
  /** Where it was exported to. */
  file: string | null
}
