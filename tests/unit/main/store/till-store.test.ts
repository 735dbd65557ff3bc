import { copyFileSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { effortSchema } from '../../../../electron/main/store/derivation'
import { DEFAULT_EFFORT } from '../../../../electron/main/store/passphrase-lock'
import type { TillStore } from '../../../../electron/main/store/till-store'
import { KEYS, keychainOf, PASSPHRASE, saveKeys, storeIn } from '../../../support/store'
import { allBytes, temporaryFolders } from '../../../support/temporary-folder'

const newFolder = temporaryFolders()
const keyFiles = ['key.json', 'key.copy.json']

let folder: string
let keychain: ReturnType<typeof keychainOf>
beforeEach(() => {
  folder = newFolder()
  keychain = keychainOf()
})

/** A till with a secret, as at a start. */
function tillWithKeys() {
  const store = storeIn(folder, keychain)
  saveKeys(store)
  return store
}

const newCode = (store: TillStore) => store.newRecoveryCode(store.entry('recovery-code-made', null))

function copyKeyFiles(from: string, to: string): void {
  for (const name of keyFiles) copyFileSync(join(from, name), join(to, name))
}

describe('a till in which nothing is protected', () => {
  it('writes nothing before something is done', () => {
    expect(storeIn(folder).closed()).toBeNull()
    expect(readdirSync(folder)).toEqual([])
  })

  it('begins where a crash in its first write left an empty key.json, and nothing else', () => {
    writeFileSync(join(folder, 'key.json'), '')
    const store = storeIn(folder)
    expect(store.closed()).toBeNull()
    store.record('locked', null)
    store.stop()
    for (const file of keyFiles) writeFileSync(join(folder, file), '')
    expect(storeIn(folder).closed()).toBe('key-gone')
  })

  it('starts empty where its file is gone', () => {
    const store = storeIn(folder)
    store.record('locked', null)
    store.stop()
    rmSync(join(folder, 'till.db'))
    const again = storeIn(folder)
    expect(again.closed()).toBeNull()
    expect(again.list({ before: null, limit: 10 })).toEqual([])
  })
})

describe('a till’s folder', () => {
  it('may hold a folder with the name of the marker of openings: it counts for nothing', () => {
    tillWithKeys().stop()
    mkdirSync(join(folder, 'till.db.opening', 'inner'), { recursive: true })
    const again = storeIn(folder, keychain)
    expect(again.closed()).toBeNull()
    expect(again.document().keys.production).toMatchObject(KEYS)
  })

  it.each([
    ['four times the time and memory of the till’s own', { cost: 524_288 }, true],
    ['the same, side by side', { parallelization: 4 }, true],
    ['more memory', { cost: 1_048_576 }, false],
    ['more memory by larger blocks', { blockSize: 64 }, false],
    ['more time', { cost: 262_144, parallelization: 4 }, false],
  ])('may say of a passphrase that it takes %s', (_what, change, isRead) => {
    expect(effortSchema.safeParse({ ...DEFAULT_EFFORT, ...change }).success).toBe(isRead)
  })
})

describe('the first secret', () => {
  it('makes a fresh key, and copies what was recorded before', () => {
    const store = storeIn(folder, keychain)
    store.record('locked', null, { why: 'before' })
    const before = store.key()?.key
    saveKeys(store)
    expect(store.key()?.key.equals(before ?? Buffer.alloc(0))).toBe(false)
    store.stop()
    const again = storeIn(folder, keychain)
    expect(again.document().keys.production).toMatchObject(KEYS)
    expect(again.list({ before: null, limit: 10 })).toMatchObject([{ detail: { why: 'before' } }])
    const all = allBytes(folder)
    for (const secret of [KEYS.apiKey, KEYS.apiSecret]) expect(all.includes(secret)).toBe(false)
    expect(all.includes(again.key()?.key.toString('base64') ?? '')).toBe(false)
  })

  it('needs a passphrase where there is no keychain', async () => {
    const store = storeIn(folder)
    expect(() => saveKeys(store)).toThrowError('There is no keychain')
    expect(await store.choosePassphrase(PASSPHRASE)).toBe(true)
    saveKeys(store)
    store.stop()
    const again = storeIn(folder)
    expect(again.closed()).toBe('passphrase')
    expect(again.document().keys.production).toBeNull()
    expect(await again.open('wrong passphrase')).toMatchObject({ result: 'wrong' })
    expect(await again.open(PASSPHRASE)).toEqual({ result: 'done' })
    expect(again.document().keys.production).toMatchObject(KEYS)
  })
})

describe('a recovery code', () => {
  it('opens the till where the keychain is away, or another one, which opens it from then on', async () => {
    const store = tillWithKeys()
    const code = newCode(store)
    const ledger = store.ledgerKey('production')
    store.stop()
    const away = storeIn(folder)
    expect(away.closed()).toBe('keychain-away')
    away.stop()
    const installed = keychainOf()
    const other = storeIn(folder, installed)
    expect(other.closed()).toBe('keychain-other')
    expect(await other.open(code.toLowerCase().replaceAll('-', ' '))).toEqual({ result: 'done' })
    expect(other.document().keys.production).toMatchObject(KEYS)
    expect(other.ledgerKey('production')).toEqual(ledger)
    other.stop()
    // The first keychain is back, and nothing has changed; the other one opens it too.
    for (const each of [keychain, installed]) {
      const again = storeIn(folder, each)
      expect(again.closed()).toBeNull()
      again.stop()
    }
  })

  it('ends when another one is made', async () => {
    const store = tillWithKeys()
    const first = newCode(store)
    const second = newCode(store)
    store.stop()
    const again = storeIn(folder)
    expect(await again.open(first)).toMatchObject({ result: 'wrong' })
    expect(await again.open(second)).toEqual({ result: 'done' })
  })
})

describe('the proof of an owner', () => {
  it('waits after the fifth wrong text', async () => {
    const store = tillWithKeys()
    for (let tries = 0; tries < 4; tries++)
      expect(await store.proves('wrong')).toEqual({ result: 'wrong', pauseMs: 0 })
    for (const text of ['wrong', KEYS.apiSecret])
      expect(await store.proves(text)).toEqual({ result: 'wrong', pauseMs: 30_000 })
  })

  it('is not the code or the passphrase of another till, whose key.json was put here meanwhile', async () => {
    const otherFolder = newFolder()
    const store = tillWithKeys()
    const own = newCode(store)
    const other = storeIn(otherFolder, keychainOf())
    saveKeys(other, 'production', { apiKey: 'other', apiSecret: 'other-secret' })
    await other.choosePassphrase(PASSPHRASE)
    const code = newCode(other)
    copyKeyFiles(otherFolder, folder)
    for (const theirs of [code, PASSPHRASE])
      expect(await store.proves(theirs)).toMatchObject({ result: 'wrong' })
    expect(await store.proves(own)).toEqual({ result: 'done' })
  })
})

describe('an older file', () => {
  const rename = (store: TillStore, name: string) =>
    store.commit(document => ({
      ...document,
      settings: { ...document.settings, shop: { ...document.settings.shop, name } },
    }))

  it('opens, says from when it is, and goes on saying so until it is acknowledged', () => {
    const store = tillWithKeys()
    store.record('locked', null)
    const noted = store.sealedNumber()
    const [last] = store.list({ before: null, limit: 1 })
    store.noteOlder(noted)
    expect(store.document().older).toBeNull()
    store.noteOlder(noted + 3)
    expect(store.closed()).toBeNull()
    expect(store.document().older).toEqual({ since: last?.at })
    expect(store.list({ before: null, limit: 1 })).toMatchObject([
      { action: 'older-till-opened', detail: { since: last?.at } },
    ])
    rename(store, 'Since then')
    store.stop()
    const again = storeIn(folder, keychain)
    expect(again.document()).toMatchObject({ older: { since: last?.at } })
    // Once: from here on it is the newest there is.
    again.noteOlder(noted + 3)
    expect(again.list({ before: null, limit: 9, action: 'older-till-opened' })).toHaveLength(1)
  })

  it('is not reported for a number that no till counts up to: that is damage of the ledger', () => {
    const store = tillWithKeys()
    store.noteOlder(Number.MAX_SAFE_INTEGER)
    expect(store.document().older).toBeNull()
  })
})

describe('a passphrase', () => {
  async function tillWithPassphrase() {
    const store = storeIn(folder)
    await store.choosePassphrase(PASSPHRASE)
    saveKeys(store)
    return store
  }

  it('proves an owner until there is a recovery code; from then on it opens, and no more', async () => {
    const store = await tillWithPassphrase()
    expect(await store.proves(PASSPHRASE)).toEqual({ result: 'done' })
    const code = newCode(store)
    expect(await store.proves(PASSPHRASE)).toMatchObject({ result: 'wrong' })
    expect(await store.proves(code)).toEqual({ result: 'done' })
    expect(await store.proves(KEYS.apiSecret)).toEqual({ result: 'done' })
    // Together with an owner's PIN.
    expect(await store.proves(PASSPHRASE, true)).toEqual({ result: 'done' })
    store.stop()
    expect(await storeIn(folder).open(PASSPHRASE)).toEqual({ result: 'done' })
  })

  it('starts no till whose till.db is gone, where there is a recovery code', async () => {
    const store = await tillWithPassphrase()
    const code = newCode(store)
    store.stop()
    for (const name of readdirSync(folder)) if (name.startsWith('till.')) rmSync(join(folder, name))
    const again = storeIn(folder)
    expect(again.closed()).toBe('passphrase')
    expect(await again.open(PASSPHRASE)).toMatchObject({ result: 'wrong' })
    expect(again.closed()).toBe('gone')
    expect(await again.open(code)).toEqual({ result: 'done' })
    expect(again.document().keys.production).toBeNull()
    expect(again.list({ before: null, limit: 1 })).toMatchObject([{ action: 'till-file-gone' }])
  })
})
