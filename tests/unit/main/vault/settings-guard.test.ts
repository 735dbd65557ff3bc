import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openServiceEndpoint } from '../../../../electron/main/connections/service-endpoint'
import { createServiceClient } from '../../../../electron/main/service'
import { openSettings } from '../../../../electron/main/storage/settings'
import type { KeychainSealer } from '../../../../electron/main/vault'
import { createSettingsGuard } from '../../../../electron/main/vault/settings-guard'
import type { Settings } from '../../../../shared/settings'
import { startHttpService } from '../../../support/service/loopback-service'
import { staffIn } from '../../../support/staff'
import { temporaryFolders } from '../../../support/temporary-folder'
import {
  createCopiedDocument,
  KEYS,
  keychainOf,
  passphraseVault,
  vaultIn,
} from '../../../support/vaults'
import { newWitness } from '../../../support/witness'

const newFolder = temporaryFolders()
const address = 'https://pay.example'

/** The settings of a folder as a start of the till finds them. */
function start(folder: string, keychain: KeychainSealer | null) {
  const vault = vaultIn(folder, keychain)
  const store = createCopiedDocument(folder, 'settings', () => undefined)
  return {
    vault,
    settings: openSettings(store, createSettingsGuard({ ok: true, vault }, newWitness())),
  }
}

const withAddress = (all: Settings, next: string): Settings => ({
  ...all,
  active: 'production',
  production: { ...all.production, address: next },
})

/** A till that is connected to production and closed. */
function connected() {
  const folder = newFolder()
  const keychain = keychainOf()
  const { vault, settings } = start(folder, keychain)
  settings.update(all => withAddress(all, address))
  vault.saveKeys('production', KEYS)
  return { folder, keychain }
}

/** Edits the plain file as a person with the computer's account can. */
function edit(folder: string, change: (document: Settings & { guard: unknown }) => void): void {
  for (const name of ['settings.json', 'settings.copy.json']) {
    const file = join(folder, name)
    const document = JSON.parse(readFileSync(file, 'utf8'))
    change(document)
    writeFileSync(file, JSON.stringify(document))
  }
}

