import { randomInt } from 'node:crypto'
import { cpSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { knownFailure } from '../../../electron/main/ipc/known-failure'
import type { TillState } from '../../../shared/ipc/till-state'
import { beginShop, makeShop, openHostileTill } from '../../hostile/ipc-till'
import { damagesOf } from '../../support/damages'
import { mobileDraft } from '../../support/payments/sales'
import { temporaryFolders } from '../../support/temporary-folder'

const newFolder = temporaryFolders()
const seed = randomInt(2 ** 31)
const blocks = 12
const page = 4_096
const ledger = 'ledger-practice.db'
/** The log's word for a till that had opened its ledger. */
const sold = '"name":"selling"'

const shop = makeShop()
afterAll(shop.remove)
const bytesOf = (file: string) => readFileSync(join(shop.dataFolder, file))
const whole = await openHostileTill(shop)
await beginShop(whole, 'owner')
for (const phone of ['0754 001 213', '0754 001 214', '0754 001 215'])
  await whole.ask('kaunta:sales.request', mobileDraft({ phone }))
await vi.waitUntil(
  () => bytesOf('practice-service.jsonl').toString().split('\n').length > 4,
  20_000,
)
await whole.till.stop()
// The practice service's books have one line a payment after a start.
await (await openHostileTill(shop)).till.stop()
writeFileSync(
  join(shop.dataFolder, 'unseen-results.json'),
  JSON.stringify({ version: 1, unseen: [], until: 1 }),
)

/** Opens a copy of the shop with one file damaged, and gives what a person is told and what is left. */
async function openDamaged(file: string, bytes: Buffer) {
  const dataFolder = join(newFolder(), 'data')
  const exportFolder = newFolder()
  mkdirSync(dataFolder)
  cpSync(shop.dataFolder, dataFolder, { recursive: true })
  writeFileSync(join(dataFolder, file), bytes)
  const { till, lines } = await openHostileTill({ dataFolder, exportFolder })
  const state = till.state()
  // The record is opened when it is first written to or read.
  const auditLog = await Promise.resolve()
    .then(() => till.handlers.auditLog.list({ before: null }))
    .catch((error: unknown) => knownFailure(error) ?? Promise.reject(error))
  await till.stop()
  const files = readdirSync(dataFolder).map(name => join(dataFolder, name))
  const log = lines.join('\n')
  const vault = readFileSync(join(dataFolder, 'vault.json'), 'utf8')
  const kept = files
    .filter(path => statSync(path).isFile())
    .some(path => isKept(readFileSync(path), bytes, file === ledger && mayBeOpened(bytes, log)))
  const books = readFileSync(join(dataFolder, 'practice-service.jsonl'), 'utf8')
  return { state, auditLog, kept, books, log, vault }
}

type Opened = Awaited<ReturnType<typeof openDamaged>>

/** The first page is sound, or the till has sold: the ledger was written to before its damage was met. */
function mayBeOpened(damaged: Buffer, log: string): boolean {
  const firstPage = bytesOf(ledger).subarray(0, page)
  return log.includes(sold) || damaged.subarray(0, page).equals(firstPage)
}

/**
 * Byte for byte; but a ledger whose damage is met only behind its opening has had its first write,
 * which proves the sync settings and counts itself on the first page, where no row is.
 */
function isKept(after: Buffer, damaged: Buffer, wasOpened: boolean): boolean {
  const from = wasOpened && damaged.length > page ? page : 0
  return after.subarray(from).equals(damaged.subarray(from))
}

/** Whether a person is told, or nothing is wrong to be told of. */
const isTold: Record<string, (opened: Opened, bytes: Buffer) => boolean> = {
  // A bit of a shop's name makes another name: the seal in the vault knows. Of a colour or a sound it does not.
  'settings.json': ({ state, log }, bytes) =>
    isHeld(state) || (isWhole(state) && (isRecovered(log) || isJson(bytes))),
  // A bit of a sealed key: the seal does not open, and says so.
  'vault.json': ({ state, log }, bytes) =>
    isRecovered(log)
      ? isWhole(state)
      : isJson(bytes) && (notSelling(state) || state.staff.state === 'trouble' || isWhole(state)),
  // Nobody reads them while the document itself is sound.
  'settings.copy.json': ({ state }) => isWhole(state),
  'vault.copy.json': ({ state }) => isWhole(state),
  'staff.json': ({ state }) => state.staff.state === 'trouble' || isWhole(state),
  // No sale needs it: the log says it.
  'unseen-results.json': ({ log }, bytes) => log.includes('unseen-set-aside') || isJson(bytes),
  'heads.json': ({ log }, bytes) => isNoted(log) || saysTheSame('heads.json', bytes),
  // Pretended money: the log says it.
  'practice-service.jsonl': ({ state, log }, bytes) =>
    isWhole(state) && (log.includes('practice-books-set-aside') || areWholeLines(bytes)),
  'audit-log.db': ({ auditLog, log }) =>
    !auditLog.ok ||
    JSON.stringify(auditLog.value).includes('signed-in') ||
    begunAnew(auditLog) ||
    isNoted(log),
  'ledger-practice.db': ({ state }) => notSelling(state) || isWhole(state),
}

/** A locked till shows it in the settings to the person who signs in; its log says it now. */
const isRecovered = (log: string) => log.includes('document-recovered')
const begunAnew = (auditLog: unknown) => JSON.stringify(auditLog).includes('audit-log-begun')
/** A locked till says it to the person who signs in (tests/e2e/integrity.deep.test.ts); its log says it now. */
const isNoted = (log: string) => log.includes('store-changed')
const notSelling = ({ stage }: TillState) => stage.name !== 'selling'
const isWhole = ({ stage, staff }: TillState) =>
  stage.name === 'selling' && staff.state === 'signed-out'

const isHeld = ({ stage }: TillState) =>
  stage.name === 'blocked' && stage.reason === 'settings-changed'

const endedLines = (books: string) => books.split('\n').slice(0, -1)

/** Lines that are as they were; a torn last one, as a crash leaves it, opens with no key. */
function areWholeLines(books: Buffer): boolean {
  const before = endedLines(bytesOf('practice-service.jsonl').toString())
  return endedLines(books.toString()).every(line => before.includes(line))
}

function saysTheSame(file: string, bytes: Buffer): boolean {
  return (
    isJson(bytes) &&
    isDeepStrictEqual(JSON.parse(bytes.toString()), JSON.parse(bytesOf(file).toString()))
  )
}

function isJson(bytes: Buffer): boolean {
  try {
    JSON.parse(bytes.toString('utf8'))
    return true
  } catch {
    return false
  }
}

/** The till works on with the file itself: no damage can be seen in it, or nothing behind it can be read. */
function isTakenAsWhole(file: string, opened: Opened, bytes: Buffer): boolean {
  const { state, auditLog, books, log, vault } = opened
  if (file === 'settings.json') return isHeld(state) || isWhole(state)
  if (file.endsWith('.copy.json')) return isWhole(state)
  // A note that its store's key did not sign says nothing, and another one is written.
  if (file === 'heads.json') return isNoted(log) || saysTheSame(file, bytes)
  if (file === 'practice-service.jsonl')
    return endedLines(books).length >= endedLines(bytes.toString()).length
  // The audit log begins again with another key: the sealed key that does not open moves to `retired`.
  if (file === 'vault.json' && log.includes('audit-log-set-aside'))
    return isWhole(state) && sealedKeys(bytes.toString()).every(value => vault.includes(value))
  return file.endsWith('.db') && isWhole(state) && auditLog.ok && !begunAnew(auditLog)
}

/** The sealed keys of the ledgers and of the audit log. */
function sealedKeys(vault: string): string[] {
  const { dataKeys } = JSON.parse(vault) as { dataKeys: Record<string, { value: string } | null> }
  return Object.values(dataKeys).flatMap(key => key?.value ?? [])
}

describe('a damaged file', () => {
  it.each(Object.keys(isTold))(
    '%s is told of, and nothing of it is lost',
    async file => {
      const { length } = bytesOf(file)
      const size = file.endsWith('.db') ? page : Math.max(1, Math.floor(length / blocks))
      for (const { name, bytes } of damagesOf(bytesOf(file), size, seed)) {
        const opened = await openDamaged(file, bytes)
        const what = `${file}, ${name}, seed ${seed}: ${JSON.stringify(opened.state.stage)}`
        expect.soft(isTold[file]?.(opened, bytes), `not told: ${what}`).toBe(true)
        expect.soft(opened.kept || isTakenAsWhole(file, opened, bytes), `lost: ${what}`).toBe(true)
      }
    },
    180_000,
  )

  it('is each of the files that a till reads', () => {
    const files = readdirSync(shop.dataFolder).filter(name => !name.endsWith('.lock'))
    expect(new Set(files)).toEqual(new Set(Object.keys(isTold)))
  })
})
