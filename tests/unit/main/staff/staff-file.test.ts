import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { fakeSafeStorage } from '../../../support/fake-safe-storage'
import { addEverybody, names, pins, signInAs, staffFile, staffIn } from '../../../support/staff'
import { allBytes, temporaryFolders } from '../../../support/temporary-folder'
import { KEYS, keychainOf, PASSPHRASE, passphraseVault, vaultIn } from '../../../support/vaults'

const newFolder = temporaryFolders()

/** A text in the forms in which a stolen disk could give it away. */
function encodings(text: string): Buffer[] {
  const bytes = Buffer.from(text)
  const base64 = [0, 1, 2].map(shift =>
    Buffer.concat([Buffer.alloc(shift), bytes])
      .toString('base64')
      .slice(shift === 0 ? 0 : 4, -4),
  )
  return [
    bytes,
    Buffer.from(text, 'utf16le'),
    Buffer.from(bytes.toString('hex')),
    Buffer.from(bytes.toString('hex').toUpperCase()),
    ...base64.map(each => Buffer.from(each)),
  ]
}

const contains = (folder: string, text: string) =>
  encodings(text).some(form => allBytes(folder).includes(form))

async function filled() {
  const folder = newFolder()
  const keychain = keychainOf(fakeSafeStorage())
  const opened = staffIn(folder, { keychain })
  await addEverybody(opened.staff)
  await signInAs(opened.staff, 'cashier')
  opened.stop()
  return { folder, keychain, start: () => staffIn(folder, { keychain }) }
}

describe('a stolen disk', () => {
  it('gives neither names nor PINs, nor what is kept of a PIN', async () => {
    const { folder } = await filled()
    for (const text of [...Object.values(names), 'Planted', pins.owner, 'scrypt', 'manager'])
      expect(contains(folder, text), text).toBe(false)
  })

  it('would, if they were plain: the search finds them', async () => {
    const { folder } = await filled()
    for (const [number, form] of encodings(names.owner).entries()) {
      const file = join(folder, 'plain')
      writeFileSync(file, Buffer.concat([Buffer.from('…'), form, Buffer.from('…')]))
      expect(contains(folder, names.owner), `form ${number}`).toBe(true)
      rmSync(file)
    }
  })
})

describe('a staff file', () => {
  it('with any byte changed lets nobody in, is left as it is, and says so', async () => {
    const { folder, start } = await filled()
    const sound = readFileSync(staffFile(folder))
    const { sealed } = JSON.parse(sound.toString('utf8'))
    const at = sound.indexOf(sealed)
    for (let each = at; each < at + sealed.length; each += 61) {
      const damaged = Buffer.from(sound)
      damaged[each] = damaged[each] === 65 ? 66 : 65
      writeFileSync(staffFile(folder), damaged)
      const { staff, stop } = start()
      expect(staff.at(), `byte ${each}`).toEqual({ state: 'trouble', reason: 'damaged' })
      expect(staff.isLocked()).toBe(true)
      stop()
      expect(readFileSync(staffFile(folder)).equals(damaged)).toBe(true)
    }
    writeFileSync(staffFile(folder), sound)
    expect(start().staff.at()).toEqual({ state: 'signed-out' })
  })

  it.each([
    ['cut short', (text: string) => text.slice(0, 40), 'damaged'],
    ['empty', () => '', 'damaged'],
    ['of a later app', () => '{"version":2}', 'newer'],
    ['something else', () => '[]', 'damaged'],
  ])('that is %s is left as it is', async (_name, change, reason) => {
    const { folder, start } = await filled()
    const text = change(readFileSync(staffFile(folder), 'utf8'))
    writeFileSync(staffFile(folder), text)
    expect(start().staff.at()).toEqual({ state: 'trouble', reason })
    expect(readFileSync(staffFile(folder), 'utf8')).toBe(text)
  })

  it('that is gone is no till without staff', async () => {
    const { folder, start } = await filled()
    rmSync(staffFile(folder))
    expect(start().staff.at()).toEqual({ state: 'trouble', reason: 'missing' })
  })

  it('without its vault is no till without staff', async () => {
    const { folder, start } = await filled()
    rmSync(join(folder, 'vault.json'))
    expect(start().staff.at()).toEqual({ state: 'trouble', reason: 'key-missing' })
  })

  it('without its keychain waits for it', async () => {
    const { folder } = await filled()
    expect(staffIn(folder).staff.at()).toEqual({ state: 'trouble', reason: 'unreadable' })
    expect(existsSync(staffFile(folder))).toBe(true)
  })

  it('sealed with a passphrase opens once that is typed', async () => {
    const folder = newFolder()
    const opened = staffIn(folder, { vault: await passphraseVault(folder) })
    await addEverybody(opened.staff)
    opened.stop()
    const vault = vaultIn(folder)
    const { staff } = staffIn(folder, { vault })
    expect(staff.at()).toEqual({ state: 'trouble', reason: 'locked' })
    await vault.unlock(PASSPHRASE)
    staff.refresh()
    expect(staff.at()).toEqual({ state: 'signed-out' })
    await signInAs(staff, 'owner')
  })
})

describe('a damaged staff file on a till with a passphrase', () => {
  it('has the passphrase typed first: every way out needs it', async () => {
    const folder = newFolder()
    const opened = staffIn(folder, { vault: await passphraseVault(folder) })
    await addEverybody(opened.staff)
    opened.stop()
    for (const harm of [
      () => writeFileSync(staffFile(folder), '{}'),
      () => rmSync(staffFile(folder)),
    ]) {
      harm()
      const vault = vaultIn(folder)
      const { staff, stop } = staffIn(folder, { vault })
      expect(staff.at()).toEqual({ state: 'trouble', reason: 'locked' })
      await vault.unlock(PASSPHRASE)
      staff.refresh()
      expect(staff.at()).toMatchObject({ reason: expect.stringMatching(/^(damaged|missing)$/) })
      stop()
    }
  })
})

describe('beginning again', () => {
  it('takes the API secret, and deletes nothing', async () => {
    const { folder, start } = await filled()
    const { staff, vault, auditLog, stop } = start()
    vault.saveKeys('production', KEYS)
    const before = readFileSync(staffFile(folder))
    for (const typed of ['', 'wrong', KEYS.apiKey])
      expect(await staff.startOver(typed)).toMatchObject({ code: 'secret-wrong' })
    expect(staff.at()).toEqual({ state: 'signed-out' })
    expect(await staff.startOver(KEYS.apiSecret)).toMatchObject({ ok: true })
    expect(staff.at()).toEqual({ state: 'none' })
    const kept = readdirSync(folder).find(name => name.startsWith('staff.damaged'))
    expect(readFileSync(join(folder, kept ?? '')).equals(before)).toBe(true)
    expect(auditLog.list({ before: null, limit: 1 })[0]?.action).toBe('staff-set-aside')
    stop()
    expect(start().staff.at()).toEqual({ state: 'none' })
  })

  it('is open to all where no keys are kept, also where the file is gone', async () => {
    const { folder, start } = await filled()
    rmSync(staffFile(folder))
    const { staff } = start()
    expect(await staff.startOver('')).toMatchObject({ ok: true })
    expect(staff.at()).toEqual({ state: 'none' })
  })
})
