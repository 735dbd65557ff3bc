import {
  copyFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TillStore } from '../../../../electron/main/store/till-store'
import type { ClosedReason } from '../../../../shared/ipc/till-state'
import { KEYS, keychainOf, saveKeys, storeIn } from '../../../support/store'
import { temporaryFolders } from '../../../support/temporary-folder'

const newFolder = temporaryFolders()
/** What stays for all cases. */
const kept = mkdtempSync(join(tmpdir(), 'kaunta-'))

const parts = {
  'till.db': (name: string) => name === 'till.db',
  'till.db and its copies': (name: string) => name.startsWith('till.'),
  'one copy of key.json': (name: string) => name === 'key.json',
  'key.json': (name: string) => name.startsWith('key.'),
  'key.json and till.db': (name: string) => name.startsWith('key.') || name === 'till.db',
  'key.json, till.db and its copies': (name: string) => !name.startsWith('ledger-'),
}
type Part = keyof typeof parts
type Keychain = ReturnType<typeof keychainOf>

function copyOf(folder: string, copy = newFolder()): string {
  cpSync(folder, copy, { recursive: true })
  return copy
}

/** A till whose shop has a name and then another: the second must not be lost, the first not come back. */
function tillWith(keychain: Keychain, keys = KEYS) {
  const folder = mkdtempSync(join(kept, 'till-'))
  const rename = (name: string) => {
    const store = storeIn(folder, keychain)
    if (store.document().keys.production === null) saveKeys(store, 'production', keys)
    store.commit(document => ({
      ...document,
      settings: { ...document.settings, shop: { ...document.settings.shop, name } },
    }))
    return store
  }
  const first = rename('before')
  const code = first.newRecoveryCode(first.entry('recovery-code-made', null))
  first.stop()
  writeFileSync(join(folder, 'ledger-production.db'), 'sales')
  const before = copyOf(folder, `${folder}-before`)
  for (const name of ['one', 'two', 'now']) rename(name).stop()
  return { folder, before, code }
}

/** Exchanges what is chosen for what another folder has of it. */
function exchange(folder: string, other: string, isChosen: (name: string) => boolean): void {
  for (const name of readdirSync(folder)) if (isChosen(name)) rmSync(join(folder, name))
  for (const name of readdirSync(other))
    if (isChosen(name)) copyFileSync(join(other, name), join(folder, name))
}

function rewrite(folder: string, chosen: Part, change: (bytes: Buffer) => Buffer): void {
  for (const name of readdirSync(folder).filter(parts[chosen]))
    writeFileSync(join(folder, name), change(readFileSync(join(folder, name))))
}

/** A bit in each kilobyte: the sealed row is somewhere among them. */
function flipped(bytes: Buffer): Buffer {
  for (let at = Math.floor(bytes.length / 2) % 1_024; at < bytes.length; at += 1_024)
    bytes[at] = (bytes[at] ?? 0) ^ 1
  return bytes
}

const treatments = {
  deleted: (folder: string, chosen: Part) => exchange(folder, newFolder(), parts[chosen]),
  emptied: (folder: string, chosen: Part) => rewrite(folder, chosen, () => Buffer.alloc(0)),
  'bits changed': (folder: string, chosen: Part) => rewrite(folder, chosen, flipped),
  // The same till, some changes ago.
  'put back': (folder: string, chosen: Part) => exchange(folder, till.before, parts[chosen]),
  // Another till of the same computer account.
  'another till’s': (folder: string, chosen: Part) => exchange(folder, other.folder, parts[chosen]),
}
type Treatment = keyof typeof treatments

