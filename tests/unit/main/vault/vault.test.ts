import { mkdirSync, rmdirSync } from 'node:fs'
import { join } from 'node:path'
import { inspect } from 'node:util'
import { describe, expect, it } from 'vitest'
import type { Vault } from '../../../../electron/main/vault'
import { allBytes, temporaryFolders } from '../../../support/temporary-folder'
import {
  edit,
  KEYS,
  keychainOf,
  keyOf,
  NOW,
  PASSPHRASE,
  passphraseVault,
  readyKeys,
  vaultIn,
} from '../../../support/vaults'

const newFolder = temporaryFolders()

/** Every way in which a secret could lie in a file by mistake. */
function expectNowhere(bytes: Buffer, secret: Buffer): void {
  const forms = [
    secret,
    Buffer.from(secret.toString('base64').replace(/=+$/, '')),
    Buffer.from(secret.toString('hex')),
    Buffer.from(secret.toString('utf8'), 'utf16le'),
  ]
  for (const form of forms) expect(bytes.includes(form)).toBe(false)
}

describe.each<[string, (folder: string) => Promise<() => Vault | Promise<Vault>>]>([
  [
    'a keychain',
    async folder => {
      const keychain = keychainOf()
      return () => vaultIn(folder, keychain)
    },
  ],
  [
    'a passphrase',
    async folder => {
      await passphraseVault(folder)
      return async () => {
        const vault = vaultIn(folder)
        await vault.unlock(PASSPHRASE)
        return vault
      }
    },
  ],
])('a vault sealed by %s', (_name, prepare) => {
  it('gives the keys back after a restart, and their endings', async () => {
    const reopen = await prepare(newFolder())
    const vault = await reopen()
    expect(vault.keys('production')).toEqual({ state: 'absent' })
    expect(vault.keyEndings('production')).toBeNull()
    expect(vault.saveKeys('production', KEYS)).toBe('done')
    expect(readyKeys(await reopen(), 'production')).toEqual({ ...KEYS, savedAt: NOW })
    expect((await reopen()).keyEndings('production')).toEqual({ apiKey: '1234', apiSecret: '5678' })
    expect((await reopen()).keys('sandbox')).toEqual({ state: 'absent' })
  })

  it('gives the same data key for ever, a different one for each kind', async () => {
    const reopen = await prepare(newFolder())
    const kinds = ['practice', 'sandbox', 'production'] as const
    const first = await reopen()
    const keys = kinds.map(kind => keyOf(first, kind))
    const again = await reopen()
    expect(kinds.map(kind => keyOf(again, kind, true))).toEqual(keys)
    expect(keys.map(key => key.length)).toEqual([32, 32, 32])
    expect(new Set(keys.map(key => key.toString('hex'))).size).toBe(3)
  })

  it('leaves nothing plain in any file', async () => {
    const folder = newFolder()
    const vault = await (await prepare(folder))()
    vault.saveKeys('production', KEYS)
    const dataKey = keyOf(vault, 'production')
    const bytes = allBytes(folder)
    for (const text of Object.values(KEYS)) expectNowhere(bytes, Buffer.from(text))
    expectNowhere(bytes, Buffer.from(PASSPHRASE))
    expectNowhere(bytes, dataKey)
    expect(bytes.includes('5678')).toBe(false)
  })

  it('shows no key when it is printed', async () => {
    const vault = await (await prepare(newFolder()))()
    vault.saveKeys('production', KEYS)
    const keys = { deep: vault.keys('production') }
    const shown = `${inspect(keys, { depth: null })}${JSON.stringify(keys)}${inspect(vault)}`
    expect(shown).not.toContain('PLANTED')
  })

  it('refuses values that were swapped', async () => {
    const folder = newFolder()
    const reopen = await prepare(folder)
    const vault = await reopen()
    vault.saveKeys('production', KEYS)
    vault.saveKeys('sandbox', KEYS)
    keyOf(vault, 'sandbox')
    keyOf(vault, 'production')
    edit(folder, ({ connections, dataKeys }) => {
      const { apiKey, apiSecret } = connections.production
      Object.assign(connections.production, { apiKey: apiSecret, apiSecret: apiKey })
      connections.sandbox.apiKey = apiKey
      dataKeys.production = dataKeys.sandbox
    })
    const swapped = await reopen()
    expect(swapped.keys('production')).toEqual({ state: 'unreadable' })
    expect(swapped.keys('sandbox')).toEqual({ state: 'unreadable' })
    expect(swapped.dataKey('production', true)).toEqual({ state: 'unreadable' })
    expect(swapped.dataKey('sandbox', true)).toMatchObject({ state: 'ready' })
  })

  it('keeps the old keys when the new ones cannot be written', async () => {
    const folder = newFolder()
    const reopen = await prepare(folder)
    const vault = await reopen()
    vault.saveKeys('production', KEYS)
    mkdirSync(join(folder, 'vault-next.json'))
    expect(() =>
      vault.saveKeys('production', { ...KEYS, apiKey: 'new', apiSecret: 'new' }),
    ).toThrow()
    expect(() => vault.dataKey('production', false)).toThrow()
    expect(readyKeys(vault, 'production')).toMatchObject(KEYS)
    rmdirSync(join(folder, 'vault-next.json'))
    expect(readyKeys(await reopen(), 'production')).toMatchObject(KEYS)
    expect(vault.dataKey('production', true)).toEqual({ state: 'missing' })
    expect(vault.saveKeys('production', { ...KEYS, apiKey: 'new', apiSecret: 'new' })).toBe('done')
    expect(readyKeys(await reopen(), 'production')).toMatchObject({ apiKey: 'new' })
  })

  it('never makes a key over a ledger whose key is gone', async () => {
    const folder = newFolder()
    const vault = await (await prepare(folder))()
    for (const kind of ['practice', 'sandbox', 'production'] as const) {
      expect(vault.dataKey(kind, true)).toEqual({ state: 'missing' })
    }
    expect(vault.dataKey('production', false)).toMatchObject({ state: 'ready' })
  })
})
