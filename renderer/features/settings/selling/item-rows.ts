import Papa from 'papaparse'
import { type Item, isSameCode, mostItems } from '../../../../shared/charging'
import { groupDigits } from '../../../../shared/money'
import { itemSchema } from '../../../../shared/settings/charging'
import { amountOf } from '../controls'

/** An item as it is typed, or as it is in a file. */
export type ItemRow = Record<keyof Item, string>

/** What keeps a row from being an item (`items.wrong.<key>`). */
type RowProblem = 'lost' | 'name' | 'price' | 'code' | 'sameName' | 'sameCode' | 'many'

export const noItem: ItemRow = { name: '', price: '', code: '' }

/** A saved item as it is typed. */
export function rowOf({ name, price, code }: Item): ItemRow {
  return { name, price: groupDigits(price), code }
}

export function isEmptyRow({ name, price, code }: ItemRow): boolean {
  return `${name}${price}${code}`.trim() === ''
}

/** A row as an item; what cannot be read is what the schema refuses. */
export function itemOf({ name, price, code }: ItemRow, currency: string): Item {
  return { name: name.trim(), price: amountOf(price, currency), code: code.trim() }
}

/** The first thing that is wrong with a row after the rows before it, or null. An empty row is none. */
export function problemOf(
  row: ItemRow,
  before: readonly ItemRow[],
  currency: string,
): RowProblem | null {
  if (isEmptyRow(row)) return null
  if (Object.values(row).some(text => text.includes(lostLetter))) return 'lost'
  const item = itemOf(row, currency)
  const { name, price, code } = itemSchema.shape
  if (!name.safeParse(item.name).success) return 'name'
  if (!price.safeParse(item.price).success) return 'price'
  if (!code.safeParse(item.code).success) return 'code'
  const others = before.filter(other => !isEmptyRow(other)).map(other => itemOf(other, currency))
  if (others.some(other => other.name.toLowerCase() === item.name.toLowerCase())) return 'sameName'
  if (item.code !== '' && others.some(other => isSameCode(other.code, item.code))) return 'sameCode'
  return others.length >= mostItems ? 'many' : null
}

/** What a program writes for a letter that it could not read. */
const lostLetter = '\ufffd'

/** The text of a file: UTF-8, or what spreadsheets save where they do not, which is in the code page of Windows. */
export function fileText(bytes: Uint8Array): string {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

/**
 * Reads name, price and code from the text of a CSV file, after the rows that are there. A first line without
 * a price is its headings.
 */
export function readItems(text: string, there: readonly ItemRow[], currency: string) {
  const lines = Papa.parse<string[]>(text.replace(/^\ufeff/, ''), { skipEmptyLines: false }).data
  const rows: ItemRow[] = []
  // The rows that are left out, counted as a spreadsheet counts.
  const bad: { number: number; problem: RowProblem }[] = []
  for (const [n, [name = '', price = '', code = '']] of lines.entries()) {
    const row = { name, price, code }
    if (isEmptyRow(row) || (n === 0 && Number.isNaN(amountOf(price, currency)))) continue
    const problem = problemOf(row, [...there, ...rows], currency)
    if (problem === null) rows.push(rowOf(itemOf(row, currency)))
    else bad.push({ number: n + 1, problem })
  }
  return { rows, bad }
}
