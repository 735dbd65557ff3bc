import Papa from 'papaparse'
import { withoutHidden } from '../../../shared/plain-text'

export type CsvCell = string | number

const lineEnd = '\r\n'

/** Lines of a spreadsheet file. */
export function csvLines(rows: readonly (readonly CsvCell[])[]): string {
  const cells = rows.map(row =>
    row.map(cell => (typeof cell === 'string' ? harmlessCell(cell) : cell)),
  )
  return rows.length === 0 ? '' : Papa.unparse(cells, { newline: lineEnd }) + lineEnd
}

/**
 * A text on one line that no spreadsheet takes for a formula: a customer's name must not become a command on
 * the manager's computer. Where the system's list separator is `;`, a spreadsheet begins a cell after each.
 */
function harmlessCell(text: string): string {
  return text.split(';').map(harmlessPart).join(';')
}

/**
 * A lone line feed would begin a row, and so a cell, of its own. Blanks, quotes, hidden characters and
 * full-width forms before or in place of `=` are read past, as some spreadsheets do.
 */
function harmlessPart(text: string): string {
  const line = text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
  const asRead = withoutHidden(line.normalize('NFKC'), '').replace(/^[\s"]+/, '')
  return /^[=+\-@]/.test(asRead) || /^[\t\r\n]/.test(text) ? `'${line}` : line
}

/** At the very beginning of the file, so that spreadsheets read it as UTF-8. */
export const byteOrderMark = '\ufeff'

/**
 * What people typed or the service said, with the mark that spreadsheets know for text: without it `0754`, `1E5`,
 * `MAR2026`, `3/4` and `10-11-12` become other numbers, or dates.
 */
export function textCell(text: string | null): string {
  return text === null || text === '' ? '' : `'${text}`
}
