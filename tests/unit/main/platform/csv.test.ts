import { describe, expect, it } from 'vitest'
import { csvLines } from '../../../../electron/main/platform/csv'

/** The rows of a CSV text as spreadsheets read them: a line feed outside quotes begins a row. */
function readLikeSpreadsheet(text: string): string[][] {
  const rows: string[][] = [[]]
  const token = /"((?:[^"]|"")*)"|([^,"\r\n]+)|(,)|(\r\n|\r|\n)/g
  let cell = ''
  const endCell = () => {
    rows.at(-1)?.push(cell)
    cell = ''
  }
  for (const [, quoted, bare, comma, line] of text.matchAll(token)) {
    if (quoted !== undefined) cell += quoted.replaceAll('""', '"')
    else if (bare !== undefined) cell += bare
    else endCell()
    if (line && comma === undefined) rows.push([])
  }
  return rows.filter(row => row.length > 0)
}

/**
 * The cells of one line where the system's list separator is `;` (most of Europe, francophone Africa). A quote
 * counts at the beginning of a cell alone; where it ends, the rest of the cell follows.
 */
function splitAtSemicolons(line: string): string[] {
  const cells = line.trimEnd().matchAll(/(?:^|;)(?:"((?:[^"]|"")*)")?([^;]*)/g)
  return [...cells].map(([, quoted = '', rest = '']) => quoted.replaceAll('""', '"') + rest)
}

const runsAsFormula = (cell: string) =>
  /^[\s\u200b\u202e\ufeff]*[=+\-@＝＋－＠﹢﹣﹦﹫]/u.test(cell) || /^[\t\r\n]/.test(cell)

describe('a spreadsheet file', () => {
  it.each([
    ...['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '\n=1'],
    ...['Note\n=1+1', 'Note\r=1+1', 'Note\r\n=1+1', 'Note\u2028=1+1', 'Note\u0085=1+1'],
    ...['Note\n=HYPERLINK("http://evil")', 'a "quoted"\n@SUM(A1)'],
    ...['  =1+1', '\u00a0=1+1', '\u200b=1+1', '\u202e=1+1'],
    ...['＝1+1', '＋1', '－1', '＠SUM(A1)', '﹦1+1'],
  ])('holds no formula and no further row: %j', text => {
    const rows = readLikeSpreadsheet(csvLines([['first', text, 'last']]))
    expect(rows).toHaveLength(1)
    expect(rows[0]).toHaveLength(3)
    expect(rows.flat().filter(runsAsFormula)).toEqual([])
  })

  it.each(['x;=1+1', 'x; @SUM(A1)', 'x;y;+1', 'x;"=1+1"', 'x;\t=1', '=1;=1'])(
    'holds no formula where a spreadsheet splits at semicolons: %j',
    text => {
      for (const row of [[text], ['first', text, 'last']])
        expect(splitAtSemicolons(csvLines([row])).filter(runsAsFormula)).toEqual([])
    },
  )

  it('leaves numbers, and texts that are none of this, as they are', () => {
    const row = ['Asha, "the first"', 'a-b=c', 'a; b', 15_000, -5, '２']
    expect(readLikeSpreadsheet(csvLines([row]))).toEqual([row.map(String)])
  })
})
