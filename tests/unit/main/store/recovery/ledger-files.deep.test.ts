import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Database } from '../../../../../electron/main/store/database'
import { readPacked } from '../../../../../electron/main/store/ledger/rows/codec'
import { bundleWorkers } from '../../../../support/bundled-worker'
import { tamper } from '../../../../support/database'
import { type ManagerOptions, managerIn } from '../../../../support/manager-in-folder'
import { succeeded } from '../../../../support/results'
import { storeIn } from '../../../../support/store'
import { temporaryFolders } from '../../../../support/temporary-folder'

const newFolder = temporaryFolders()
bundleWorkers()
const ledgerFile = (folder: string) => join(folder, 'ledger-practice.db')
const hash = (file: string) => createHash('sha256').update(readFileSync(file)).digest('hex')

/** A folder in which practice has sold to these numbers, each with a name. */
async function usedFolder(...names: string[]): Promise<string> {
  const folder = newFolder()
  const { close, sellTo } = await opened(folder)
  for (const name of names) sellTo(name)
  await close()
  return folder
}

const edit = (folder: string, change: (database: Database) => void) =>
  tamper(ledgerFile(folder), change, storeIn(folder).ledgerKey('practice') ?? undefined)

const damageRows = (folder: string) =>
  edit(folder, database => database.run("UPDATE payment SET state = x'ff'"))

async function opened(folder: string, options: Omit<ManagerOptions, 'folder'> = {}) {
  const manager = managerIn({ folder, ...options })
  await manager.connections.reopen()
  return manager
}

async function blocked(folder: string) {
  const manager = await opened(folder)
  expect(manager.connections.stage().name).toBe('blocked')
  return manager
}

