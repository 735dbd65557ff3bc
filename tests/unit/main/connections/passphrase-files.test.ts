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
import { join } from 'node:path'
import { afterAll, describe, expect, it, onTestFinished } from 'vitest'
import type { TillDocument } from '../../../../electron/main/store/till-document'
import type { TillStore } from '../../../../electron/main/store/till-store'
import type { ClosedReason } from '../../../../shared/ipc/till-state'
import { tillIn } from '../../../support/backup'
import { bundleWorkers } from '../../../support/bundled-worker'
import { managerIn } from '../../../support/manager-in-folder'
import { succeeded } from '../../../support/results'
import { EFFORT, KEYS, saveKeys, storeIn } from '../../../support/store'
import { temporaryFolders } from '../../../support/temporary-folder'

/*
 * The files of a till that its passphrase alone opens, treated in each way, and the passphrase typed: it says what is
 * wrong, or it sells with all its people.
 */

const newFolder = temporaryFolders()
bundleWorkers()
// Each case works on a copy of these.
const kept = mkdtempSync(join(tmpdir(), 'kaunta-'))
afterAll(() => rmSync(kept, { recursive: true, force: true }))

const passphrase = 'correct horse battery'
const strangers = 'another horse battery'

const ledger = 'ledger-production.db'
const isKey = (name: string) => name.startsWith('key.')
const isTill = (name: string) => name.startsWith('till.')
const parts = {
  'till.db': (name: string) => name === 'till.db',
  'till.db and its copies': isTill,
  'one copy of key.json': (name: string) => name === 'key.json',
  'key.json': isKey,
  'key.json and till.db': (name: string) => isKey(name) || name === 'till.db',
  'key.json, till.db and its copies': (name: string) => isKey(name) || isTill(name),
  ledger: (name: string) => name === ledger,
  'ledger and key.json': (name: string) => name === ledger || isKey(name),
  'ledger, till.db and its copies': (name: string) => name === ledger || isTill(name),
  'the whole folder': () => true,
}
type Part = keyof typeof parts

const person = (number: number): TillDocument['people'][number] => ({
  ...{ id: `0192f000-0000-4000-8000-00000000000${number}`, name: `Owner ${number}` },
  ...{ role: 'owner', digits: 6 },
  pin: { effort: EFFORT, salt: 'AA==', hash: 'AA==' },
})

const addPerson = (store: TillStore, number: number) =>
  store.commit(document => ({ ...document, people: [...document.people, person(number)] }))

async function sellTo(folder: string, store: TillStore, phones: readonly string[]): Promise<void> {
  const manager = managerIn({ folder, active: 'production', store })
  await manager.connections.reopen()
  for (const phone of phones) manager.sell(phone)
  await manager.close()
  store.stop()
}

/** Two people, three payments; and the same folder some changes ago, with one person and two payments. */
async function makeTill(name: string, secret: string, keys = KEYS) {
  const [folder, before] = [join(kept, name), join(kept, `${name}-before`)]
  mkdirSync(folder)
  const first = storeIn(folder)
  await first.choosePassphrase(secret)
  saveKeys(first, 'production', keys)
  const code = first.newRecoveryCode(first.entry('recovery-code-made', null))
  addPerson(first, 1)
  await sellTo(folder, first, ['255754001201', '255754001202'])
  cpSync(folder, before, { recursive: true })
  const second = storeIn(folder)
  expect(await second.open(secret)).toMatchObject({ result: 'done' })
  addPerson(second, 2)
  await sellTo(folder, second, ['255754001203'])
  return { folder, before, code }
}

const makeTills = async () => ({
  own: await makeTill('own', passphrase),
  other: await makeTill('other', strangers, { apiKey: 'another-key', apiSecret: 'another-secret' }),
})
let tills: ReturnType<typeof makeTills> | null = null

