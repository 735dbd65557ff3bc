import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { finishRestore } from '../../../../electron/main/backup/finish-restore'
import {
  admitted,
  type BackedUpTill,
  backupPassphrase,
  canaries,
  filledTill,
  made,
  states,
  tillIn,
} from '../../../support/backup'
import { succeeded } from '../../../support/results'
import { idOf, names, peopleOf, signInAs } from '../../../support/staff'
import { KEYS, keychainOf, PASSPHRASE } from '../../../support/store'
import { allBytes, temporaryFolders } from '../../../support/temporary-folder'
import { fakeSafeStorage } from '../../../support/till-store'

const newFolder = temporaryFolders()
const proof = KEYS.apiSecret

/** A filled till with a backup, and the keychain of its computer. */
async function backedUp() {
  const keychain = keychainOf(fakeSafeStorage())
  const till = await filledTill(newFolder(), keychain)
  const file = await made(till)
  return { till, file, keychain }
}

async function inspect(till: BackedUpTill, file: string, passphrase = backupPassphrase) {
  till.chosen.file = file
  await till.backups.choose(admitted)
  return till.backups.inspect(passphrase)
}

/** Restores, accepting all that is newer, and starts the till again. */
async function restored(
  till: BackedUpTill,
  file: string,
  keychain: Parameters<typeof tillIn>[1],
): Promise<BackedUpTill> {
  const _shown = succeeded(await inspect(till, file))
  const asked = { proof, passphrase: PASSPHRASE }
  const _done = succeeded(await till.backups.restore(asked, admitted))
  till.stop()
  return tillIn(till.folder, keychain)
}

/** The till on another computer, which has a keychain of its own. */
async function onAnotherComputer() {
  const { till, file } = await backedUp()
  const keychain = keychainOf(fakeSafeStorage())
  const fresh = tillIn(newFolder(), keychain)
  return { till, file, keychain, fresh }
}

/** Every file but the log and the lock, by its bytes. */
function filesOf(folder: string): Record<string, string> {
  const names = readdirSync(folder, { withFileTypes: true }).filter(
    entry => entry.isFile() && !entry.name.endsWith('.lock'),
  )
  return Object.fromEntries(
    names.map(({ name }) => [name, readFileSync(join(folder, name)).toString('base64')]),
  )
}

