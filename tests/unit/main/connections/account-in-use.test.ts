import { describe, expect, it } from 'vitest'
import {
  accountInUse,
  fingerprintOf,
  knownAccountKeys,
} from '../../../../electron/main/connections/account-keys'
import { openServiceEndpoint } from '../../../../electron/main/connections/service-endpoint'
import { createSecret } from '../../../../electron/main/vault'
import { defaultSettings } from '../../../../shared/settings'
import { temporaryFolders } from '../../../support/temporary-folder'
import { KEYS, keychainOf, vaultIn } from '../../../support/vaults'

const newFolder = temporaryFolders()
const address = 'https://pay.example'
const typed = { ...KEYS, apiKey: 'typed-elsewhere-1', apiSecret: 'typed-elsewhere-2' }

const fingerprint = (apiKey: string) => fingerprintOf(createSecret(apiKey), address) ?? ''

/** A vault with the keys of `home` again, after those of another merchant were typed elsewhere. */
function backHome() {
  const folder = newFolder()
  const home = keychainOf()
  vaultIn(folder, home).saveKeys('production', KEYS)
  vaultIn(folder, keychainOf()).saveKeys('production', typed)
  return vaultIn(folder, home)
}

const settingsWith = (accountKeys: { fingerprint: string; account: string }[]) => ({
  ...defaultSettings.production,
  address,
  account: 'elsewhere',
  accountKeys,
})

const elsewhere = { fingerprint: fingerprint(typed.apiKey), account: 'elsewhere' }
const home = { fingerprint: fingerprint(KEYS.apiKey), account: 'home' }

describe('earlier keys, whose keychain is back', () => {
  it('are of the account that they sold with, not of the last one', () => {
    const vault = backHome()
    const production = settingsWith([elsewhere, home])
    expect(accountInUse(production, vault.keys('production'))).toBe('home')
    const end = openServiceEndpoint('production', { ...defaultSettings, production }, vault)
    expect(end).toMatchObject({ ok: true, endpoint: { account: 'home' } })
    expect(knownAccountKeys(production, vault.keys('production'))).toEqual([elsewhere, home])
  })

  it('are not sent to a place that they were not saved for', () => {
    const vault = backHome()
    const production = settingsWith([elsewhere])
    const end = openServiceEndpoint('production', { ...defaultSettings, production }, vault)
    expect(end).toMatchObject({ ok: false, stage: { reason: 'keys-unreadable' } })
  })
})
