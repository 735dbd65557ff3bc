import { statSync } from 'node:fs'
import { isDeepStrictEqual } from 'node:util'
import { amountSchema } from '../../../../../shared/money-schemas'
import { isOpen } from '../../../../../shared/payment/actions'
import { phaseSchema, type Sale, saleSchema } from '../../../../../shared/payment/sale'
import { type Database, openDatabase, type Row, type Value } from '../../database'
import { readHistory, saleOf } from '../../ledger/events/history'
import { readJson } from '../../ledger/rows/codec'
import { readId } from '../../ledger/rows/sale-key'
import type { Findings, SalvageResult, SalvageTask } from './examiner-process'
import { createExportFile, type ExportFile, type SalvagedSale } from './export-file'

/** As many open sales as a person can look through; the export names all. */
const mostNamed = 50

/** Reads what can be read of a ledger's copy and exports it. Runs in a process of its own. */
export function examine({ file, key, exportFile }: SalvageTask): SalvageResult {
  const isEmpty = statSync(file).size === 0
  const database = attempt(() => openDatabase({ file, key: Buffer.from(key, 'hex') }))
  const output = exportFile === null ? null : createExportFile(exportFile)
  try {
    const findings = database && !isEmpty ? readAll(database, output) : nothing
    output?.finish()
    return { ok: true, findings }
  } catch (error) {
    output?.discard()
    throw error
  }
}

/** The file is empty, or not even its first page opens with the key. */
const nothing: Findings = {
  sales: 0,
  unreadable: 0,
  complete: false,
  sound: false,
  open: [],
  moreOpen: 0,
}

function readAll(database: Database, output: ExportFile | null): Findings {
  // The till died before it had made its first table: nothing was ever sold.
  if (database.userVersion() === 0) return { ...nothing, complete: true, sound: true }
  const { names, complete } = saleNames(database)
  const findings: Findings = { ...nothing, complete, sound: complete, open: [] }
  const read = new Set<unknown>()
  const lost: FoundName[] = []
  for (const name of names) {
    const sale = salvageSale(database, name)
    if (sale.fields === null) lost.push(name)
    else count(findings, sale, output)
    read.add(sale.fields?.id)
  }
  for (const { id, isDoubtful } of lost) {
    findings.sound = false
    // What damage made of a name is no sale.
    if (!isDoubtful && !read.has(id))
      count(findings, { id, fields: null, source: 'nothing' }, output)
  }
  return findings
}

function count(findings: Findings, sale: SalvagedSale, output: ExportFile | null): void {
  output?.write(sale)
  if (sale.fields === null) findings.unreadable += 1
  else findings.sales += 1
  // A row that says otherwise than its events can be read: an older app's reducer wrote it so.
  if (sale.source === 'history') findings.sound = false
  if (sale.fields === null || !mayBeOpen(sale.fields)) return
  if (findings.open.length < mostNamed) findings.open.push(nameOpen(sale.id, sale.fields))
  else findings.moreOpen += 1
}

/** A phase that this app does not know may be an open one. */
function mayBeOpen({ phase }: Record<string, unknown>): boolean {
  const known = phaseSchema.safeParse(phase)
  return !known.success || isOpen({ phase: known.data })
}

function nameOpen(saleId: string, fields: Record<string, unknown>): Findings['open'][number] {
  const amount = amountSchema.safeParse(fields.amount)
  return {
    saleId,
    amount: amount.success ? amount.data : null,
    msisdn: typeof fields.msisdn === 'string' ? fields.msisdn : '',
    recordedAt: typeof fields.recordedAt === 'number' ? fields.recordedAt : null,
  }
}

/** What can be read of a sale: its row, else what follows from its events. */
function salvageSale(database: Database, { id, key }: SaleName): SalvagedSale {
  const fields = attempt(() => readRow(database, key))
  const derived = attempt(() => saleOf(id, readHistory(database, key)))
  if (fields !== null) {
    const source = derived && !agree(fields, derived) ? 'differs' : 'row'
    return { id: typeof fields.id === 'string' ? fields.id : id, fields, source }
  }
  return { id, fields: derived && { ...derived }, source: derived ? 'history' : 'nothing' }
}