describe('a backup on another computer', () => {
  it('shows what is in it before anything is replaced', async () => {
    const { file, fresh } = await onAnotherComputer()
    const before = filesOf(fresh.folder)
    expect(await inspect(fresh, file)).toMatchObject({
      ok: true,
      value: {
        shop: canaries.shop,
        till: 'Till 1',
        version: '1.2.3',
        people: 3,
        sales: [{ kind: 'production', sales: 6, open: 5 }],
        salesHere: [],
        newerHere: [],
        needsPassphrase: false,
      },
    })
    expect(filesOf(fresh.folder)).toEqual(before)
    fresh.stop()
  })

  it('goes on with its people, keys, settings, sales and audit log, sealed by its own keychain', async () => {
    const { file, fresh, keychain } = await onAnotherComputer()
    const till = await restored(fresh, file, keychain)
    expect(fresh.restarts()).toBe(1)
    expect(till.staff.at()).toEqual({ state: 'signed-out' })
    await signInAs(till.staff, 'owner')
    expect(peopleOf(till.staff).map(({ name }) => name)).toEqual(Object.values(names).toSorted())
    expect(till.store.document().keys.production).toMatchObject(KEYS)
    expect(till.settings.get().shop.name).toBe(canaries.shop)
    const entries = till.auditLog.list({ before: null, limit: 100 }).map(({ action }) => action)
    expect(entries).toContain('restored')
    expect(entries).toContain('person-added')
    const { ledger, close } = till.ledger()
    expect(ledger.find(states.settled)).toMatchObject({
      customer: { firstName: canaries.firstName },
    })
    close()
    till.stop()
    expect(allBytes(till.folder).includes(KEYS.apiSecret)).toBe(false)
  })

  it('sends nothing again by itself: what was not accepted yet may have been sent since', async () => {
    const { file, fresh, keychain } = await onAnotherComputer()
    const till = await restored(fresh, file, keychain)
    const { ledger, close } = till.ledger()
    for (const state of ['ready', 'held', 'sending', 'unknown'] as const)
      expect(ledger.find(states[state])).toMatchObject({
        phase: 'unknown',
        maybeSent: true,
        freshSince: 0,
        lastFailure: { reason: 'restored' },
        idempotencyKey: `key-${state}`,
      })
    expect(ledger.find(states.pending)).toMatchObject({ phase: 'pending' })
    expect(ledger.request(states.ready)).toEqual({ body: '{"of":"ready"}' })
    close()
    till.stop()
  })

  it('is held until an owner has confirmed it, also when other settings are saved', async () => {
    const { file, fresh, keychain } = await onAnotherComputer()
    const till = await restored(fresh, file, keychain)
    expect(till.store.document().restored).toMatchObject({ shop: canaries.shop, till: 'Till 1' })
    till.settings.update(all => ({ ...all, shop: { ...all.shop, name: 'Another name' } }))
    till.stop()
    const again = tillIn(till.folder, keychain)
    expect(again.store.document().restored).not.toBeNull()
    again.store.commit(document => ({ ...document, restored: null }))
    expect(again.store.document().restored).toBeNull()
    again.stop()
    expect(tillIn(till.folder, keychain).store.document().restored).toBeNull()
  })

  it('without a keychain takes a passphrase for this computer, and asks for it from then on', async () => {
    const { file } = await backedUp()
    const fresh = tillIn(newFolder(), null)
    const shown = await inspect(fresh, file)
    expect(shown).toMatchObject({ value: { needsPassphrase: true } })
    const asked = { proof, passphrase: 'short' }
    expect(await fresh.backups.restore(asked, admitted)).toMatchObject({
      code: 'passphrase-too-short',
    })
    const till = await restored(fresh, file, null)
    expect(till.staff.at()).toEqual({ state: 'closed', reason: 'passphrase' })
    expect(await till.store.open(PASSPHRASE)).toEqual({ result: 'done' })
    till.staff.opened()
    await signInAs(till.staff, 'owner')
    expect(till.store.document()).toMatchObject({ keys: { production: KEYS } })
    expect(till.store.document().restored).not.toBeNull()
    till.stop()
  })

  it('opens with the recovery code of its till, which goes on to open the restored one', async () => {
    const { till } = await backedUp()
    const code = till.store.newRecoveryCode(till.store.entry('recovery-code-made', null))
    await till.backups.save({ passphrase: '', proof: code }, admitted)
    const names = readdirSync(till.backupFolder).map(name => join(till.backupFolder, name))
    const fresh = tillIn(newFolder(), keychainOf(fakeSafeStorage()))
    const byCode = []
    for (const file of names) if ((await inspect(fresh, file, code)).ok) byCode.push(file)
    expect(byCode).toHaveLength(1)
    await inspect(fresh, byCode[0] ?? '', code)
    expect(await fresh.backups.restore({ proof: '', passphrase: '' }, admitted)).toMatchObject({
      ok: true,
    })
    fresh.stop()
    const away = tillIn(fresh.folder, null)
    expect(away.store.closed()).toBe('keychain-away')
    expect(await away.store.open(code)).toEqual({ result: 'done' })
    away.stop()
    till.stop()
  })

  it('makes no daily backups to the folder of the first one', async () => {
    const { till, keychain } = await backedUp()
    const asked = { passphrase: backupPassphrase, proof }
    await till.backups.beginDaily(asked, admitted)
    const file = await made(till)
    const again = await restored(till, file, keychain)
    expect(again.settings.get().backup.folder).toBeNull()
    again.stop()
  })
})