/** Exchanges what is chosen for what another folder has of it. */
function exchange(folder: string, from: string, part: Part): void {
  for (const name of filesIn(folder, part)) rmSync(join(folder, name))
  for (const name of filesIn(from, part)) copyFileSync(join(from, name), join(folder, name))
}

const filesIn = (folder: string, part: Part) =>
  readdirSync(folder, { withFileTypes: true })
    .filter(entry => entry.isFile() && parts[part](entry.name))
    .map(({ name }) => name)

function rewrite(folder: string, part: Part, change: (bytes: Buffer) => Buffer): void {
  for (const name of filesIn(folder, part))
    writeFileSync(join(folder, name), change(readFileSync(join(folder, name))))
}

/** A bit in each kilobyte: whatever is in the file, some of it is changed. */
function flipped(bytes: Buffer): Buffer {
  for (let at = Math.min(512, bytes.length >> 1); at < bytes.length; at += 1_024)
    bytes[at] = (bytes[at] ?? 0) ^ 1
  return bytes
}

type Tills = Awaited<ReturnType<typeof makeTills>>
const treatments: Record<string, (tills: Tills, folder: string, part: Part) => void> = {
  deleted: (_tills, folder, part) => exchange(folder, newFolder(), part),
  emptied: (_tills, folder, part) => rewrite(folder, part, () => Buffer.alloc(0)),
  'bits changed': (_tills, folder, part) => rewrite(folder, part, flipped),
  'put back': ({ own }, folder, part) => exchange(folder, own.before, part),
  'another till’s': ({ other }, folder, part) => exchange(folder, other.folder, part),
}

/**
 * `sells` with both people and this many payments. `older` sells with the one of then, and says so. `then` is an older
 * copy of ledger and till.db together, which is not found. `other` is the other till, `shut` the other till whose
 * ledger is not this one. `new` is a till without anything. Else the screen says what is gone, or that the ledger
 * cannot be read.
 */
type Outcome =
  | Exclude<ClosedReason, 'failed'>
  | 'ledger-unreadable'
  | 'older'
  | 'then'
  | 'other'
  | 'shut'
  | 'new'
  | `sells ${number}`

const withKey = ['key-gone', 'key-gone', 'key-gone', 'older', 'shut'] as const
/** By part, in the order of the treatments. */
const table: Record<Part, readonly [Outcome, Outcome, Outcome, Outcome, Outcome]> = {
  'till.db': ['sells 3', 'sells 3', 'sells 3', 'older', 'sells 3'],
  'till.db and its copies': ['gone', 'gone', 'gone', 'older', 'gone'],
  'one copy of key.json': ['sells 3', 'sells 3', 'sells 3', 'sells 3', 'sells 3'],
  'key.json': ['key-gone', 'key-gone', 'key-gone', 'sells 3', 'gone'],
  'key.json and till.db': withKey,
  'key.json, till.db and its copies': withKey,
  ledger: ['sells 0', 'ledger-unreadable', 'ledger-unreadable', 'sells 2', 'ledger-unreadable'],
  'ledger and key.json': ['key-gone', 'key-gone', 'key-gone', 'sells 2', 'gone'],
  'ledger, till.db and its copies': ['gone', 'gone', 'gone', 'then', 'gone'],
  'the whole folder': ['new', 'key-gone', 'key-gone', 'then', 'other'],
}

/** What a person finds who types this till's passphrase, or the other's where that alone opens it. */
async function outcomeIn(folder: string): Promise<Outcome> {
  const store = storeIn(folder)
  for (const secret of [passphrase, strangers])
    if (store.closed() === 'passphrase') await store.open(secret)
  const closed = store.closed()
  if (closed !== null) {
    expect(store.document().keys.production).toBeNull()
    store.stop()
    return closed as Outcome
  }
  if (store.document().keys.production === null) {
    store.stop()
    return 'new'
  }
  const manager = managerIn({ folder, active: 'production', store })
  await manager.connections.reopen()
  const stage = manager.connections.stage()
  const { keys, older, people } = store.document()
  const isOwn = keys.production?.apiKey === KEYS.apiKey
  const count = manager.connections.engine()?.ledger.recent(9).length
  await manager.close()
  store.stop()
  if (stage.name === 'blocked') {
    expect([stage.reason, people.length]).toEqual(['ledger-unreadable', 2])
    return isOwn ? 'ledger-unreadable' : 'shut'
  }
  expect(stage).toEqual({ name: 'selling' })
  if (!isOwn) return 'other'
  if (people.length === 2) return `sells ${count ?? 0}`
  return older === null ? 'then' : 'older'
}

