import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { AuditLogFailed } from '../../../../electron/main/audit-log/audit-opening'
import { fakeSafeStorage } from '../../../support/fake-safe-storage'
import { morning } from '../../../support/payments/clock'
import { addEverybody, names, staffIn } from '../../../support/staff'
import { allBytes, temporaryFolders } from '../../../support/temporary-folder'
import { keychainOf, PASSPHRASE, vaultIn } from '../../../support/vaults'

const newFolder = temporaryFolders()
const all = { before: null, limit: 100 }
const asha = { id: '0192f000-0000-4000-8000-000000000001', name: 'Asha Planted' }
const file = (folder: string) => join(folder, 'audit-log.db')

describe('the audit log', () => {
  it('keeps entries with when and who over a restart, numbered, newest first', () => {
    const folder = newFolder()
    const first = staffIn(folder)
    first.auditLog.write('settings-saved', null, { section: 'shop' })
    first.auditLog.write('exported', asha, { what: 'ledger', rows: 3 })
    first.stop()
    const { auditLog } = staffIn(folder)
    auditLog.write('locked', asha)
    expect(auditLog.list(all)).toEqual([
      { number: 3, at: morning, person: asha, action: 'locked', detail: {} },
      {
        number: 2,
        at: morning,
        person: asha,
        action: 'exported',
        detail: { what: 'ledger', rows: 3 },
      },
      {
        number: 1,
        at: morning,
        person: null,
        action: 'settings-saved',
        detail: { section: 'shop' },
      },
    ])
    expect(auditLog.list({ before: 3, limit: 1 }).map(({ number }) => number)).toEqual([2])
  })

  it('is encrypted: a stolen disk gives no name', () => {
    const folder = newFolder()
    const { auditLog, stop } = staffIn(folder, { keychain: keychainOf(fakeSafeStorage()) })
    auditLog.write('locked', asha)
    stop()
    expect(allBytes(folder).includes('Asha Planted')).toBe(false)
    expect(allBytes(folder).includes('SQLite format')).toBe(false)
  })

  it.each([
    ['damaged', (folder: string) => writeFileSync(file(folder), Buffer.alloc(8_192, 7))],
    ['left without its key', (folder: string) => rmSync(join(folder, 'vault.json'))],
  ])('that is %s is set aside whole, and the new one says so', (_name, harm) => {
    const folder = newFolder()
    const first = staffIn(folder)
    first.auditLog.write('locked', asha)
    first.stop()
    harm(folder)
    const before = readFileSync(file(folder))
    const { auditLog } = staffIn(folder)
    auditLog.write('exported', asha)
    expect(auditLog.list(all).map(({ action }) => action)).toEqual(['exported', 'audit-log-begun'])
    const kept = readdirSync(folder).find(name => name.startsWith('audit-log.set-aside'))
    expect(readFileSync(join(folder, kept ?? '')).equals(before)).toBe(true)
  })

  it('with rows that were changed is set aside, not read', () => {
    const folder = newFolder()
    const first = staffIn(folder)
    for (let each = 0; each < 200; each++) first.auditLog.write('locked', asha, { each })
    first.stop()
    const bytes = readFileSync(file(folder))
    for (let at = 6_000; at < bytes.length; at += 4_096) bytes.fill(0xaa, at, at + 1_000)
    writeFileSync(file(folder), bytes)
    const { auditLog } = staffIn(folder)
    expect(auditLog.list(all).map(({ action }) => action)).toEqual(['audit-log-begun'])
  })

  it('whose opening once killed the till is not opened again', () => {
    const folder = newFolder()
    const first = staffIn(folder)
    first.auditLog.write('locked', asha)
    first.stop()
    writeFileSync(`${file(folder)}.opening`, '')
    for (const entries of [['audit-log-begun'], ['audit-log-begun']]) {
      const { auditLog, stop } = staffIn(folder)
      expect(auditLog.list(all).map(({ action }) => action)).toEqual(entries)
      stop()
    }
  })

  it('refuses an action that could not be read back', () => {
    const { auditLog } = staffIn(newFolder())
    expect(() => auditLog.write('locked', { ...asha, name: '' })).toThrow(AuditLogFailed)
    expect(auditLog.list(all)).toEqual([])
  })
})