describe('a backup that cannot be used', () => {
  it('changes nothing, and neither does the press that follows', async () => {
    const { file, fresh } = await onAnotherComputer()
    const before = filesOf(fresh.folder)
    const bad = join(newFolder(), 'bad.kaunta')
    writeFileSync(bad, turn(readFileSync(file)))
    expect(await inspect(fresh, bad)).toMatchObject({ ok: false, code: 'backup-damaged' })
    const asked = { proof, passphrase: '' }
    expect(await fresh.backups.restore(asked, admitted)).toMatchObject({ ok: false })
    expect(filesOf(fresh.folder)).toEqual(before)
    expect(readdirSync(fresh.folder).filter(name => name.startsWith('restore'))).toEqual([])
    expect(fresh.restarts()).toBe(0)
    fresh.stop()
  })

  it('for want of the owner’s proof, or the owner, changes nothing', async () => {
    const { till, file } = await backedUp()
    await inspect(till, file)
    const gone = { ok: false, code: 'session-ended', message: '' } as const
    const asked = { proof, passphrase: '' }
    expect(await till.backups.restore({ ...asked, proof: 'a guess' }, admitted)).toMatchObject({
      code: 'proof-wrong',
    })
    expect(await till.backups.restore(asked, () => gone)).toEqual(gone)
    let waits = 0
    expect(await till.backups.restore(asked, () => (++waits > 1 ? gone : null))).toEqual(gone)
    expect(existsSync(join(till.folder, 'restore-ready'))).toBe(false)
    const entries = till.auditLog.list({ before: null, limit: 100 })
    expect(entries.filter(({ action }) => action === 'restore-begun')).toEqual([])
    expect(till.restarts()).toBe(0)
    till.stop()
  })

  it('because this computer’s keychain refuses leaves the till as it was', async () => {
    const { file } = await backedUp()
    const storage = fakeSafeStorage()
    const fresh = tillIn(newFolder(), keychainOf(storage))
    await inspect(fresh, file)
    const encrypt = storage.encryptString
    storage.encryptString = text => {
      if (text.includes('till/key')) throw new Error('refused')
      return encrypt(text)
    }
    expect(await fresh.backups.restore({ proof, passphrase: '' }, admitted)).toMatchObject({
      code: 'backup-not-restored',
    })
    expect(existsSync(join(fresh.folder, 'restore-ready'))).toBe(false)
    expect(fresh.restarts()).toBe(0)
    fresh.stop()
  })
})

describe('an older backup on the same till', () => {
  async function change(till: BackedUpTill): Promise<void> {
    const cashier = idOf(till.staff, 'cashier')
    for (let wrong = 0; wrong < 3; wrong++) await till.staff.signIn({ id: cashier, pin: '9999' })
    const owner = idOf(till.staff, 'owner')
    await till.staff.change({ id: owner, name: 'New name', role: 'owner', pin: null })
    till.settings.update(all => ({ ...all, shop: { ...all.shop, name: 'Renamed' } }))
    const { ledger, close } = till.ledger()
    ledger.append(states.held, { type: 'withdrawn', at: 1, person: null })
    close()
  }

  async function changedSince() {
    const { till, ...rest } = await backedUp()
    await change(till)
    return { till, ...rest }
  }

  it('names what is newer here, and is refused where that was not named', async () => {
    const { till, file } = await backedUp()
    expect(await inspect(till, file)).toMatchObject({ value: { newerHere: [] } })
    await change(till)
    expect(await till.backups.restore({ proof, passphrase: '' }, admitted)).toMatchObject({
      code: 'backup-changed',
    })
    expect(await inspect(till, file)).toMatchObject({
      value: {
        newerHere: ['sales', 'settings'],
        salesHere: [{ kind: 'production', sales: 6, open: 4 }],
      },
    })
    expect(existsSync(join(till.folder, 'restore-ready'))).toBe(false)
    till.stop()
  })

  it('raises the generation above both', async () => {
    const { till, file, keychain } = await changedSince()
    const before = till.store.generation()
    const again = await restored(till, file, keychain)
    expect(again.store.generation()).toBeGreaterThan(before)
    expect(again.staff.at()).toEqual({ state: 'signed-out' })
    again.stop()
  })

  it('is in both audit logs: the one set aside, and the one that goes on', async () => {
    const { till, file, keychain } = await changedSince()
    const begun = () =>
      till.auditLog.list({ before: null, limit: 100 }).filter(one => one.action === 'restore-begun')
    await inspect(till, file)
    await till.backups.restore({ proof, passphrase: '' }, admitted)
    expect(begun()).toMatchObject([{ person: { name: 'New name' } }])
    till.stop()
    const again = tillIn(till.folder, keychain)
    const [entry] = again.auditLog
      .list({ before: null, limit: 100 })
      .filter(one => one.action === 'restored')
    expect(entry?.detail).toMatchObject({ till: 'Till 1' })
    again.stop()
  })

  it('sets aside what was there, and deletes nothing', async () => {
    const { till, file, keychain } = await changedSince()
    const before = filesOf(till.folder)
    const again = await restored(till, file, keychain)
    again.stop()
    const aside = readdirSync(till.folder).filter(name => name.startsWith('before-'))
    expect(aside).toHaveLength(1)
    const kept = filesOf(join(till.folder, aside[0] ?? ''))
    for (const name of ['ledger-production.db', 'key.json'])
      expect([name, kept[name]]).toEqual([name, before[name]])
    expect(kept['till.db']).toBeDefined()
  })
})

