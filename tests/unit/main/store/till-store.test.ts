import { copyFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
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
    store.append(store.entry('locked', null))
    store.stop()
    for (const file of keyFiles) writeFileSync(join(folder, file), '')
    expect(storeIn(folder).closed()).toBe('key-gone')
  })

  it('starts empty where its file is gone', () => {
    const store = storeIn(folder)
    store.append(store.entry('locked', null))
    store.stop()
    rmSync(join(folder, 'till.db'))
    const again = storeIn(folder)
    expect(again.closed()).toBeNull()
    expect(again.list({ before: null, limit: 10 })).toEqual([])
  })
})

describe('the first secret', () => {
  it('makes a fresh key, and copies what was recorded before', () => {
    const store = storeIn(folder, keychain)
    store.append(store.entry('locked', null, { why: 'before' }))
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
    expect(await store.createPassphrase(PASSPHRASE)).toBe('done')
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

  it('is not brought back by an older key.json, once it ended', async () => {
    const store = tillWithKeys()
    const ended = newCode(store)
    const before = newFolder()
    copyKeyFiles(folder, before)
    newCode(store)
    saveKeys(store)
    store.stop()
    copyKeyFiles(before, folder)
    const away = storeIn(folder)
    expect(await away.open(ended)).toMatchObject({ result: 'wrong' })
    expect(away.closed()).toBe('keychain-away')
    expect(away.document().keys.production).toBeNull()
    away.stop()
    expect(storeIn(folder, keychain).closed()).toBeNull()
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
    await other.createPassphrase(PASSPHRASE)
    const code = newCode(other)
    copyKeyFiles(otherFolder, folder)
    for (const theirs of [code, PASSPHRASE])
      expect(await store.proves(theirs)).toMatchObject({ result: 'wrong' })
    expect(await store.proves(own)).toEqual({ result: 'done' })
  })
})

describe('an older file', () => {
  function older() {
    const store = tillWithKeys()
    const code = newCode(store)
    store.stop()
    const before = join(newFolder(), 'till.db')
    copyFileSync(join(folder, 'till.db'), before)
    const changed = storeIn(folder, keychain)
    for (const name of ['One', 'Two', 'Three'])
      changed.commit(document => ({
        ...document,
        settings: { ...document.settings, shop: { ...document.settings.shop, name } },
      }))
    changed.stop()
    return { code, before }
  }
  it.each(['code', 'secret'])(
    'does not bring back a code that ended, where the owner is proven by a %s',
    async proof => {
      const { code, before } = older()
      const changed = storeIn(folder, keychain)
      const next = newCode(changed)
      changed.stop()
      copyFileSync(before, join(folder, 'till.db'))
      for (const name of readdirSync(folder))
        if (name.startsWith('till.copy')) rmSync(join(folder, name))
      const store = storeIn(folder, keychain)
      expect(store.closed()).toBe('older')
      expect(store.document().keys.production).toBeNull()
      expect(await store.open(code)).toMatchObject({ result: 'wrong' })
      expect(await store.open(proof === 'code' ? next : KEYS.apiSecret)).toEqual({ result: 'done' })
      expect(store.document().settings.shop.name).toBe('')
      const [last] = store.list({ before: null, limit: 1 })
      expect(last?.action).toBe('older-till-accepted')
      // What is printed again is the code that opens it, or none.
      expect(store.document().recovery?.code).toBe(proof === 'code' ? next : undefined)
      store.stop()
      const again = storeIn(folder)
      expect(await again.open(code)).toMatchObject({ result: 'wrong' })
      expect(await again.open(next)).toEqual({ result: 'done' })
      again.stop()
    },
  )

  it('is not told by a number that no till counts up to: a damaged ledger closes nothing', () => {
    older()
    const store = storeIn(folder, keychain)
    expect(store.foundOlder(Number.MAX_SAFE_INTEGER)).toBe(false)
    expect(store.closed()).toBeNull()
  })
})