describe('settings that were changed outside the till', () => {
  it('are named with the old and the new value, and held until they are settled', () => {
    const { folder, keychain } = connected()
    edit(folder, all => {
      all.production.address = 'https://other.example'
    })
    const { settings } = start(folder, keychain)
    const change = { name: 'production.address', before: address, now: 'https://other.example' }
    expect(settings.changedOutside()).toEqual([change])
    settings.update(all => ({ ...all, display: { ...all.display, theme: 'dark' } }))
    expect(start(folder, keychain).settings.changedOutside()).toEqual([change])

    settings.settle(true)
    const after = start(folder, keychain).settings
    expect(after.changedOutside()).toEqual([])
    expect(after.get().production.address).toBe(address)
    expect(after.get().display.theme).toBe('dark')
  })

  it('stay as they are once an owner confirmed them', () => {
    const { folder, keychain } = connected()
    edit(folder, all => all.production.words.paid.push('declined'))
    start(folder, keychain).settings.settle(false)
    const { settings } = start(folder, keychain)
    expect(settings.changedOutside()).toEqual([])
    expect(settings.get().production.words.paid).toEqual(['declined'])
  })

  it('the address and the key of updates are held too', () => {
    const { folder, keychain } = connected()
    edit(folder, all => {
      all.updates.address = 'https://other.example'
    })
    const { settings } = start(folder, keychain)
    expect(settings.changedOutside()).toEqual([
      { name: 'updates.address', before: '', now: 'https://other.example' },
    ])
    settings.settle(true)
    expect(settings.get().updates.address).toBe('')
  })

  it('a till that was sealed before there were updates is not held', () => {
    const { folder, keychain } = connected()
    const { vault } = start(folder, keychain)
    const read = vault.settingsSeal()
    if (read.state !== 'open') return expect.fail(read.state)
    const {
      'updates.address': _address,
      'updates.publicKey': _key,
      ...older
    } = JSON.parse(read.seal.text)
    vault.sealSettings({ ...read.seal, text: JSON.stringify(older) })
    edit(folder, all => Reflect.deleteProperty(all, 'updates'))
    const { settings } = start(folder, keychain)
    expect(settings.changedOutside()).toEqual([])
    expect(settings.get().updates).toEqual({ address: '', publicKey: '' })
  })

  it('look and sound are free', () => {
    const { folder, keychain } = connected()
    edit(folder, all => {
      all.display.language = 'sw'
    })
    expect(start(folder, keychain).settings.changedOutside()).toEqual([])
  })

  it('an older file is noticed, although the till wrote it', () => {
    const { folder, keychain } = connected()
    const older = readFileSync(join(folder, 'settings.json'))
    start(folder, keychain).settings.update(all => withAddress(all, 'https://new.example'))
    writeFileSync(join(folder, 'settings.json'), older)
    expect(start(folder, keychain).settings.changedOutside()).toMatchObject([
      { name: 'production.address', before: 'https://new.example', now: address },
    ])
  })

  it('a file that is one write ahead of the vault, after a crash, is the till’s own', () => {
    const { folder, keychain } = connected()
    const vaultBefore = readFileSync(join(folder, 'vault.json'))
    start(folder, keychain).settings.update(all => withAddress(all, 'https://new.example'))
    writeFileSync(join(folder, 'vault.json'), vaultBefore)
    expect(start(folder, keychain).settings.changedOutside()).toEqual([])
  })

  it('are sealed by the first save after a start, although it changes nothing', () => {
    const { settings, vault } = start(newFolder(), keychainOf())
    settings.update(all => all)
    expect(vault.settingsSeal().state).toBe('open')
  })

  it('are held too where the seal was made to look as if a passphrase opened it', () => {
    const { folder, keychain } = connected()
    const file = join(folder, 'vault.json')
    const vault = JSON.parse(readFileSync(file, 'utf8'))
    const [seal] = vault.settingsSeals
    const settingsSeals = [{ ...seal, method: 'passphrase' }]
    writeFileSync(file, JSON.stringify({ ...vault, settingsSeals }))
    edit(folder, all => {
      all.production.address = 'https://other.example'
    })
    expect(start(folder, keychain).settings.changedOutside()).toContainEqual(
      expect.objectContaining({ name: 'production.address', now: 'https://other.example' }),
    )
  })

  it('are held too where their seal was removed while the keys were away', () => {
    const { folder, keychain } = connected()
    const file = join(folder, 'vault.json')
    const vault = JSON.parse(readFileSync(file, 'utf8'))
    const connections = { ...vault.connections, production: null }
    writeFileSync(file, JSON.stringify({ ...vault, connections, settingsSeals: [] }))
    edit(folder, all => {
      all.production.address = 'https://other.example'
    })
    const { settings } = start(folder, keychain)
    settings.update(all => ({ ...all, display: { ...all.display, theme: 'dark' } }))
    const after = JSON.parse(readFileSync(file, 'utf8'))
    expect(after.settingsSeals).toEqual([])
    writeFileSync(file, JSON.stringify({ ...after, connections: vault.connections }))
    expect(start(folder, keychain).settings.changedOutside()).toContainEqual(
      expect.objectContaining({ name: 'production.address', now: 'https://other.example' }),
    )
  })

  it('are held too where other settings were sealed while the keychain was hidden', async () => {
    const { folder, keychain } = connected()
    edit(folder, all => {
      all.production.address = 'https://other.example'
    })
    const hidden = start(folder, null)
    await hidden.vault.createPassphrase('correct horse battery')
    for (const theme of ['dark', 'light', 'dark'] as const)
      hidden.settings.update(all => ({ ...all, display: { ...all.display, theme } }))
    const back = start(folder, keychain)
    await back.vault.unlock('correct horse battery')
    expect(back.settings.changedOutside()).toContainEqual(
      expect.objectContaining({ name: 'production.address', now: 'https://other.example' }),
    )
    back.settings.settle(false)
    const again = start(folder, keychain)
    await again.vault.unlock('correct horse battery')
    expect(again.settings.changedOutside()).toEqual([])
  })

  it('are held too where the seal was removed from both files', () => {
    const { folder, keychain } = connected()
    const file = join(folder, 'vault.json')
    const vault = JSON.parse(readFileSync(file, 'utf8'))
    writeFileSync(file, JSON.stringify({ ...vault, settingsSeals: [] }))
    edit(folder, all => {
      all.guard = null
    })
    expect(start(folder, keychain).settings.changedOutside()).toContainEqual({
      name: 'production.address',
      before: null,
      now: address,
    })
  })
})

describe('no tampering is seen', () => {
  it('in a fresh folder', () => {
    expect(start(newFolder(), keychainOf()).settings.changedOutside()).toEqual([])
  })

  it('where the keychain is gone or another one', () => {
    const { folder } = connected()
    expect(start(folder, null).settings.changedOutside()).toEqual([])
    expect(start(folder, keychainOf()).settings.changedOutside()).toEqual([])
  })

  it('before the passphrase is typed; after it an edit is', async () => {
    const folder = newFolder()
    const vault = await passphraseVault(folder)
    vault.saveKeys('production', KEYS)
    const store = createCopiedDocument(folder, 'settings', () => undefined)
    openSettings(store, createSettingsGuard({ ok: true, vault }, newWitness())).settle(false)
    edit(folder, all => {
      all.production.address = 'https://other.example'
    })
    const { vault: locked, settings } = start(folder, null)
    expect(settings.changedOutside()).toEqual([])
    await locked.unlock('correct horse battery')
    expect(settings.changedOutside()).toMatchObject([{ name: 'production.address' }])
  })
})

