import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { addEverybody, names, pins, staffFile, staffIn } from '../../../support/staff'
import { temporaryFolders } from '../../../support/temporary-folder'
import { KEYS, keychainOf, PASSPHRASE } from '../../../support/vaults'

const newFolder = temporaryFolders()
const all = { before: null, limit: 100 }
const bytesOf = (folder: string, file: string) => readFileSync(join(folder, file))

describe('a record under another keychain', () => {
  it('is not touched by a look, gives way to a new one for an act, and goes on when it is back', () => {
    const folder = newFolder()
    const [old, other] = [keychainOf(), keychainOf()]
    const first = staffIn(folder, { keychain: old })
    first.record.write('settings-saved', null, { section: 'shop' })
    first.stop()
    const before = bytesOf(folder, 'record.db')

    const elsewhere = staffIn(folder, { keychain: other })
    expect(() => elsewhere.record.list(all)).toThrow('unreadable')
    expect(bytesOf(folder, 'record.db')).toEqual(before)
    elsewhere.record.write('connection-saved', null, { kind: 'sandbox' })
    const [act, begun] = elsewhere.record.list(all)
    expect(act).toMatchObject({ act: 'connection-saved' })
    const keptAs = String(begun?.detail.keptAs)
    expect(begun).toMatchObject({
      act: 'record-begun',
      detail: { why: 'its key cannot be opened' },
    })
    expect(bytesOf(folder, keptAs)).toEqual(before)
    elsewhere.stop()

    const back = staffIn(folder, { keychain: old })
    back.record.write('exported', null)
    expect(back.record.list(all).map(one => one.act)).toEqual([
      'exported',
      'record-begun',
      'settings-saved',
    ])
  })

  it('whose keychain is gone is held until a passphrase can seal a new one', async () => {
    const folder = newFolder()
    const first = staffIn(folder, { keychain: keychainOf() })
    first.record.write('locked', null)
    first.stop()
    const { record, vault } = staffIn(folder)
    expect(() => record.write('exported', null)).toThrow(
      expect.objectContaining({ reason: 'locked' }),
    )
    record.writeOrHold('passphrase-created', null)
    await vault.createPassphrase(PASSPHRASE)
    record.write('exported', null)
    const acts = record.list(all).map(one => one.act)
    expect(acts).toEqual(['exported', 'passphrase-created', 'record-begun'])
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
      expect(restarted.record.list(all).map(({ act }) => act)).toContain('staff-set-aside')
    },
  )
})