/** Null: opens as it was. `before`: opens as it was then. */
type Outcome = ClosedReason | null | 'before' | 'empty' | 'another till'
const sound = [null, null, null, null, null] as const
const withKey = ['key-gone', 'key-gone', 'key-gone', 'before', 'another till'] as const
/** By part, in the order of the treatments. */
const table: Record<Part, readonly Outcome[]> = {
  'till.db': [null, null, null, 'before', null],
  'till.db and its copies': ['gone', 'gone', 'gone', 'before', 'gone'],
  'one copy of key.json': sound,
  'key.json': ['key-gone', 'key-gone', 'key-gone', null, 'gone'],
  'key.json and till.db': withKey,
  'key.json, till.db and its copies': withKey,
}

function outcomeOf(folder: string, keychain: Keychain | null): Outcome {
  const store = storeIn(folder, keychain)
  const closed = store.closed()
  const { keys, settings } = store.document()
  store.stop()
  if (closed !== null) return closed
  if (keys.production === null) return 'empty'
  if (keys.production.apiKey !== KEYS.apiKey) return 'another till'
  return settings.shop.name === 'now' ? null : 'before'
}

// Each case works on a copy of these two.
const keychain = keychainOf()
let till: ReturnType<typeof tillWith>
let other: ReturnType<typeof tillWith>
beforeAll(() => {
  till = tillWith(keychain)
  other = tillWith(keychain, { apiKey: 'another-key', apiSecret: 'another-secret' })
})
afterAll(() => rmSync(kept, { recursive: true, force: true }))

describe.each(Object.keys(treatments) as Treatment[])('%s', treatment => {
  it.each(Object.keys(parts) as Part[])('%s', async part => {
    const folder = copyOf(till.folder)
    treatments[treatment](folder, part)
    const outcome = outcomeOf(folder, keychain)
    expect(outcome).toBe(table[part][Object.keys(treatments).indexOf(treatment)])
    // A second start says the same: nothing was made up at the first.
    expect(outcomeOf(folder, keychain)).toBe(outcome)
    if (outcome !== 'gone') return
    const isOwn = treatment !== 'another till’s' || part !== 'key.json'
    const store = storeIn(folder, keychain)
    expect(store.document().keys.production).toBeNull()
    expect(await store.open('guessed')).toMatchObject({ result: 'wrong' })
    expect(await store.open(isOwn ? till.code : other.code)).toEqual({ result: 'done' })
    store.stop()
    expect(['before', 'empty']).toContain(outcomeOf(folder, keychain))
  })
})

/** The till opens by itself with all that was saved, and takes a change with its entry. */
function expectItWorks(folder: string, what: string): void {
  const store = storeIn(folder, keychain)
  expect(store.closed(), what).toBeNull()
  expect(store.document().settings.shop.name, what).toBe('now')
  expect(store.tries(), what).toEqual([{ id: 'neema', wrong: 1, pausing: false }])
  savePassphrase(store, 'x'.repeat(40))
  store.stop()
}

/** Changes one bit of this byte of `till.db`. */
function flipBit(folder: string, place: number): void {
  const bytes = readFileSync(join(folder, 'till.db'))
  bytes[place] = (bytes[place] ?? 0) ^ (1 << (place % 8))
  writeFileSync(join(folder, 'till.db'), bytes)
}

/** A change with its entry. */
function savePassphrase(store: TillStore, backupPassphrase: string | null): void {
  store.commit(document => ({ ...document, backupPassphrase }), store.entry('locked', null))
}

/** A copy of the till after one more run, in which a person tried a wrong PIN. */
function ranOnce(work: (store: TillStore) => void): { sound: string; length: number } {
  const sound = copyOf(till.folder)
  const store = storeIn(sound, keychain)
  store.saveTries({ id: 'neema', wrong: 1, pausing: false })
  work(store)
  store.copyIfPossible()
  store.stop()
  return { sound, length: statSync(join(sound, 'till.db')).size }
}

