import { randomUUID } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Ledger } from '../../../../../../electron/main/store/ledger/ledger'
import { openLedger } from '../../../../../../electron/main/store/ledger/open-ledger'
import { examine } from '../../../../../../electron/main/store/recovery/salvage/salvage'
import type { Findings } from '../../../../../../electron/main/store/recovery/salvage-task'
import type { Payment } from '../../../../../../shared/payment/payment'
import { inDatabase } from '../../../../../support/database'
import { fillLedger } from '../../../../../support/filled-ledger'
import { ledgerIn, ledgerKey } from '../../../../../support/payments/ledger'
import { temporaryFolders } from '../../../../../support/temporary-folder'

/*
 * Every block of a small, encrypted ledger is damaged, one at a time. An abort of the engine would end
 * this test's own process.
 */
const newFolder = temporaryFolders()
const block = 1024
let whole: Buffer
let sold: Map<string, Payment>

beforeEach(() => {
  const { file, ledger, close } = ledgerIn(newFolder())
  sold = new Map(fillLedger(ledger, 16).map(payment => [payment.id, payment]))
  close()
  whole = readFileSync(file)
})

const blocks = () => Array.from({ length: Math.ceil(whole.length / block) }, (_, index) => index)

/** What the till does with a damaged file: sells with what it can read truly, or leaves it as it is. */
function openDamaged(file: string): 'opened' | 'refused' {
  const before = readFileSync(file)
  const opening = openLedger({ file, key: ledgerKey })
  if (!opening.ok) {
    expect(opening.reason).toBe('ledger-unreadable')
    expect(readFileSync(file).equals(before)).toBe(true)
    return 'refused'
  }
  expectTruth(opening.ledger)
  opening.close()
  return 'opened'
}

/** Damage may hide a payment, loudly; it must not change one. */
function expectTruth(ledger: Ledger): void {
  for (const [id, payment] of sold) {
    const found = quietly(() => ledger.find(id))
    if (found) expect(found).toEqual(payment)
    quietly(() => ledger.history(id))
    quietly(() => ledger.request(id))
  }
}

function quietly<T>(read: () => T): T | null {
  try {
    return read()
  } catch (error) {
    expect(error).toBeInstanceOf(Error)
    return null
  }
}

function examined(file: string): Findings {
  const exportTo = { folder: dirname(file), name: 'export' }
  const findings = examine({ file, key: ledgerKey.toString('hex'), exportTo })
  expect(existsSync(findings.file ?? '')).toBe(true)
  const { sales, unreadable, complete, sound } = findings
  expect(sales + unreadable).toBeLessThanOrEqual(sold.size)
  if (complete) expect(sales + unreadable).toBe(sold.size)
  expect(sound).toBe(complete && sales === sold.size && findings.sound)
  return findings
}

/** A file with these bytes, and a copy to examine. */
function damaged(bytes: Buffer): { file: string; copy: string } {
  const file = join(newFolder(), `${randomUUID()}.db`)
  const copy = `${file}.examined`
  for (const each of [file, copy]) writeFileSync(each, bytes)
  return { file, copy }
}

/** Its list of tables grows with the ledger's versions. */
function pagesOfSchema(): number {
  const sql = `SELECT COUNT(*) AS pages FROM dbstat WHERE name = 'sqlite_schema'`
  const [row] = inDatabase(damaged(whole).file, database => database.all(sql))
  const pages = Number(row?.pages)
  expect(pages).toBeLessThan(whole.length / 4096 / 4)
  return pages
}

describe('a ledger with one damaged block', () => {
  it('never aborts the till, is never changed unseen, and gives up what can be read', () => {
    const read: number[] = []
    let refused = 0
    for (const index of blocks()) {
      const bytes = Buffer.from(whole)
      const at = index * block + 100
      bytes[at] = (bytes[at] ?? 0) ^ 0x40
      const { file, copy } = damaged(bytes)
      if (openDamaged(file) === 'refused') refused += 1
      expect(existsSync(file)).toBe(true)
      read.push(examined(copy).sales)
    }
    expect(refused).toBeGreaterThan(0)
    // Only the pages that say where everything else is, the first above all, take all with them.
    const lost = read.filter(sales => sales < sold.size)
    expect(lost.length).toBeLessThanOrEqual((pagesOfSchema() * 4096) / block)
  }, 240_000)

  it('cut off anywhere: the same', () => {
    for (const index of blocks()) {
      if (index === 0) continue
      const { file, copy } = damaged(whole.subarray(0, index * block))
      openDamaged(file)
      expect(existsSync(file)).toBe(true)
      examined(copy)
    }
  }, 240_000)
})

it('does not count a key that damage alone has made', () => {
  const { file } = damaged(whole)
  const sql = `INSERT INTO payment (key, id, draft_id, recorded_at, period, is_open, to_do, msisdn, state)
    VALUES (?, x'01', x'02', 0, 1, 0, 0, '', x'ff')`
  inDatabase(file, database => database.run(sql, [2 ** 40]))
  expect(examined(file)).toMatchObject({ sales: 16, unreadable: 0, complete: true })
})
