import {
  copyFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { bundleWorkers } from '../../../support/bundled-worker'
import { managerIn } from '../../../support/manager-in-folder'
import { keychainOf, saveKeys, storeIn } from '../../../support/store'
import { temporaryFolders } from '../../../support/temporary-folder'

const newFolder = temporaryFolders()
bundleWorkers()
const keychain = keychainOf()
const kinds = ['production', 'sandbox', 'practice'] as const

/** Sells to these phones with each ledger of a till. */
async function sellIn(folder: string, phones: readonly string[]): Promise<void> {
  for (const kind of kinds) {
    const store = storeIn(folder, keychain)
    if (kind !== 'practice' && store.document().keys[kind] === null) saveKeys(store, kind)
    const { connections, sell, close } = managerIn({ folder, active: kind, store })
    await connections.reopen()
    for (const phone of phones) sell(phone)
    await close()
    store.stop()
  }
}

// Each case works on a copy of the till; `before` is the same, some payments ago.
const kept = mkdtempSync(join(tmpdir(), 'kaunta-'))
const [till, before, other] = [join(kept, 'till'), join(kept, 'before'), join(kept, 'other')]
async function makeTills(): Promise<void> {
  for (const folder of [till, other]) mkdirSync(folder)
  await sellIn(till, ['255754001201', '255754001202'])
  cpSync(till, before, { recursive: true })
  await sellIn(till, ['255754001203'])
  await sellIn(other, ['255754001204'])
}
let made: Promise<void> | null = null
afterAll(() => rmSync(kept, { recursive: true, force: true }))

const treatments = {
  deleted: (file: string) => rmSync(file),
  emptied: (file: string) => writeFileSync(file, ''),
  'bits changed'(file: string) {
    const bytes = readFileSync(file)
    const first = Math.min(512, Math.floor(bytes.length / 2))
    for (let at = first; at < bytes.length; at += 1_024) bytes[at] = (bytes[at] ?? 0) ^ 1
    writeFileSync(file, bytes)
  },
  'put back': (file: string) => copyFileSync(join(before, basename(file)), file),
  'another till’s': (file: string) => copyFileSync(join(other, basename(file)), file),
}
type Treatment = keyof typeof treatments

/** That it opens, that it does not, or why the till is closed; and how many payments are in it. */
type Outcome = 'opens' | 'unreadable' | 'key-gone' | 'gone'
const table: Record<Treatment, { outcome: Outcome; sales: number }> = {
  deleted: { outcome: 'opens', sales: 0 },
  emptied: { outcome: 'unreadable', sales: 0 },
  'bits changed': { outcome: 'unreadable', sales: 0 },
  'put back': { outcome: 'opens', sales: 2 },
  'another till’s': { outcome: 'unreadable', sales: 0 },
}

/** What the till does with these files, treated in one way. Where it opens, it sells in the end. */
async function expectOutcome(
  kind: (typeof kinds)[number],
  names: readonly string[],
  [treatment, outcome, sales]: [Treatment, Outcome, number],
): Promise<void> {
  made ??= makeTills()
  await made
  const what = `${names.join(' and ')}: ${treatment}`
  const folder = newFolder()
  cpSync(till, folder, { recursive: true })
  for (const name of names) treatments[treatment](join(folder, name))
  const store = storeIn(folder, keychain)
  const manager = managerIn({ folder, active: kind, store })
  const { connections } = manager
  await connections.reopen()
  const isClosed = outcome === 'gone' || outcome === 'key-gone'
  expect(store.closed(), what).toBe(isClosed ? outcome : null)
  if (isClosed) {
    expect(connections.stage(), what).toEqual({ name: 'locked' })
    expect(store.document().keys.production, what).toBeNull()
    return
  }
  // It gives no right: people and keys are those of till.db.
  expect(store.document().keys.production, what).not.toBeNull()
  if (outcome === 'unreadable') {
    const stage = { name: 'blocked', reason: 'ledger-unreadable' }
    expect(connections.stage(), what).toMatchObject(stage)
    expect(await connections.exportReadable(), what).toMatchObject({ ok: true })
    const set = await connections.quarantine()
    expect(set, what).toMatchObject({ ok: true })
    // The old one is renamed, never deleted.
    expect(set.ok && readdirSync(folder)).toContain(set.ok && basename(set.value.keptAs))
  }
  expect(connections.stage(), what).toEqual({ name: 'selling' })
  expect(connections.engine()?.ledger.recent(9), what).toHaveLength(sales)
  manager.sell('255754001209')
  await manager.close()
  store.stop()
}

it.each(kinds)('the ledger of %s, by what was done to it: the till sells, or can', async kind => {
  for (const treatment of Object.keys(treatments) as Treatment[]) {
    const { sales, outcome } = table[treatment]
    await expectOutcome(kind, [`ledger-${kind}.db`], [treatment, outcome, sales])
  }
})

/** With both copies of key.json; those of till.db are there. */
const withKey: Record<Treatment, Outcome> = {
  deleted: 'key-gone',
  emptied: 'key-gone',
  'bits changed': 'key-gone',
  'put back': 'opens',
  'another till’s': 'gone',
}

it('the ledger of production with till.db or key.json, each treated the same', async () => {
  const ledger = 'ledger-production.db'
  for (const treatment of Object.keys(treatments) as Treatment[]) {
    const { outcome, sales } = table[treatment]
    await expectOutcome('production', [ledger, 'till.db'], [treatment, outcome, sales])
    const keys = [ledger, 'key.json', 'key.copy.json']
    await expectOutcome('production', keys, [treatment, withKey[treatment], sales])
  }
})
