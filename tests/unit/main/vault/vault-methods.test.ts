import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { fakeSafeStorage } from '../../../support/fake-safe-storage'
import { temporaryFolders } from '../../../support/temporary-folder'
import {
  edit,
  KEYS,
  keychainOf,
  keyOf,
  PASSPHRASE,
  passphraseVault,
  readyKeys,
  vaultIn,
} from '../../../support/vaults'

const newFolder = temporaryFolders()

describe('with a keychain', () => {
  it('says which one, and asks for no passphrase', async () => {
    const vault = vaultIn(newFolder(), keychainOf())
    expect(vault.status()).toEqual({
      method: 'keychain',
      state: 'open',
      backend: 'gnome_libsecret',
    })
    expect(await vault.createPassphrase(PASSPHRASE)).toBe('exists')
    expect(await vault.unlock(PASSPHRASE)).toEqual({ result: 'none-yet' })
  })

  it('that is not there later: unreadable, nothing deleted, no other method', async () => {
    const folder = newFolder()
    const keychain = keychainOf()
    const before = vaultIn(folder, keychain)
    before.saveKeys('production', KEYS)
    const dataKey = keyOf(before, 'practice')
    keyOf(before, 'production')
    const file = readFileSync(join(folder, 'vault.json'))

    const without = vaultIn(folder)
    expect(without.status()).toEqual({ method: 'keychain', state: 'unavailable' })
    expect(without.keys('production')).toEqual({ state: 'unreadable' })
    expect(without.keyEndings('production')).toBeNull()
    expect(without.dataKey('production', true)).toEqual({ state: 'unreadable' })
    expect(without.dataKey('practice', true)).toEqual({ state: 'unreadable' })
    expect(without.dataKey('sandbox', false)).toEqual({ state: 'unreadable' })
    expect(without.saveKeys('production', KEYS)).toBe('unavailable')
    expect(readFileSync(join(folder, 'vault.json'))).toEqual(file)

    expect(readyKeys(vaultIn(folder, keychain), 'production')).toMatchObject(KEYS)
    expect(keyOf(vaultIn(folder, keychain), 'practice', true)).toEqual(dataKey)
  })

  it('of another computer: unreadable, and replaced on purpose only', () => {
    const folder = newFolder()
    vaultIn(folder, keychainOf()).saveKeys('production', KEYS)
    const elsewhere = vaultIn(folder, keychainOf())
    expect(elsewhere.keys('production')).toEqual({ state: 'unreadable' })
    expect(elsewhere.saveKeys('production', KEYS)).toBe('done')
    expect(readyKeys(elsewhere, 'production')).toMatchObject(KEYS)
  })

  it('that is locked meanwhile: the old keys stay', () => {
    const storage = fakeSafeStorage()
    const vault = vaultIn(newFolder(), keychainOf(storage))
    vault.saveKeys('production', KEYS)
    storage.locked = true
    expect(vault.saveKeys('production', { ...KEYS, apiKey: 'a', apiSecret: 'b' })).toBe(
      'unavailable',
    )
    expect(vault.dataKey('production', false)).toEqual({ state: 'unreadable' })
    storage.locked = false
    expect(readyKeys(vault, 'production')).toMatchObject(KEYS)
    expect(vault.dataKey('production', true)).toEqual({ state: 'missing' })
  })

  it('that gives back something else than it took: nothing is replaced', () => {
    const keychain = keychainOf()
    const folder = newFolder()
    vaultIn(folder, keychain).saveKeys('production', KEYS)
    const lying = { ...keychain, open: () => Buffer.from('else') }
    expect(vaultIn(folder, lying).saveKeys('production', KEYS)).toBe('unavailable')
    expect(readyKeys(vaultIn(folder, keychain), 'production')).toMatchObject(KEYS)
  })
})