describe('what can be read of a ledger that cannot be opened', () => {
  it('is exported, from the events where the rows are damaged, and the ledger is left as it is', async () => {
    const folder = await usedFolder('Asha', 'Juma')
    damageRows(folder)
    const before = hash(ledgerFile(folder))
    const { connections } = await blocked(folder)
    const exported = succeeded(await connections.exportReadable())
    expect(exported).toMatchObject({ sales: 2, unreadable: 0, complete: true, moreOpen: 0 })
    expect(exported.open).toHaveLength(2)
    const csv = readFileSync(exported.file, 'utf8')
    expect(csv.startsWith('\uFEFFpaymentId,')).toBe(true)
    expect(csv).toContain('Asha')
    expect(csv).toContain('its events (row damaged)')
    expect(hash(ledgerFile(folder))).toBe(before)
    expect(existsSync(join(folder, 'salvage'))).toBe(false)
  })

  it('holds no formula that a spreadsheet would run', async () => {
    const folder = await usedFolder('=HYPERLINK("http://evil")', '+1+1', '@SUM(A1)')
    damageRows(folder)
    const { connections } = await blocked(folder)
    const exported = succeeded(await connections.exportReadable())
    const cells = readFileSync(exported.file, 'utf8').split(/[\r\n,]+/)
    expect(cells.filter(cell => /^"?[=+@-]/.test(cell))).toEqual([])
    expect(cells.filter(cell => /^"?'[=+@]/.test(cell))).toHaveLength(3)
  })

  it('of a newer app is read without knowing all of it', async () => {
    const folder = await usedFolder('Asha')
    edit(folder, database => {
      const [row] = database.all('SELECT state FROM payment')
      const newer = { ...JSON.parse(readPacked(row?.state)), phase: 'dreaming', mood: 'new' }
      database.run('UPDATE payment SET state = ?', [Buffer.from(JSON.stringify(newer))])
      database.setUserVersion(99)
    })
    const before = hash(ledgerFile(folder))
    const { connections } = await blocked(folder)
    expect(connections.stage()).toMatchObject({ reason: 'ledger-newer' })
    expect(await connections.exportReadable()).toMatchObject({
      value: { sales: 1, open: [{ amount: { value: 15_000 } }] },
    })
    expect(hash(ledgerFile(folder))).toBe(before)
  })

  it('of junk is nothing, and said so', async () => {
    const folder = await usedFolder('Asha')
    writeFileSync(ledgerFile(folder), 'junk'.repeat(2_000))
    const { connections } = await blocked(folder)
    expect(await connections.exportReadable()).toMatchObject({
      value: { sales: 0, unreadable: 0, complete: false },
    })
  })

  it('is not exported while the till sells', async () => {
    const { connections } = await opened(newFolder())
    expect(await connections.exportReadable()).toMatchObject({ code: 'action-not-possible' })
    expect(await connections.quarantine()).toMatchObject({ code: 'action-not-possible' })
    expect(connections.stage().name).toBe('selling')
  })
})

describe('setting a ledger aside', () => {
  it('needs an export first; then keeps every byte under another name, and sells on', async () => {
    const folder = await usedFolder('Asha')
    damageRows(folder)
    writeFileSync(`${ledgerFile(folder)}-journal`, 'a journal that makes no sense')
    const before = hash(ledgerFile(folder))
    const { connections, sellTo } = await blocked(folder)
    expect(await connections.quarantine()).toMatchObject({ code: 'export-first' })
    expect(connections.stage().name).toBe('blocked')
    await connections.exportReadable()
    const { keptAs } = succeeded(await connections.quarantine())
    expect(hash(keptAs)).toBe(before)
    expect(keptAs).toMatch(/ledger-practice\.set-aside-\d{4}-\d\d-\d\dT.*\.db$/)
    expect(connections.stage()).toEqual({ name: 'selling' })
    expect(connections.engine()?.ledger.recent(5)).toEqual([])
    sellTo('Neema')
    expect(readdirSync(folder).filter(name => name.includes('set-aside')).length).toBeGreaterThan(0)
  })
})

describe('a till that died while it opened its ledger', () => {
  const marker = (folder: string) => `${ledgerFile(folder)}.opening`

  it('has it examined in another process first, and opens it when it is sound', async () => {
    const folder = await usedFolder('Asha')
    expect(existsSync(marker(folder))).toBe(false)
    writeFileSync(marker(folder), '')
    const { connections, examinations } = await opened(folder)
    expect(connections.stage()).toEqual({ name: 'selling' })
    expect(examinations()).toBe(1)
    expect(existsSync(marker(folder))).toBe(false)
    await connections.reopen()
    expect(examinations()).toBe(1)
  })

  it('does not open it again when a row is damaged, not even one that a start would not read', async () => {
    const folder = await usedFolder('Asha')
    edit(folder, database => {
      database.run('UPDATE payment SET is_open = 0')
      database.run("UPDATE event SET body = x'ff' WHERE number = 1")
    })
    const sound = await opened(folder)
    expect(sound.connections.stage().name).toBe('selling')
    await sound.close()
    edit(folder, database => database.run('DELETE FROM event WHERE number = 1'))
    damageRows(folder)
    writeFileSync(marker(folder), '')
    const { connections } = await blocked(folder)
    expect(connections.stage()).toMatchObject({ reason: 'ledger-unreadable' })
    expect(existsSync(marker(folder))).toBe(true)
  })

  it('says so when the salvage dies as well', async () => {
    const folder = await usedFolder('Asha')
    writeFileSync(marker(folder), '')
    const { connections } = await opened(folder, { examinerDies: true })
    expect(connections.stage()).toMatchObject({ name: 'blocked', reason: 'ledger-unreadable' })
    expect(await connections.exportReadable()).toMatchObject({ ok: false, code: 'export-failed' })
    expect(existsSync(ledgerFile(folder))).toBe(true)
  })

  it('closes while it is being examined, and has it examined again at the next start', async () => {
    const folder = await usedFolder('Asha')
    writeFileSync(marker(folder), '')
    const { connections, examinations, close } = managerIn({ folder, examinerHangs: true })
    const opening = connections.reopen()
    await expect.poll(examinations).toBe(1)
    await close()
    await opening
    expect(connections.stage().name).not.toBe('blocked')
    const next = await opened(folder)
    expect(next.connections.stage()).toEqual({ name: 'selling' })
    expect(next.examinations()).toBe(1)
  })

  it('begins again when it died before it had made its first table', async () => {
    const folder = newFolder()
    expect(storeIn(folder).ledgerKey('practice')).toHaveLength(32)
    writeFileSync(ledgerFile(folder), '')
    writeFileSync(marker(folder), '')
    const { connections } = await opened(folder)
    expect(connections.stage()).toEqual({ name: 'selling' })
  })
})

describe('a ledger that is suddenly empty', () => {
  it('is not taken for a new one: the payments it held are missing', async () => {
    const folder = await usedFolder('Asha')
    writeFileSync(ledgerFile(folder), '')
    const { connections } = await blocked(folder)
    expect(connections.stage()).toMatchObject({ reason: 'ledger-unreadable' })
    expect(await connections.exportReadable()).toMatchObject({
      value: { sales: 0, complete: false },
    })
  })
})
