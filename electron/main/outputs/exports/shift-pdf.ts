import type { ShiftReport } from '../../../../shared/day/shift-report'
import { momentCell } from '../../platform/csv'
import { unused, writeNew } from './new-file'

/** Writes a shift report in the export folder: `kaunta-shift-sandbox-2026-11-21 14.32.04.pdf`. As `writeNew`. */
export function writeShiftPdf(folder: string, shift: ShiftReport, pdf: Uint8Array): string {
  const { connection, report } = shift
  // A colon is not allowed in the name of a file everywhere.
  const until = momentCell(report.until).replaceAll(':', '.')
  return writeNew(folder, unused(folder, `kaunta-shift-${connection}-${until}`, 'pdf'), pdf)
}
