import { appendFileSync, closeSync, fsyncSync, mkdirSync, openSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { amountSchema } from '../../../../../shared/money-schemas'
import { isOpen } from '../../../../../shared/payment/actions'
import { phaseSchema } from '../../../../../shared/payment/payment'
import { byteOrderMark, type CsvCell, csvLines, textCell } from '../../../platform/csv'
import { numbered } from '../../../platform/file-names'
import { removeFile } from '../../../platform/remove'
import { type Database, openDatabase } from '../../database'
import { unusedName } from '../../files/durable-files'
import { paymentOf, readHistory } from '../../ledger/events/history'
import { readJson } from '../../ledger/rows/codec'
import { readId } from '../../ledger/rows/payment-key'
import type { Findings, SalvageTask } from '../salvage-task'

/** As many open payments as a person can look through; the export names all. */
const mostNamed = 50

/**
 * Reads what can be read of a ledger's copy and exports it. Runs in a process of its own: reading damaged bytes can
 * abort it.
 */
export function examine({ file, key, exportTo }: SalvageTask): Findings {
  if (exportTo === null) return findIn(file, key, null)
  mkdirSync(exportTo.folder, { recursive: true })
  const start = join(exportTo.folder, exportTo.name)
  const target = unusedName(number => `${numbered(start, number)}.csv`)
  try {
    const output = createExportFile(target)
    const findings = findIn(file, key, output)
    output.finish()
    return { ...findings, file: target }
  } catch (error) {
    // No half file stays behind.
    removeFile(target)
    throw error
  }
}

function findIn(
  file: string,
  key: string,
  output: ReturnType<typeof createExportFile> | null,
): Findings {
  const { size } = statSync(file)
  const database = attempt(() => openDatabase({ file, key: Buffer.from(key, 'hex') }))
  return database && size > 0 ? readAll(database, size, output) : nothing
}

/** The file is empty, or not even its first page opens with the key. */
const nothing: Findings = {
  sales: 0,
  unreadable: 0,
  complete: false,
  sound: false,
  open: [],
  moreOpen: 0,
  file: null,
}

function readAll(
  database: Database,
  size: number,
  output: ReturnType<typeof createExportFile> | null,
): Findings {
  // The till died before it had made its first table: nothing was ever sold.
  if (database.userVersion() === 0) return { ...nothing, complete: true, sound: true }
  const { last, complete } = lastKey(database, size)
  const findings: Findings = { ...nothing, complete, sound: complete, open: [] }
  for (let key = 1; key <= last; key++) {
    const payment = salvagePayment(database, key)
    if (!payment) continue
    output?.write(payment)
    count(findings, payment)
  }
  return findings
}

/** A payment takes more bytes of a ledger: a key beyond what the file has space for was made by damage. */
const leastBytes = 100

/** Payments are numbered from 1 without gaps; the last number is in two places, of which one is enough. */
function lastKey(database: Database, size: number): { last: number; complete: boolean } {
  const most = Math.floor(size / leastBytes)
  const said = ['SELECT MAX(key) AS last FROM payment', 'SELECT MAX(payment) AS last FROM event']
    .map(sql => attempt(() => Number(database.all(sql)[0]?.last ?? 0)))
    .filter(last => last !== null && last <= most)
  return { last: said.length > 0 ? Math.max(...said.map(Number)) : most, complete: said.length > 0 }
}

function count(findings: Findings, { id, fields, source }: SalvagedPayment): void {
  if (source !== 'row') findings.sound = false
  if (fields === null) findings.unreadable += 1
  else findings.sales += 1
  if (fields === null || !mayBeOpen(fields)) return
  if (findings.open.length < mostNamed) findings.open.push(nameOpen(id, fields))
  else findings.moreOpen += 1
}

/** A phase that this app does not know may be an open one. */
function mayBeOpen({ phase }: Record<string, unknown>): boolean {
  const known = phaseSchema.safeParse(phase)
  return !known.success || isOpen({ phase: known.data })
}

function nameOpen(paymentId: string, fields: Record<string, unknown>): Findings['open'][number] {
  const amount = amountSchema.safeParse(fields.amount)
  return {
    paymentId,
    amount: amount.success ? amount.data : null,
    msisdn: typeof fields.msisdn === 'string' ? fields.msisdn : '',
    recordedAt: typeof fields.recordedAt === 'number' ? fields.recordedAt : null,
  }
}

/** What can be read of a payment: its row, else what follows from its events. Null where there is neither. */
function salvagePayment(database: Database, key: number): SalvagedPayment | null {
  const rows = attempt(() => database.all('SELECT id, state FROM payment WHERE key = ?', [key]))
  // Read without this app's schema: a newer app may have written more.
  const fields = attempt(() => Object(readJson(rows?.[0]?.state)) as Record<string, unknown>)
  if (typeof fields?.id === 'string') return { id: fields.id, fields, source: 'row' }
  const events = attempt(() => readHistory(database, key))
  if (rows?.length === 0 && events?.length === 0) return null
  const id =
    attempt(() => readId(rows?.[0]?.id)) ??
    attempt(() => readId(database.all(idInLink, [key])[0]?.id)) ??
    ''
  const derived = attempt(() => paymentOf(id, events ?? []))
  return { id, fields: derived && { ...derived }, source: derived ? 'history' : 'nothing' }
}

const idInLink = `SELECT link.id AS id FROM event JOIN link ON link.number = event.link
  WHERE event.payment = ? AND event.number = 1`

/** Null for what cannot be read: here that is an answer, not an error. */
function attempt<T>(read: () => T): T | null {
  try {
    return read()
  } catch {
    return null
  }
}

/** A payment as far as it can be read. */
interface SalvagedPayment {
  id: string
  /** Its fields as JSON holds them, of whatever version; null where nothing of it can be read. */
  fields: Record<string, unknown> | null
  /** `history`: its row is damaged, and this was derived from its events. */
  source: 'row' | 'history' | 'nothing'
}

/** Begins a new spreadsheet file; throws where there is one already, and with each call what node:fs throws. */
function createExportFile(file: string) {
  const descriptor = openSync(file, 'wx', 0o600)
  const write = (cells: readonly CsvCell[]) => appendFileSync(descriptor, csvLines([cells]))
  appendFileSync(descriptor, byteOrderMark)
  write(columns.map(([name]) => name))
  return {
    write: (payment: SalvagedPayment) =>
      write(columns.map(([, cellOf]) => cellOf(payment.fields ?? {}, payment))),
    /** Returns once it is on the disk. */
    finish() {
      fsyncSync(descriptor)
      closeSync(descriptor)
    },
  }
}

type Fields = Record<string, unknown>
type Column = readonly [name: string, cellOf: (fields: Fields, payment: SalvagedPayment) => CsvCell]

/** Whatever a field holds, it becomes a cell or stays empty. */
const columns: readonly Column[] = [
  ['paymentId', (_fields, { id }) => id],
  ['readFrom', (_fields, { source }) => readFrom[source]],
  ['recordedAt', ({ recordedAt }) => moment(recordedAt)],
  ['amount', ({ amount }) => cell(objectOf(amount).value)],
  ['currency', ({ amount }) => cell(objectOf(amount).currency)],
  text('msisdn'),
  ['firstName', ({ customer }) => cell(objectOf(customer).firstName)],
  ['lastName', ({ customer }) => cell(objectOf(customer).lastName)],
  text('channel'),
  text('phase'),
  text('outcome'),
  text('rawStatus'),
  text('reference'),
  ['acceptedAt', ({ acceptedAt }) => moment(acceptedAt)],
  ['settledAt', ({ settledAt }) => moment(settledAt)],
  ['handedOverAt', ({ handedOverAt }) => moment(handedOverAt)],
  ['givenBack', ({ givenBack }) => cell(lastOf(givenBack).value)],
  ['givenBackHow', ({ givenBack }) => cell(lastOf(givenBack).way)],
  ['givenBackAt', ({ givenBack }) => moment(lastOf(givenBack).at)],
  ['givenBackReason', ({ givenBack }) => cell(lastOf(givenBack).reason)],
  ['resolution', ({ resolution }) => cell(objectOf(resolution).reason)],
  text('note'),
  text('idempotencyKey'),
]

const readFrom = {
  row: 'its row',
  history: 'its events (row damaged)',
  nothing: 'could not be read',
}

function text(name: string): Column {
  return [name, fields => cell(fields[name])]
}

function lastOf(value: unknown): Fields {
  return objectOf(Array.isArray(value) ? value.at(-1) : null)
}

function objectOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}

function cell(value: unknown): CsvCell {
  if (typeof value === 'string') return textCell(value)
  return typeof value === 'number' ? value : ''
}

/** ISO 8601, in UTC; a number beyond what a date can hold stays a number. */
function moment(value: unknown): CsvCell {
  if (typeof value !== 'number') return ''
  const date = new Date(value)
  return Number.isNaN(date.getTime()) ? value : date.toISOString()
}
