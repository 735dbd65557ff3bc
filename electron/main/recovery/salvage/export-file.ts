import { appendFileSync, closeSync, fsyncSync, openSync, rmSync } from 'node:fs'
import { stringify } from 'csv-stringify/sync'
import { csvFormat } from '../../exports/csv'
import { type ExportRow, exportColumns } from './export-row'

/** A spreadsheet file that is being written. Each call throws what node:fs throws. */
export interface ExportFile {
  write(row: ExportRow): void
  /** Returns once it is on the disk. */
  finish(): void
  /** Leaves no half file behind. */
  discard(): void
}

/**
 * Begins a new CSV file; throws where there is one already. With a byte-order mark, so that
 * spreadsheets read it as UTF-8, and with cells that begin like a formula defused: a customer's name
 * must not become a command on the manager's computer.
 */
export function createExportFile(file: string): ExportFile {
  const descriptor = openSync(file, 'wx', 0o600)
  let isFirst = true
  const write = (rows: ExportRow[]) => {
    appendFileSync(
      descriptor,
      stringify(rows, {
        columns: [...exportColumns],
        header: isFirst,
        bom: isFirst,
        ...csvFormat,
      }),
    )
    isFirst = false
  }
  return {
    write: row => write([row]),
    finish() {
      if (isFirst) write([])
      fsyncSync(descriptor)
      closeSync(descriptor)
    },
    discard() {
      closeSync(descriptor)
      rmSync(file, { force: true })
    },
  }
}