describe('the audit log’s key', () => {
  it('lies open while nothing real is on the till, and is sealed with the first passphrase', async () => {
    const folder = newFolder()
    const vaultFile = () => JSON.parse(readFileSync(join(folder, 'vault.json'), 'utf8'))
    const first = staffIn(folder)
    first.auditLog.write('locked', null)
    expect(vaultFile().dataKeys.auditLog.method).toBe('none')
    await first.vault.createPassphrase(PASSPHRASE)
    first.stop()
    const vault = vaultIn(folder)
    await vault.unlock(PASSPHRASE)
    const { auditLog, stop } = staffIn(folder, { vault })
    expect(auditLog.list(all)).toHaveLength(1)
    expect(vaultFile().dataKeys.auditLog.method).toBe('passphrase')
    stop()
    const locked = staffIn(folder)
    expect(() => locked.auditLog.list(all)).toThrow(expect.objectContaining({ reason: 'locked' }))
    expect(() => locked.auditLog.write('locked', null)).toThrow(AuditLogFailed)
  })
})

describe('an action before the passphrase is typed', () => {
  /** A till whose audit log is sealed with a passphrase, started again. */
  async function restarted() {
    const folder = newFolder()
    const vault = vaultIn(folder)
    await vault.createPassphrase(PASSPHRASE)
    const first = staffIn(folder, { vault })
    first.auditLog.write('settings-saved', null)
    first.stop()
    const again = staffIn(folder)
    const choose = () => again.auditLog.writeOrHold('connection-chosen', null, { kind: 'sandbox' })
    return { folder, ...again, choose }
  }
  const entries = ['connection-chosen', 'settings-saved']

  it('is held, and is written once it is typed', async () => {
    const { vault, auditLog, clock, choose } = await restarted()
    const chosenAt = clock.wall()
    choose()
    await clock.pass(60_000)
    await vault.unlock(PASSPHRASE)
    expect(auditLog.list(all).map(({ action }) => action)).toEqual(entries)
    expect(auditLog.list(all)[0]).toMatchObject({ at: chosenAt, detail: { kind: 'sandbox' } })
  })

  it('is written at the latest when the till is closed', async () => {
    const { folder, vault, choose, stop } = await restarted()
    choose()
    await vault.unlock(PASSPHRASE)
    stop()
    expect(
      staffIn(folder, { vault })
        .auditLog.list(all)
        .map(({ action }) => action),
    ).toEqual(entries)
  })

  it('is logged where nobody ever typed it', async () => {
    const { choose, stop, logged } = await restarted()
    choose()
    stop()
    expect(logged.join()).toContain('audit-entry-not-written')
  })
})

describe('an entry about the staff', () => {
  it('that cannot be recorded is not done', async () => {
    const folder = newFolder()
    const { staff, auditLog, stop } = staffIn(folder, { keychain: keychainOf(fakeSafeStorage()) })
    const ids = await addEverybody(staff)
    auditLog.write = () => {
      throw new AuditLogFailed('failed', 'The disk is full')
    }
    const people = () => JSON.stringify(staff.view(() => 0))
    const before = people()
    const given = { name: 'New', role: 'cashier', pin: '4711' } as const
    await expect(staff.add(given)).rejects.toThrow(AuditLogFailed)
    await expect(staff.change({ ...given, id: ids.cashier })).rejects.toThrow(AuditLogFailed)
    expect(() => staff.remove({ id: ids.cashier })).toThrow(AuditLogFailed)
    await expect(staff.signIn({ id: ids.cashier, pin: '4711' })).rejects.toThrow(AuditLogFailed)
    expect(people()).toBe(before)
    expect(staff.person()?.name).toBe(names.owner)
    stop()
  })
})
