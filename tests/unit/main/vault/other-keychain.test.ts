import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { fakeSafeStorage } from '../../../support/fake-safe-storage'
import { temporaryFolders } from '../../../support/temporary-folder'
import {
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
const fileOf = (folder: string) => readFileSync(join(folder, 'vault.json'), 'utf8')

/** A vault with keys and a ledger's key, sealed by a keychain. */
function sealedBy(backend: string) {
  const folder = newFolder()
  const keychain = keychainOf(Object.assign(fakeSafeStorage(), { backend }))
  const vault = vaultIn(folder, keychain)
  vault.saveKeys('production', KEYS)
  return { folder, keychain, key: keyOf(vault, 'production') }
}

describe('the keychain that sealed', () => {
  it('is recorded with the keys and the data key, and told apart from the one that is here', () => {
    const { folder } = sealedBy('gnome_libsecret')
    const wallet = keychainOf(Object.assign(fakeSafeStorage(), { backend: 'kwallet5' }))
    const vault = vaultIn(folder, wallet)
    expect(vault.status()).toMatchObject({ backend: 'kwallet5' })
    expect(vault.sealedBy({ keys: 'production' })).toBe('gnome_libsecret')
    expect(vault.sealedBy({ data: 'production' })).toBe('gnome_libsecret')
    vault.saveKeys('production', KEYS)
    expect(vault.sealedBy({ keys: 'production' })).toBe('kwallet5')
    expect(vault.sealedBy({ keys: 'sandbox' })).toBeNull()
  })

  it('is none with a passphrase', async () => {
    const vault = await passphraseVault(newFolder())
    vault.saveKeys('production', KEYS)
    expect(vault.sealedBy({ keys: 'production' })).toBeNull()
  })
})

describe('an API secret that nothing opens', () => {
  it('is still known when it is typed, by the connection it was saved for', () => {
    const { folder } = sealedBy('gnome_libsecret')
    for (const vault of [vaultIn(folder), vaultIn(folder, keychainOf())]) {
      expect(vault.provesSecret('production', KEYS.apiSecret)).toBe(true)
      expect(vault.provesSecret('production', KEYS.apiKey)).toBe(false)
      expect(vault.provesSecret('production', '')).toBe(false)
      expect(vault.provesSecret('sandbox', KEYS.apiSecret)).toBe(false)
    }
    expect(fileOf(folder)).not.toContain(KEYS.apiSecret)
  })
})

describe('a keychain that is gone', () => {
  it('gives way to a passphrase on purpose; what it sealed opens again when it is back', async () => {
    const { folder, keychain, key } = sealedBy('gnome_libsecret')
    const without = vaultIn(folder)
    expect(await without.createPassphrase('short')).toBe('too-short')
    expect(await without.createPassphrase(PASSPHRASE)).toBe('done')
    expect(without.status()).toEqual({ method: 'passphrase', state: 'open', pauseMs: 0 })
    expect(without.keys('production')).toEqual({ state: 'unreadable' })
    expect(without.dataKey('production', true)).toEqual({ state: 'unreadable' })

    const back = vaultIn(folder, keychain)
    expect(back.status()).toMatchObject({ method: 'passphrase', state: 'locked' })
    expect(readyKeys(back, 'production')).toMatchObject(KEYS)
    expect(keyOf(back, 'production', true)).toEqual(key)
  })

  it('does so with new keys, which then need the passphrase and no keychain', async () => {
    const { folder, keychain } = sealedBy('gnome_libsecret')
    const without = vaultIn(folder)
    await without.createPassphrase(PASSPHRASE)
    expect(without.saveKeys('production', { ...KEYS, apiKey: 'new-key', apiSecret: 'new' })).toBe(
      'done',
    )
    const later = vaultIn(folder, keychain)
    expect(later.keys('production')).toEqual({ state: 'locked' })
    await later.unlock(PASSPHRASE)
    expect(readyKeys(later, 'production')).toMatchObject({ apiKey: 'new-key' })
  })

  it('that is another one keeps its place: no passphrase is taken', async () => {
    const { folder } = sealedBy('gnome_libsecret')
    expect(await vaultIn(folder, keychainOf()).createPassphrase(PASSPHRASE)).toBe('exists')
  })
})

describe('a data key that does not open', () => {
  const move = { from: 'ledger-production.db', to: 'ledger-production.kept.db' }

  it('is kept for its file when another is made, and put back when its keychain is', () => {
    const { folder, keychain, key } = sealedBy('gnome_libsecret')
    const other = keychainOf()
    const elsewhere = vaultIn(folder, other)
    elsewhere.retireDataKey('production', 'ledger-production.kept.db', [move])
    expect(elsewhere.moves()).toEqual([move])
    expect(elsewhere.returnable('production')).toEqual([])
    const second = keyOf(elsewhere, 'production')
    expect(second).not.toEqual(key)
    elsewhere.moved()

    const back = vaultIn(folder, keychain)
    expect(back.moves()).toEqual([])
    expect(back.returnable('production')).toEqual([{ file: 'ledger-production.kept.db', at: NOW }])
    expect(back.returnable('sandbox')).toEqual([])
    expect(back.returnDataKey('production', 'nowhere.db', 'ledger-production.second.db', [])).toBe(
      false,
    )
    expect(
      back.returnDataKey(
        'production',
        'ledger-production.kept.db',
        'ledger-production.second.db',
        [],
      ),
    ).toBe(true)
    expect(keyOf(back, 'production', true)).toEqual(key)

    const again = vaultIn(folder, other)
    expect(again.returnable('production')).toEqual([
      { file: 'ledger-production.second.db', at: NOW },
    ])
    again.returnDataKey(
      'production',
      'ledger-production.second.db',
      'ledger-production.third.db',
      [],
    )
    expect(keyOf(again, 'production', true)).toEqual(second)
  })

  it('of a file that was never there is kept too', () => {
    const { folder, keychain } = sealedBy('gnome_libsecret')
    const elsewhere = vaultIn(folder, keychainOf())
    elsewhere.retireDataKey('production', null, [])
    keyOf(elsewhere, 'production')
    expect(vaultIn(folder, keychain).returnable('production')).toEqual([])
    expect(JSON.parse(fileOf(folder)).retired).toHaveLength(1)
  })
})

describe('keys that were typed again under another keychain', () => {
  const typed = { ...KEYS, apiKey: 'typed-elsewhere-1', apiSecret: 'typed-elsewhere-2' }

  it('leave the old ones where they are: each keychain finds its own', () => {
    const { folder, keychain } = sealedBy('gnome_libsecret')
    const other = keychainOf()
    vaultIn(folder, other).saveKeys('production', typed)
    expect(readyKeys(vaultIn(folder, other), 'production')).toMatchObject(typed)
    const back = vaultIn(folder, keychain)
    expect(readyKeys(back, 'production')).toMatchObject(KEYS)
    expect(back.keys('production')).toMatchObject({ earlier: true })
    expect(vaultIn(folder, keychainOf()).keys('production')).toEqual({ state: 'unreadable' })

    // Rotated at home: the old ones at home are gone, those of the other keychain are not.
    const rotated = { ...KEYS, apiKey: 'rotated-at-home-1', apiSecret: 'rotated-at-home-2' }
    back.saveKeys('production', rotated)
    expect(readyKeys(vaultIn(folder, keychain), 'production')).toMatchObject(rotated)
    expect(readyKeys(vaultIn(folder, other), 'production')).toMatchObject(typed)
    expect(JSON.parse(fileOf(folder)).connections.production.earlier).toHaveLength(1)
  })
})
