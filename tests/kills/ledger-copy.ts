import { randomBytes } from 'node:crypto'
import { copyFileSync, existsSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import {
  type Database,
  decodeText,
  openDatabase,
  type Row,
} from '../../electron/main/store/database'
import {
  KeyFile,
  ledgerFileName,
  ledgerKeyOf,
  openByComputer,
  openByText,
} from '../../electron/main/store/key-file'
import type { KeychainSealer } from '../../electron/main/store/keychain-sealer'
import { readHistory } from '../../electron/main/store/ledger/events/history'
import { readJson, readPacked } from '../../electron/main/store/ledger/rows/codec'
import type { ServiceKind } from '../../shared/connection'
import type { PaymentEvent } from '../../shared/payment/event'
import { type Payment, paymentSchema } from '../../shared/payment/payment'
import { applyEvent, beginPayment } from '../../shared/payment/reducer'
import type { Finding } from './figures'

/** What opens the key of a shop's till. */
export type OpensWith = { keychain: KeychainSealer } | { passphrase: string }

/** The keys that a ledger may have by the copies of key.json; none while there is no such file. */
async function ledgerKeysIn(
  dataFolder: string,
  kind: ServiceKind,
  by: OpensWith,
): Promise<Buffer[]> {
  const reading = new KeyFile(dataFolder).read()
  const documents = reading.state === 'sound' ? reading.documents : []
  const keys = await Promise.all(
    documents.map(document =>
      'keychain' in by
        ? openByComputer(document, by.keychain)
        : openByText(document, by.passphrase, randomBytes),
    ),
  )
  return keys.flatMap(key => (key ? [ledgerKeyOf(key, kind)] : []))
}

/** A payment as the ledger's file holds it. */
export interface KeptPayment {
  payment: Payment
  events: PaymentEvent[]
  /** The request's bytes, as text. */
  body: string
}

export interface LedgerCopy {
  payments: Map<string, KeptPayment>
  findings: Finding[]
  /** True when a transaction was under way: its journal was next to the ledger. */
  hotJournal: boolean
}

const kind = 'sandbox'
const nothing = { payments: new Map<string, KeptPayment>(), findings: [], hotJournal: false }

/**
 * Reads a killed till's ledger on a copy of its files, as its next start would: a journal is played
 * back there, and the files themselves stay for that start.
 */
export async function readLedgerCopy(dataFolder: string, by: OpensWith): Promise<LedgerCopy> {
  const file = path.join(dataFolder, ledgerFileName(kind))
  if (!existsSync(file)) return nothing
  const folder = mkdtempSync(path.join(tmpdir(), 'kaunta-copy-'))
  try {
    const copy = path.join(folder, 'ledger.db')
    const journal = `${file}-journal`
    const hotJournal = existsSync(journal) && statSync(journal).size > 0
    copyFileSync(file, copy)
    if (existsSync(journal)) copyFileSync(journal, `${copy}-journal`)
    return { ...readCopy(copy, await ledgerKeysIn(dataFolder, kind, by)), hotJournal }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function readCopy(file: string, keys: readonly Buffer[]): Omit<LedgerCopy, 'hotJournal'> {
  try {
    const database = openWithOneOf(keys, file)
    const read = readDatabase(database)
    database.close()
    return read
  } catch (error) {
    return damaged(String(error))
  }
}

/** Throws what the opening with the last key threw where none opens it. */
function openWithOneOf([key, ...others]: readonly Buffer[], file: string): Database {
  try {
    return openDatabase({ file, key: key ?? null })
  } catch (error) {
    if (others.length === 0) throw error
    return openWithOneOf(others, file)
  }
}

function damaged(detail: string): Omit<LedgerCopy, 'hotJournal'> {
  return { payments: new Map(), findings: [{ kind: 'damaged ledger', detail }] }
}

function readDatabase(database: Database): Omit<LedgerCopy, 'hotJournal'> {
  // Killed before its tables were made: an empty file, which the next start completes.
  if (database.userVersion() === 0) return nothing
  const findings: Finding[] = []
  const found = (at: Finding['kind'], detail: string) => void findings.push({ kind: at, detail })
  const [check] = database.all('SELECT integrity_check AS said FROM pragma_integrity_check')
  if (textOf(check?.said) !== 'ok') found('damaged ledger', textOf(check?.said))
  const events = group(database.all('SELECT payment, body FROM event'))
  const bodies = group(database.all('SELECT payment, body FROM request'))
  const payments = new Map<string, KeptPayment>()
  const keys = new Set<number>()
  for (const row of database.all('SELECT key, state FROM payment ORDER BY key')) {
    const key = Number(row.key)
    const payment = paymentSchema.parse(readJson(row.state))
    // Both parts of each event, which have to belong together.
    const history = readHistory(database, key)
    const [body] = bodies.get(key) ?? []
    if (body === undefined || history.length === 0) found('row without events', payment.id)
    else if (!follows(payment, history)) found('row not equal to its events', payment.id)
    keys.add(key)
    payments.set(payment.id, { payment, events: history, body: body ?? '' })
  }
  for (const key of [...events.keys(), ...bodies.keys()])
    if (!keys.has(key)) found('event without row', String(key))
  return { payments, findings }
}

/** Whether the reducer makes just this payment of these events. */
function follows(payment: Payment, history: readonly PaymentEvent[]): boolean {
  const [first, ...later] = history
  if (first?.type !== 'recorded') return false
  try {
    const derived = later.reduce(applyEvent, beginPayment(payment.id, first))
    return isDeepStrictEqual(derived, payment)
  } catch {
    return false // an event that cannot follow is what is being looked for
  }
}

function group(rows: readonly Row[]): Map<number, string[]> {
  const groups = new Map<number, string[]>()
  for (const row of rows) {
    const key = Number(row.payment)
    groups.set(key, [...(groups.get(key) ?? []), readPacked(row.body)])
  }
  return groups
}

function textOf(cell: unknown): string {
  const text = decodeText(cell)
  if (text === null) throw new Error('A cell of the ledger is no text')
  return text
}

/**
 * What a ledger may never lose between two looks at it: an event that was in it, and a state of a
 * payment that the till had already shown to its windows.
 */
export function forgotten(
  before: ReadonlyMap<string, KeptPayment>,
  now: ReadonlyMap<string, KeptPayment>,
  shown: readonly Payment[],
): Finding[] {
  const findings: Finding[] = []
  for (const [id, { events }] of before) {
    const after = now.get(id)?.events ?? []
    if (JSON.stringify(after.slice(0, events.length)) !== JSON.stringify(events))
      findings.push({ kind: 'forgotten', detail: `events of ${id} that were there before` })
  }
  for (const payment of shown)
    if (!wasOnce(payment, now.get(payment.id)))
      findings.push({
        kind: 'forgotten',
        detail: `${payment.id}, which was shown as ${payment.phase}`,
      })
  return findings
}

/** Whether the payment had exactly this state after some of its events. */
function wasOnce(payment: Payment, kept: KeptPayment | undefined): boolean {
  const events = kept?.events ?? []
  return events.some((_event, index) => follows(payment, events.slice(0, index + 1)))
}