describe('one bit changed in till.db', () => {
  it('never closes the till: a copy takes its place, wherever the bit is', () => {
    const { sound, length } = ranOnce(store => {
      for (let number = 0; number < 30; number++)
        store.record('locked', null, { why: 'x'.repeat(200) })
    })
    const places = [
      // What the engine reads first: its versions and sizes.
      ...Array.from({ length: 33 }, (_, number) => number * 3),
      // The head of each page: without it nothing can be added to the page.
      ...Array.from({ length: length / 4_096 - 1 }, (_, number) => (number + 1) * 4_096),
    ]
    for (const place of places) {
      const folder = copyOf(sound)
      flipBit(folder, place)
      expectItWorks(folder, `byte ${place}`)
    }
  }, 120_000)

  it('never ends selling later: a free page is damage too', () => {
    const large = 'x'.repeat(40_000)
    const { sound, length } = ranOnce(store => {
      // The larger document leaves free pages behind.
      savePassphrase(store, large)
      savePassphrase(store, null)
    })
    for (let place = 4_096; place < length; place += 4_096) {
      const folder = copyOf(sound)
      flipBit(folder, place)
      expectItWorks(folder, `byte ${place}`)
      const store = storeIn(folder, keychain)
      savePassphrase(store, large)
      store.stop()
    }
  })

  it('is in the audit log, once a copy took its place', () => {
    const folder = copyOf(till.folder)
    treatments.deleted(folder, 'till.db')
    const store = storeIn(folder, keychain)
    expect(store.list({ before: null, limit: 1 })).toMatchObject([{ action: 'till-copy-opened' }])
    store.stop()
    const again = storeIn(folder, keychain)
    expect(again.list({ before: null, limit: 9, action: 'till-copy-opened' })).toHaveLength(1)
    again.stop()
  })
})

describe('files of different moments', () => {
  // In the design before this one it gave an owner's rights.
  it('an older key.json without any till.db: closed', () => {
    const folder = copyOf(till.folder)
    treatments['put back'](folder, 'key.json')
    treatments.deleted(folder, 'till.db and its copies')
    expect(outcomeOf(folder, keychain)).toBe('gone')
  })

  it.each(['key.json', 'one copy of key.json'] as const)(
    '%s of a till without secrets: it never starts empty by itself',
    part => {
      const open = newFolder()
      const empty = storeIn(open)
      empty.record('locked', null)
      empty.stop()
      const folder = copyOf(till.folder)
      exchange(folder, open, parts[part])
      const isGone = part === 'key.json'
      expect(outcomeOf(folder, keychain)).toBe(isGone ? 'key-gone' : null)
      // With the keychain away the other copy of key.json waits for the code.
      expect(outcomeOf(folder, null)).toBe(isGone ? 'key-gone' : 'keychain-away')
      for (const name of readdirSync(folder))
        if (name.startsWith('till.copy')) rmSync(join(folder, name))
      expect(outcomeOf(folder, keychain)).toBe(isGone ? 'key-gone' : null)
      expect(readdirSync(folder)).toContain('till.db')
    },
  )

  it('other things with the names of copies: changes are copied as before', () => {
    const folder = copyOf(till.folder)
    writeFileSync(join(folder, 'till.copy-999999.db'), 'junk')
    mkdirSync(join(folder, 'till.copy-999998.db'))
    for (const _ of [1, 2, 3]) {
      const store = storeIn(folder, keychain)
      store.commit(document => ({ ...document, backupPassphrase: null }))
      store.stop()
    }
    rmSync(join(folder, 'till.db'))
    expect(outcomeOf(folder, keychain)).toBeNull()
  })
})

describe('one bit changed in both copies of key.json', () => {
  const names = ['key.json', 'key.copy.json']

  it('is damage wherever it is, never another keychain, a newer app or a wrong code', () => {
    const folder = copyOf(till.folder)
    const text = readFileSync(join(folder, 'key.json'))
    for (let place = 0; place < text.length; place++) {
      const damaged = Buffer.from(text)
      damaged[place] = (damaged[place] ?? 0) ^ (1 << (place % 8))
      for (const name of names) writeFileSync(join(folder, name), damaged)
      expect(outcomeOf(folder, keychain), `byte ${place}`).toBe('key-gone')
    }
  })
})