/** Read without this app's schema: a newer app may have written more. */
function readRow(database: Database, key: number): Record<string, unknown> | null {
  const [row] = database.all('SELECT state FROM sale WHERE key = ?', [key])
  const fields: unknown = readJson(row?.state)
  return typeof fields === 'object' && fields !== null ? { ...fields } : null
}

/** Only a row of this app's own shape can be compared with what this app derives. */
function agree(fields: Record<string, unknown>, derived: Sale): boolean {
  const row = saleSchema.safeParse(fields)
  return !row.success || isDeepStrictEqual(row.data, derived)
}

/** A sale by both of its names: its id, and the key that tables name it by. */
interface SaleName {
  id: string
  key: number
}

/** `isDoubtful`: a place that is whole does not have it, so damage in another one may have made it. */
interface FoundName extends SaleName {
  isDoubtful: boolean
}

/** The sales of a ledger: those of the first place, and what only the later ones have. One that is whole is enough. */
function saleNames(database: Database): { names: FoundName[]; complete: boolean } {
  const names = new Map<number, FoundName>()
  let complete = false
  for (const source of sources) {
    const walk = walkNames(database, source)
    for (const name of walk.names)
      if (!names.has(name.key)) names.set(name.key, { ...name, isDoubtful: complete })
    complete ||= walk.whole
  }
  return { names: [...names.values()], complete }
}

const batch = 200

/** Where all sales are named, and the column by which it is read, with its least and greatest value. */
interface Source {
  from: string
  key: string
  place: string
  least: Value
  greatest: Value
  /** A condition for its rows. */
  only?: string
}

const byKey = { least: 0, greatest: Number.MAX_SAFE_INTEGER }

const sources: readonly Source[] = [
  { ...byKey, from: 'sale NOT INDEXED', key: 'key', place: 'key' },
  { ...byKey, from: 'link', key: 'sale', place: 'number', only: 'AND id IS NOT NULL' },
  {
    from: 'sale INDEXED BY sale_id',
    key: 'key',
    place: 'id',
    least: Buffer.alloc(0),
    greatest: Buffer.alloc(17, 0xff),
  },
]

/** The names that can be reached in one place, and whether they are all that it holds. */
interface Walk {
  names: SaleName[]
  whole: boolean
}

/**
 * Collects the names from the first on and, where that is stopped by damage, from the last back. Never
 * throws: what cannot be read ends the walk from that side.
 */
function walkNames(
  database: Database,
  { from, key, place, only = '', least, greatest }: Source,
): Walk {
  const next = (order: 'ASC' | 'DESC') => (after: Value, limit: number) =>
    database.all(
      `SELECT ${key} AS key, id, ${place} AS place FROM ${from}
       WHERE ${place} ${order === 'ASC' ? '>' : '<'} ? ${only} ORDER BY ${place} ${order} LIMIT ?`,
      [after, limit],
    )
  const forward = walkOneWay(least, next('ASC'))
  if (forward.whole) return forward
  const backward = walkOneWay(greatest, next('DESC'))
  const known = new Set(forward.names.map(name => name.key))
  const more = backward.names.filter(name => !known.has(name.key))
  return { names: [...forward.names, ...more], whole: false }
}

function walkOneWay(start: Value, next: (after: Value, limit: number) => Row[]): Walk {
  const names: SaleName[] = []
  const seen = new Set<number>()
  let after = start
  for (;;) {
    // A batch that meets damage is read again row by row, up to the damage itself.
    const rows = readNames(() => next(after, batch)) ?? readNames(() => next(after, 1))
    if (rows === null) return { names, whole: false }
    const last = rows.at(-1)
    if (!last) return { names, whole: true }
    // Damaged pages that lead back to where the walk was would be walked for ever.
    if (rows.some(({ name }) => seen.has(name.key))) return { names, whole: false }
    for (const { name } of rows) seen.add(name.key)
    names.push(...rows.map(({ name }) => name))
    after = last.row.place ?? null
  }
}

/** Null where one cannot be read: to walk on from a damaged key would jump over what lies between. */
function readNames(read: () => Row[]): { row: Row; name: SaleName }[] | null {
  return attempt(() =>
    read().map(row => ({ row, name: { id: readId(row.id), key: Number(row.key) } })),
  )
}

/** Null for what cannot be read: here that is an answer, not an error. */
function attempt<T>(read: () => T): T | null {
  try {
    return read()
  } catch {
    return null
  }
}
