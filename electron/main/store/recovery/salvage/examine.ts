import { statSync } from 'node:fs'
import { amountSchema } from '../../../../../shared/money-schemas'
import { isOpen } from '../../../../../shared/payment/actions'
import { phaseSchema } from '../../../../../shared/payment/sale'
import { type Database, openDatabase } from '../../database'
import type { Findings, SalvageResult, SalvageTask } from './examiner-process'
import { createExportFile, type ExportFile } from './export-file'
import { type SalvagedSale, salvage, salvageSale } from './salvage'

/** As many open sales as a person can look through; the export names all. */
const mostNamed = 50

/** Reads what can be read of a ledger's copy and exports it. Runs in a process of its own. */
export function examine({ file, key, exportFile }: SalvageTask): SalvageResult {
  const isEmpty = statSync(file).size === 0
  const opened = openDatabase({ file, key: Buffer.from(key, 'hex') })
  const output = exportFile === null ? null : createExportFile(exportFile)
  try {
    const findings = opened.ok && !isEmpty ? readAll(opened.database, output) : nothing
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
  const { names, complete } = salvage(database)
  const findings: Findings = { ...nothing, complete, sound: complete, open: [] }
  for (const name of names) {
    const sale = salvageSale(database, name)
    if (name.isDoubtful && sale.source === 'nothing') {
      findings.sound = false
      continue
    }
    output?.write(sale)
    count(findings, sale)
  }
  return findings
}

function count(findings: Findings, sale: SalvagedSale): void {
  if (sale.fields === null) findings.unreadable += 1
  else findings.sales += 1
  // A row that says otherwise than its events can be read: an older app's reducer wrote it so.
  if (sale.source === 'history' || sale.source === 'nothing') findings.sound = false
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
