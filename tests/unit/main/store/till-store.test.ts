import { copyFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { KEYS, keychainOf, PASSPHRASE, saveKeys, storeIn } from '../../../support/store'
import { allBytes, temporaryFolders } from '../../../support/temporary-folder'

const newFolder = temporaryFolders()

describe('a till in which nothing is protected', () => {
  it('writes nothing before something is done', () => {
    const folder = newFolder()
    expect(storeIn(folder).closed()).toBeNull()
    expect(readdirSync(folder)).toEqual([])
  })

  it('begins where a crash in its first write left an empty key.json, and nothing else', () => {
    const folder = newFolder()
    writeFileSync(join(folder, 'key.json'), '')
    const store = storeIn(folder)
    expect(store.closed()).toBeNull()
    store.append(store.entry('locked', null))
    store.stop()
    for (const file of ['key.json', 'key.copy.json']) writeFileSync(join(folder, file), '')
    expect(storeIn(folder).closed()).toBe('key-gone')
  })

  it('starts empty where its file is gone', () => {
    const folder = newFolder()
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
    const folder = newFolder()
    const keychain = keychainOf()
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
    const folder = newFolder()
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
    const folder = newFolder()
    const keychain = keychainOf()
    const store = storeIn(folder, keychain)
    saveKeys(store)
    const code = store.newRecoveryCode(store.entry('recovery-code-made', null))
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
    const folder = newFolder()
    const store = storeIn(folder, keychainOf())
    saveKeys(store)
    const first = store.newRecoveryCode(store.entry('recovery-code-made', null))
    const second = store.newRecoveryCode(store.entry('recovery-code-made', null))
    store.stop()
    const again = storeIn(folder)
    expect(await again.open(first)).toMatchObject({ result: 'wrong' })
    expect(await again.open(second)).toEqual({ result: 'done' })
  })
})

describe('an older key.json', () => {
  it('brings no code back that ended since', async () => {
    const folder = newFolder()
    const keychain = keychainOf()
    const store = storeIn(folder, keychain)
    saveKeys(store)
    const ended = store.newRecoveryCode(store.entry('recovery-code-made', null))
    const before = newFolder()
    const keyFiles = ['key.json', 'key.copy.json']
    for (const name of keyFiles) copyFileSync(join(folder, name), join(before, name))
    store.newRecoveryCode(store.entry('recovery-code-made', null))
    saveKeys(store)
    store.stop()
    for (const name of keyFiles) copyFileSync(join(before, name), join(folder, name))
    const away = storeIn(folder)
    expect(await away.open(ended)).toMatchObject({ result: 'wrong' })
    expect(away.closed()).toBe('keychain-away')
    expect(away.document().keys.production).toBeNull()
    away.stop()
    expect(storeIn(folder, keychain).closed()).toBeNull()
  })
})

describe('wrong texts', () => {
  it('wait after the fifth', async () => {
    const folder = newFolder()
    const store = storeIn(folder, keychainOf())
    saveKeys(store)
    for (let tries = 0; tries < 4; tries++)
      expect(await store.proves('wrong')).toEqual({ result: 'wrong', pauseMs: 0 })
    expect(await store.proves('wrong')).toEqual({ result: 'wrong', pauseMs: 30_000 })
    expect(await store.proves(KEYS.apiSecret)).toEqual({ result: 'wrong', pauseMs: 30_000 })
  })
})

describe('the proof of an owner', () => {
  it('is not the code or the passphrase of another till, whose key.json was put here meanwhile', async () => {
    const [folder, otherFolder] = [newFolder(), newFolder()]
    const store = storeIn(folder, keychainOf())
    saveKeys(store)
    const own = store.newRecoveryCode(store.entry('recovery-code-made', null))
    const other = storeIn(otherFolder, keychainOf())
    saveKeys(other, 'production', { apiKey: 'other', apiSecret: 'other-secret' })
    await other.createPassphrase(PASSPHRASE)
    const code = other.newRecoveryCode(other.entry('recovery-code-made', null))
    for (const name of ['key.json', 'key.copy.json'])
      copyFileSync(join(otherFolder, name), join(folder, name))
    for (const theirs of [code, PASSPHRASE])
      expect(await store.proves(theirs)).toMatchObject({ result: 'wrong' })
    expect(await store.proves(own)).toEqual({ result: 'done' })
  })
})

describe('an older file', () => {
  async function older() {
    const folder = newFolder()
    const keychain = keychainOf()
    const store = storeIn(folder, keychain)
    saveKeys(store)
    const code = store.newRecoveryCode(store.entry('recovery-code-made', null))
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
    return { folder, keychain, code, before }
  }
  const copies = (folder: string) =>
    readdirSync(folder).filter(name => name.startsWith('till.copy'))

  it.each(['code', 'secret'])(
    'does not bring back a code that ended, where the owner is proven by a %s',
    async proof => {
      const { folder, keychain, code, before } = await older()
      const changed = storeIn(folder, keychain)
      const next = changed.newRecoveryCode(changed.entry('recovery-code-made', null))
      changed.stop()
      copyFileSync(before, join(folder, 'till.db'))
      for (const name of copies(folder)) rmSync(join(folder, name))
      const store = storeIn(folder, keychain)
      expect(store.closed()).toBe('older')
      expect(store.document().keys.production).toBeNull()
      expect(await store.open(code)).toMatchObject({ result: 'wrong' })
      expect(await store.open(proof === 'code' ? next : KEYS.apiSecret)).toEqual({ result: 'done' })
      expect(store.document().settings.shop.name).toBe('')
      expect(store.list({ before: null, limit: 1 })).toMatchObject([
        { action: 'older-till-accepted' },
      ])
      // What is printed again is the code that opens it, or none.
      expect(store.document().recovery?.code).toBe(proof === 'code' ? next : undefined)
      store.stop()
      const again = storeIn(folder)
      expect(await again.open(code)).toMatchObject({ result: 'wrong' })
      expect(await again.open(next)).toEqual({ result: 'done' })
      again.stop()
    },
  )

  it('is not told by a number that no till counts up to: a damaged ledger closes nothing', async () => {
    const { folder, keychain } = await older()
    const store = storeIn(folder, keychain)
    expect(store.foundOlder(Number.MAX_SAFE_INTEGER)).toBe(false)
    expect(store.closed()).toBeNull()
  })
})