describe.each(Object.keys(treatments))('%s', treatment => {
  it.each(Object.keys(parts) as Part[])('%s', async part => {
    tills ??= makeTills()
    const both = await tills
    const folder = newFolder()
    cpSync(both.own.folder, folder, { recursive: true })
    treatments[treatment]?.(both, folder, part)
    const expected = table[part][Object.keys(treatments).indexOf(treatment)]
    expect(await outcomeIn(folder)).toBe(expected)
    // A second start says the same: nothing was made up at the first.
    expect(await outcomeIn(folder)).toBe(expected)
    if (expected !== 'gone') return
    const isOwnKey = treatment !== 'another till’s' || !parts[part]('key.json')
    const store = storeIn(folder)
    expect(await store.open(passphrase), 'a passphrase proves nothing').not.toMatchObject({
      result: 'done',
    })
    expect(await store.open((isOwnKey ? both.own : both.other).code)).toEqual({ result: 'done' })
    store.stop()
  })
})

describe('a till that was set aside', () => {
  const names = readdirSync
  /** The till without anything that took its place, and the folder that it is set aside in. */
  async function setAside() {
    tills ??= makeTills()
    const both = await tills
    const folder = newFolder()
    cpSync(both.own.folder, folder, { recursive: true })
    const leaving = tillIn(folder, null)
    leaving.backups.startEmpty(3)
    leaving.stop()
    const till = tillIn(folder, null)
    onTestFinished(till.stop)
    const [one] = succeeded(till.backups.setAside())
    return { both, till, name: one?.name ?? '', aside: join(folder, one?.name ?? '') }
  }

  it.each([
    ['deleted', 'backup-not-read'],
    ['emptied', 'backup-damaged'],
    ['bits changed', 'backup-damaged'],
    ['another till’s', 'backup-wrong-passphrase'],
  ])('%s: says %s', async (treatment, code) => {
    const { both, till, name, aside } = await setAside()
    treatments[treatment]?.(both, aside, 'the whole folder')
    if (treatment === 'deleted') rmSync(aside, { recursive: true })
    const chosen = await till.backups.chooseSetAside({ name })
    const found = chosen.ok ? await till.backups.inspect({ passphrase }) : chosen
    expect(found).toMatchObject({ ok: false, code })
    expect(names(till.folder)).not.toContain('restore-ready')
  })

  it.each([
    ['as it was', 2, 3],
    ['put back', 1, 2],
  ])(
    '%s: opens as a backup does, with %i people and %i payments',
    async (treatment, people, sales) => {
      const { both, till, name, aside } = await setAside()
      treatments[treatment]?.(both, aside, 'the whole folder')
      await till.backups.chooseSetAside({ name })
      const shown = succeeded(await till.backups.inspect({ passphrase }))
      expect(shown).toMatchObject({
        people,
        payments: [{ kind: 'production', sales, open: sales }],
      })
      expect(succeeded(await till.backups.restore({ passphrase }))).toBeNull()
      till.stop()
      const back = tillIn(till.folder, null)
      onTestFinished(back.stop)
      expect(back.store.closed()).toBe('passphrase')
      expect(await back.store.open(passphrase)).toMatchObject({ result: 'done' })
      expect(back.store.document().people).toHaveLength(people)
      // Nothing goes out before an owner has confirmed it: the screen says so.
      expect(back.store.document().restored).not.toBeNull()
    },
  )
})