describe('without a keychain', () => {
  it('real secrets wait for a passphrase', async () => {
    const vault = vaultIn(newFolder())
    expect(vault.status()).toEqual({ method: 'passphrase', state: 'none-yet', pauseMs: 0 })
    expect(vault.saveKeys('production', KEYS)).toBe('locked')
    expect(vault.dataKey('production', false)).toEqual({ state: 'locked' })
    expect(await vault.unlock(PASSPHRASE)).toEqual({ result: 'none-yet' })
    expect(await vault.createPassphrase('seven77')).toBe('too-short')
    expect(vault.status()).toEqual({ method: 'passphrase', state: 'none-yet', pauseMs: 0 })
    expect(await vault.createPassphrase(PASSPHRASE)).toBe('done')
    expect(vault.status()).toEqual({ method: 'passphrase', state: 'open', pauseMs: 0 })
    expect(await vault.createPassphrase('another passphrase')).toBe('exists')
  })

  it('practice asks for nothing: its key is open, and marked so', async () => {
    const folder = newFolder()
    const key = keyOf(vaultIn(folder), 'practice')
    const kept = JSON.parse(readFileSync(join(folder, 'vault.json'), 'utf8')).dataKeys.practice
    expect(kept).toEqual({ method: 'none', value: key.toString('base64') })
    expect(vaultIn(folder).status()).toEqual({
      method: 'passphrase',
      state: 'none-yet',
      pauseMs: 0,
    })
    await passphraseVault(folder)
    expect(keyOf(vaultIn(folder), 'practice', true)).toEqual(key)
    expect(keyOf(vaultIn(folder, keychainOf()), 'practice', true)).toEqual(key)
  })

  it('is locked after a restart, and opened by the right passphrase only', async () => {
    const folder = newFolder()
    const first = await passphraseVault(folder)
    first.saveKeys('production', KEYS)
    keyOf(first, 'production')
    const vault = vaultIn(folder)
    expect(vault.status()).toEqual({ method: 'passphrase', state: 'locked', pauseMs: 0 })
    expect(vault.keys('production')).toEqual({ state: 'locked' })
    expect(vault.keyEndings('production')).toBeNull()
    expect(vault.dataKey('production', true)).toEqual({ state: 'locked' })
    expect(vault.saveKeys('production', KEYS)).toBe('locked')
    expect(await vault.unlock('wrong passphrase')).toMatchObject({ result: 'wrong' })
    expect(vault.status()).toEqual({ method: 'passphrase', state: 'locked', pauseMs: 0 })
    expect(await vault.unlock(PASSPHRASE)).toEqual({ result: 'done' })
    expect(readyKeys(vault, 'production')).toMatchObject(KEYS)
  })

  it('stays with the passphrase when a keychain appears', async () => {
    const folder = newFolder()
    const first = await passphraseVault(folder)
    first.saveKeys('production', KEYS)
    const vault = vaultIn(folder, keychainOf())
    expect(vault.status()).toEqual({ method: 'passphrase', state: 'locked', pauseMs: 0 })
    expect(vault.keys('production')).toEqual({ state: 'locked' })
    expect(vault.saveKeys('sandbox', KEYS)).toBe('locked')
    keyOf(vault, 'practice')
    expect(readFileSync(join(folder, 'vault.json'), 'utf8')).not.toContain('keychain')
    await vault.unlock(PASSPHRASE)
    expect(readyKeys(vault, 'production')).toMatchObject(KEYS)
  })

  it('makes one passphrase of two at the same time', async () => {
    const folder = newFolder()
    const vault = vaultIn(folder)
    const other = 'another passphrase'
    const both = [vault.createPassphrase(PASSPHRASE), vault.createPassphrase(other)]
    expect(await Promise.all(both)).toEqual(['done', 'exists'])
    expect(await vaultIn(folder).unlock(PASSPHRASE)).toEqual({ result: 'done' })
  })

  it('tells damage from a wrong passphrase', async () => {
    const folder = newFolder()
    const first = await passphraseVault(folder)
    first.saveKeys('production', KEYS)
    edit(folder, ({ connections }) => {
      connections.production.apiKey = randomBytes(60).toString('base64')
    })
    const vault = vaultIn(folder)
    expect(await vault.unlock(PASSPHRASE)).toEqual({ result: 'done' })
    expect(vault.keys('production')).toEqual({ state: 'unreadable' })
  })
})
