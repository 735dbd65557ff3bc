import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { addEverybody, names, pins, staffFile, staffIn } from '../../../support/staff'
import { temporaryFolders } from '../../../support/temporary-folder'
import { KEYS, keychainOf, PASSPHRASE } from '../../../support/vaults'

const newFolder = temporaryFolders()
const all = { before: null, limit: 100 }
const bytesOf = (folder: string, file: string) => readFileSync(join(folder, file))

describe('an audit log under another keychain', () => {
  it('is not touched by a look, gives way to a new one for an action, and goes on when it is back', () => {
    const folder = newFolder()
    const [old, other] = [keychainOf(), keychainOf()]
    const first = staffIn(folder, { keychain: old })
    first.auditLog.write('settings-saved', null, { section: 'shop' })
    first.stop()
    const before = bytesOf(folder, 'audit-log.db')

    const elsewhere = staffIn(folder, { keychain: other })
    expect(() => elsewhere.auditLog.list(all)).toThrow('unreadable')
    expect(bytesOf(folder, 'audit-log.db')).toEqual(before)
    elsewhere.auditLog.write('connection-saved', null, { kind: 'sandbox' })
    const [saved, begun] = elsewhere.auditLog.list(all)
    expect(saved).toMatchObject({ action: 'connection-saved' })
    const keptAs = String(begun?.detail.keptAs)
    expect(begun).toMatchObject({
      action: 'audit-log-begun',
      detail: { why: 'its key cannot be opened' },
    })
    expect(bytesOf(folder, keptAs)).toEqual(before)
    elsewhere.stop()

    const back = staffIn(folder, { keychain: old })
    back.auditLog.write('exported', null)
    expect(back.auditLog.list(all).map(one => one.action)).toEqual([
      'exported',
      'audit-log-begun',
      'settings-saved',
    ])
  })

  it('whose keychain is gone is held until a passphrase can seal a new one', async () => {
    const folder = newFolder()
    const first = staffIn(folder, { keychain: keychainOf() })
    first.auditLog.write('locked', null)
    first.stop()
    const { auditLog, vault } = staffIn(folder)
    expect(() => auditLog.write('exported', null)).toThrow(
      expect.objectContaining({ reason: 'locked' }),
    )
    auditLog.writeOrHold('passphrase-created', null)
    await vault.createPassphrase(PASSPHRASE)
    auditLog.write('exported', null)
    const entries = auditLog.list(all).map(one => one.action)
    expect(entries).toEqual(['exported', 'passphrase-created', 'audit-log-begun'])
  })
})

describe('the people under another keychain', () => {
  it.each([['another'], ['none']])(
    'come back with it, or can be begun again with the API secret: %s',
    async which => {
      const folder = newFolder()
      const old = keychainOf()
      const first = staffIn(folder, { keychain: old })
      first.vault.saveKeys('sandbox', KEYS)
      await addEverybody(first.staff)
      first.stop()
      const before = readFileSync(staffFile(folder))

      const elsewhere = staffIn(folder, { keychain: which === 'none' ? null : keychainOf() })
      const trouble = { state: 'trouble', reason: 'unreadable' }
      expect(elsewhere.staff.at()).toEqual(trouble)
      const refused = await elsewhere.staff.startOver('not the secret')
      expect(refused).toMatchObject({ ok: false, code: 'secret-wrong' })
      elsewhere.stop()
      expect(readFileSync(staffFile(folder))).toEqual(before)

      const back = staffIn(folder, { keychain: old })
      expect(back.staff.at()).toEqual({ state: 'signed-out' })
      back.stop()

      const restarted = staffIn(folder, { keychain: which === 'none' ? null : keychainOf() })
      expect(await restarted.staff.startOver(KEYS.apiSecret)).toMatchObject({ ok: true })
      expect(restarted.staff.at()).toEqual({ state: 'none' })
      if (which === 'none') await restarted.vault.createPassphrase(PASSPHRASE)
      const added = await restarted.staff.add({ name: names.owner, role: 'owner', pin: pins.owner })
      expect(added).toMatchObject({ ok: true })
      expect(restarted.auditLog.list(all).map(({ action }) => action)).toContain('staff-set-aside')
    },
  )
})