describe('a restore that a crash interrupts', () => {
  it('is carried out by the next start, wherever it stopped, and nothing is lost', async () => {
    const { till, file, keychain } = await backedUp()
    await inspect(till, file)
    await till.backups.restore({ proof, passphrase: '' }, admitted)
    till.stop()
    const coming = readdirSync(join(till.folder, 'restore-ready'))
    const whole = copyOf(till.folder)
    finishRestore(whole)
    const expected = [filesOf(whole), filesOf(asideIn(whole))]
    const old = readdirSync(till.folder).filter(name => name in (expected[1] ?? {}))
    for (let steps = 0; steps <= old.length + coming.length; steps++) {
      const folder = copyOf(till.folder)
      const ready = join(folder, 'restore-ready')
      mkdirSync(join(ready, 'before'))
      for (const name of old.slice(0, steps))
        renameSync(join(folder, name), join(ready, 'before', name))
      const placing = join(folder, 'restore-placing')
      if (steps > old.length) renameSync(ready, placing)
      for (const name of coming.slice(0, Math.max(0, steps - old.length)))
        renameSync(join(placing, name), join(folder, name))
      finishRestore(folder)
      finishRestore(folder)
      expect([steps, filesOf(folder), filesOf(asideIn(folder))]).toEqual([steps, ...expected])
      expect(readdirSync(folder).filter(name => name.startsWith('restore-'))).toEqual([])
      rmSync(folder, { recursive: true })
    }
    const again = tillIn(whole, keychain)
    await signInAs(again.staff, 'owner')
    again.stop()
  })

  it('before it was decided changes nothing, and leaves nothing behind', async () => {
    const { till, file, keychain } = await backedUp()
    await inspect(till, file)
    const before = filesOf(till.folder)
    till.stop()
    expect(existsSync(join(till.folder, 'restore-staging'))).toBe(true)
    const again = tillIn(till.folder, keychain)
    again.backups.start()
    expect(existsSync(join(till.folder, 'restore-staging'))).toBe(false)
    expect(filesOf(till.folder)['ledger-production.db']).toBe(before['ledger-production.db'])
    await signInAs(again.staff, 'owner')
    again.stop()
  })
})

/** The one folder with what was there before. */
function asideIn(folder: string): string {
  const [aside = '', ...more] = readdirSync(folder).filter(name => name.startsWith('before-'))
  expect(more).toEqual([])
  return join(folder, aside)
}

function copyOf(folder: string): string {
  const copy = newFolder()
  cpSync(folder, copy, { recursive: true })
  return copy
}

function turn(bytes: Buffer): Buffer {
  const copy = Buffer.from(bytes)
  const at = Math.floor(copy.length / 2)
  copy.writeUInt8(copy.readUInt8(at) ^ 4, at)
  return copy
}