describe('sealed keys', () => {
  it('are sent to no other address or path, although the settings name it', async () => {
    const other = await startHttpService(response => response.end())
    const { folder, keychain } = connected()
    edit(folder, all => {
      all.production.address = other.address
    })
    const { vault, settings } = start(folder, keychain)
    expect(openServiceEndpoint('production', settings.get(), vault)).toMatchObject({
      stage: { reason: 'keys-elsewhere', detail: KEYS.place },
    })
    // Even with an endpoint that was opened before.
    const opened = openServiceEndpoint('production', withAddress(settings.get(), address), vault)
    if (!opened.ok) throw new Error('Not opened')
    const { keys } = opened.endpoint
    const clock = { wall: Date.now, after: () => () => undefined }
    const client = createServiceClient({
      address: other.address,
      pathPrefix: 'service',
      keys,
      clock,
    })
    expect(await client.readMobilePayment('r')).toMatchObject({ class: 'unauthorized' })
    await client.close()
    expect(other.connections()).toBe(0)
    const sameServer = withAddress(settings.get(), address)
    sameServer.production.pathPrefix = 'elsewhere'
    expect(openServiceEndpoint('production', sameServer, vault)).toMatchObject({ ok: false })
  })
})

describe('settings and their seal of an older moment, put back together,', () => {
  /** A start that has the audit log as its witness. */
  function witnessed(folder: string, keychain: KeychainSealer) {
    const vault = vaultIn(folder, keychain)
    const witness = newWitness()
    const store = createCopiedDocument(folder, 'settings', () => undefined)
    const settings = openSettings(store, createSettingsGuard({ ok: true, vault }, witness))
    const till = staffIn(folder, { vault })
    witness.use(till.auditLog)
    onTestFinished(till.stop)
    return { vault, settings, auditLog: till.auditLog }
  }

  const withPaid = (word: string) => (all: Settings) => ({
    ...all,
    production: { ...all.production, words: { paid: [word], failed: [], pending: [] } },
  })

  const settingsFiles = ['settings.json', 'settings.copy.json']

  /** Keeps the settings and their seal as they are now; the answer puts them back. */
  function kept(folder: string): () => void {
    const read = (name: string) => JSON.parse(readFileSync(join(folder, name), 'utf8'))
    const files = settingsFiles.map(name => [name, read(name)] as const)
    const { settingsSeals } = read('vault.json')
    return () => {
      const documents = [
        ...files,
        ['vault.json', { ...read('vault.json'), settingsSeals }] as const,
      ]
      for (const [name, document] of documents)
        writeFileSync(join(folder, name), JSON.stringify(document))
      rmSync(join(folder, 'vault.copy.json'), { force: true })
    }
  }

  /** A till with an old meaning of a word, which an owner has taken back since. */
  function putBack() {
    const { folder, keychain } = connected()
    const { settings, auditLog } = witnessed(folder, keychain)
    auditLog.write('settings-saved', null)
    settings.update(withPaid('queued'))
    const restore = kept(folder)
    settings.update(withPaid('done'))
    restore()
    return { folder, keychain }
  }

  it('are held, and what differs is named', () => {
    const { folder, keychain } = putBack()
    const words = { name: 'production.words', before: null }
    const { settings } = witnessed(folder, keychain)
    expect(settings.changedOutside()).toMatchObject([words])
    settings.update(all => ({ ...all, display: { ...all.display, theme: 'dark' } }))
    expect(witnessed(folder, keychain).settings.changedOutside()).toMatchObject([words])
  })

  it('are the newest again once an owner has confirmed them', () => {
    const { folder, keychain } = putBack()
    witnessed(folder, keychain).settings.settle(false)
    const { settings } = witnessed(folder, keychain)
    expect(settings.changedOutside()).toEqual([])
    expect(settings.get().production.words.paid).toEqual(['queued'])
  })

  it('are no news where a crash kept the generation from the audit log or the vault', () => {
    const { folder, keychain } = connected()
    const run = witnessed(folder, keychain)
    run.auditLog.write('settings-saved', null)
    run.settings.update(withPaid('queued'))
    // The log did not get this one.
    start(folder, keychain).settings.update(withPaid('done'))
    expect(witnessed(folder, keychain).settings.changedOutside()).toEqual([])
    // Neither did the vault: the file proves itself.
    const guarded = readFileSync(join(folder, 'vault.json'))
    start(folder, keychain).settings.update(withPaid('over'))
    writeFileSync(join(folder, 'vault.json'), guarded)
    expect(witnessed(folder, keychain).settings.changedOutside()).toEqual([])
  })
})
