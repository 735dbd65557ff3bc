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
import { describe, expect, it, onTestFinished } from 'vitest'
import { finishRestore } from '../../../../electron/main/backup/finish-restore'
import type { AuditAction } from '../../../../shared/audit-entry'
import {
  type BackedUpTill,
  backupPassphrase,
  canaries,
  filledTill,
  made,
  states,
  tillIn,
} from '../../../support/backup'
import { callerWho } from '../../../support/parts'
import { succeeded } from '../../../support/results'
import { idOf, names, peopleOf, signInAs } from '../../../support/staff'
import { KEYS, keychainOf, PASSPHRASE } from '../../../support/store'
import { allBytes, temporaryFolders } from '../../../support/temporary-folder'
import { fakeSafeStorage } from '../../../support/till-store'

const newFolder = temporaryFolders()
const asked = { passphrase: '' }

/** A start on a folder; the till stops at the end of the test, if not before. */
function started(folder: string, keychain: Parameters<typeof tillIn>[1]): BackedUpTill {
  const till = tillIn(folder, keychain)
  onTestFinished(till.stop)
  return till
}

/** A filled till with a backup, and the keychain of its computer. */
async function backedUp() {
  const keychain = keychainOf(fakeSafeStorage())
  const till = await filledTill(newFolder(), keychain)
  onTestFinished(till.stop)
  return { till, file: await made(till), keychain }
}

async function inspect(till: BackedUpTill, file: string, passphrase = backupPassphrase) {
  till.chosen.file = file
  await till.backups.choose()
  return till.backups.inspect({ passphrase })
}

/** Restores, accepting all that is newer, and starts the till again. */
async function restored(
  till: BackedUpTill,
  file: string,
  keychain: Parameters<typeof tillIn>[1],
): Promise<BackedUpTill> {
  const _shown = succeeded(await inspect(till, file))
  const _done = succeeded(await till.backups.restore({ ...asked, passphrase: PASSPHRASE }))
  till.stop()
  return started(till.folder, keychain)
}

/** A backup, and the till on another computer, which has a keychain of its own. */
async function onAnotherComputer() {
  const { file } = await backedUp()
  const keychain = keychainOf(fakeSafeStorage())
  const fresh = started(newFolder(), keychain)
  return { file, keychain, fresh, restore: () => restored(fresh, file, keychain) }
}

const auditOf = (till: BackedUpTill, action: AuditAction) =>
  till.auditLog.list({ before: null, limit: 100 }).filter(entry => entry.action === action)

function expectNothingPrepared(till: BackedUpTill): void {
  const names = readdirSync(till.folder).filter(name => name.startsWith('restore-ready'))
  expect([names, till.restarts()]).toEqual([[], 0])
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
        payments: [{ kind: 'production', sales: 6, open: 5 }],
        salesHere: [],
        newerHere: [],
        needsPassphrase: false,
      },
    })
    expect(filesOf(fresh.folder)).toEqual(before)
  })

  it('goes on with its people, keys, settings, payments and audit log, sealed by its own keychain', async () => {
    const { fresh, restore } = await onAnotherComputer()
    const till = await restore()
    expect(fresh.restarts()).toBe(1)
    expect(till.staff.at()).toEqual({ state: 'signed-out' })
    await signInAs(till.staff, 'owner')
    expect(peopleOf(till.staff).map(({ name }) => name)).toEqual(Object.values(names).toSorted())
    expect(till.store.document().keys.production).toMatchObject(KEYS)
    expect(till.settings.get().shop.name).toBe(canaries.shop)
    for (const action of ['restored', 'person-added'] as const)
      expect(auditOf(till, action)).not.toEqual([])
    const { ledger, close } = till.ledger()
    const customer = { firstName: canaries.firstName }
    expect(ledger.find(states.settled)).toMatchObject({ customer })
    close()
    till.stop()
    expect(allBytes(till.folder).includes(KEYS.apiSecret)).toBe(false)
  })

  it('sends nothing again by itself: what was not accepted yet may have been sent since', async () => {
    const till = await (await onAnotherComputer()).restore()
    const { ledger, close } = till.ledger()
    for (const state of ['ready', 'held', 'sending', 'unknown'] as const)
      expect(ledger.find(states[state])).toMatchObject({
        phase: 'unknown',
        maybeSent: true,
        freshSince: 0,
        lastFailure: { reason: 'restored' },
        idempotencyKey: `key-${state}`,
      })
    // It was never sent in the copy: whose keys may have sent it is what the copy knows.
    expect(ledger.find(states.ready)).toMatchObject({ account: 'shop-account' })
    expect(ledger.find(states.pending)).toMatchObject({ phase: 'pending' })
    expect(ledger.request(states.ready)).toEqual({ body: '{"of":"ready"}' })
    close()
  })

  it('is held until an owner has confirmed it, also when other settings are saved', async () => {
    const { keychain, restore } = await onAnotherComputer()
    const till = await restore()
    expect(till.store.document().restored).toMatchObject({ shop: canaries.shop, till: 'Till 1' })
    till.settings.update(all => ({ ...all, shop: { ...all.shop, name: 'Another name' } }))
    till.stop()
    const again = started(till.folder, keychain)
    expect(again.store.document().restored).not.toBeNull()
    again.store.commit(document => ({ ...document, restored: null }))
    expect(again.store.document().restored).toBeNull()
    again.stop()
    expect(started(till.folder, keychain).store.document().restored).toBeNull()
  })

  it('without a keychain takes a passphrase for this computer, and asks for it from then on', async () => {
    const { file } = await backedUp()
    const fresh = started(newFolder(), null)
    expect(await inspect(fresh, file)).toMatchObject({ value: { needsPassphrase: true } })
    const short = await fresh.backups.restore({ ...asked, passphrase: 'short' })
    expect(short).toMatchObject({ code: 'passphrase-too-short' })
    const till = await restored(fresh, file, null)
    expect(till.staff.at()).toEqual({ state: 'closed', reason: 'passphrase' })
    expect(await till.store.open(PASSPHRASE)).toEqual({ result: 'done' })
    till.staff.opened()
    await signInAs(till.staff, 'owner')
    expect(till.store.document()).toMatchObject({ keys: { production: KEYS } })
    expect(till.store.document().restored).not.toBeNull()
  })

  it('opens with the recovery code of its till, which goes on to open the restored one', async () => {
    const { till } = await backedUp()
    const code = till.store.newRecoveryCode(till.store.entry('recovery-code-made', null))
    await till.backups.save(asked)
    const names = readdirSync(till.backupFolder).map(name => join(till.backupFolder, name))
    const fresh = started(newFolder(), keychainOf(fakeSafeStorage()))
    const byCode = []
    for (const file of names) if ((await inspect(fresh, file, code)).ok) byCode.push(file)
    expect(byCode).toHaveLength(1)
    await inspect(fresh, byCode[0] ?? '', code)
    const byItself = await fresh.backups.restore(asked)
    expect(byItself).toMatchObject({ ok: true })
    fresh.stop()
    const away = started(fresh.folder, null)
    expect(away.store.closed()).toBe('keychain-away')
    expect(await away.store.open(code)).toEqual({ result: 'done' })
  })

  it('makes no daily backups to the folder of the first one', async () => {
    const { till, keychain } = await backedUp()
    await till.backups.beginDaily({ ...asked, passphrase: backupPassphrase })
    const file = await made(till)
    const again = await restored(till, file, keychain)
    expect(again.settings.get().backup.folder).toBeNull()
  })
})

describe('a backup that cannot be used', () => {
  it('changes nothing, and neither does the press that follows', async () => {
    const { file, fresh } = await onAnotherComputer()
    const before = filesOf(fresh.folder)
    const bad = join(newFolder(), 'bad.kaunta')
    writeFileSync(bad, turn(readFileSync(file)))
    expect(await inspect(fresh, bad)).toMatchObject({ ok: false, code: 'backup-damaged' })
    expect(await fresh.backups.restore(asked)).toMatchObject({ ok: false })
    expect(filesOf(fresh.folder)).toEqual(before)
    expect(readdirSync(fresh.folder).filter(name => name.startsWith('restore'))).toEqual([])
    expectNothingPrepared(fresh)
  })

  it('once the owner has left, changes nothing', async () => {
    const { till, file } = await backedUp()
    await inspect(till, file)
    const gone = { ok: false, code: 'session-ended', message: '' } as const
    expect(
      await till.backups.restore(
        asked,
        callerWho(() => gone),
      ),
    ).toEqual(gone)
    expect(auditOf(till, 'restore-begun')).toEqual([])
    expectNothingPrepared(till)
  })

  it('because this computer’s keychain refuses leaves the till as it was', async () => {
    const { file } = await backedUp()
    const storage = fakeSafeStorage()
    const fresh = started(newFolder(), keychainOf(storage))
    await inspect(fresh, file)
    const encrypt = storage.encryptString
    storage.encryptString = text => {
      if (text.includes('till/key')) throw new Error('refused')
      return encrypt(text)
    }
    const refused = await fresh.backups.restore(asked)
    expect(refused).toMatchObject({ code: 'backup-not-restored' })
    expectNothingPrepared(fresh)
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

  /** A backup, after which its till went on, and what restores it there. */
  async function changedSince() {
    const { till, file, keychain } = await backedUp()
    await change(till)
    return { till, file, keychain, restore: () => restored(till, file, keychain) }
  }

  it('names what is newer here, and is refused where that was not named', async () => {
    const { till, file } = await backedUp()
    expect(await inspect(till, file)).toMatchObject({ value: { newerHere: [] } })
    await change(till)
    const refused = await till.backups.restore(asked)
    expect(refused).toMatchObject({ code: 'backup-changed' })
    const salesHere = [{ kind: 'production', sales: 6, open: 4 }]
    const value = { newerHere: ['sales', 'settings'], salesHere }
    expect(await inspect(till, file)).toMatchObject({ value })
    expectNothingPrepared(till)
  })

  it('is in both audit logs: the one set aside, and the one that goes on', async () => {
    const { till, file, keychain } = await changedSince()
    await inspect(till, file)
    await till.backups.restore(asked)
    expect(auditOf(till, 'restore-begun')).toMatchObject([{ person: { name: 'New name' } }])
    till.stop()
    const again = started(till.folder, keychain)
    expect(auditOf(again, 'restored')).toMatchObject([{ detail: { till: 'Till 1' } }])
  })

  it('raises the number of the sealed row above both, sets aside what was there, and deletes nothing', async () => {
    const { till, restore } = await changedSince()
    const [before, number] = [filesOf(till.folder), till.store.sealedNumber()]
    const again = await restore()
    expect(again.store.sealedNumber()).toBeGreaterThan(number)
    expect(again.staff.at()).toEqual({ state: 'signed-out' })
    const kept = filesOf(asideIn(till.folder))
    for (const name of ['ledger-production.db', 'key.json'])
      expect([name, kept[name]]).toEqual([name, before[name]])
    expect(kept['till.db']).toBeDefined()
  })
})

describe('a till that was set aside', () => {
  /** A filled till that was set aside, and the empty one in its place. */
  async function setAside(open: number | null, keychain = keychainOf(fakeSafeStorage())) {
    const before = await filledTill(newFolder(), keychain)
    onTestFinished(before.stop)
    const code = before.store.newRecoveryCode(before.store.entry('recovery-code-made', null))
    before.backups.startEmpty(open)
    before.stop()
    return { till: started(before.folder, keychain), keychain, code }
  }
  const listed = (till: BackedUpTill) => succeeded(till.backups.setAside())

  it('is listed with its time and its open payments, and gone back to as a restore is', async () => {
    const { till, keychain } = await setAside(5)
    expect(till.settings.get().shop.name).toBe('')
    const [one] = listed(till)
    expect(listed(till)).toEqual([{ name: one?.name, at: expect.any(Number), open: 5 }])
    await till.backups.chooseSetAside({ name: one?.name ?? '' })
    expect(succeeded(await till.backups.inspect({ passphrase: '' }))).toMatchObject({
      shop: canaries.shop,
      madeAt: one?.at,
      payments: [{ kind: 'production', sales: 6, open: 5 }],
      salesHere: [],
      needsPassphrase: false,
    })
    await till.backups.restore(asked)
    till.stop()
    const back = started(till.folder, keychain)
    const { ledger, close } = back.ledger()
    for (const state of ['ready', 'held', 'sending', 'unknown'] as const)
      expect(ledger.find(states[state])).toMatchObject({
        phase: 'unknown',
        maybeSent: true,
        lastFailure: { reason: 'restored' },
      })
    expect(ledger.find(states.ready)).toMatchObject({ account: 'shop-account' })
    close()
    expect(back.staff.at()).toEqual({ state: 'signed-out' })
    // The empty one had no payments, and can be gone back to as well once it has a key.
    expect(listed(back)).toContainEqual(one)
  })

  it('opens with its passphrase or recovery code where no keychain opens it', async () => {
    const { till, code } = await setAside(5)
    till.stop()
    const other = started(till.folder, null)
    const [one] = listed(other)
    for (const [typed, opens] of [
      ['', false],
      ['a guess', false],
      [code, true],
    ] as const) {
      await other.backups.chooseSetAside({ name: one?.name ?? '' })
      const found = await other.backups.inspect({ passphrase: typed })
      if (opens) expect(found).toMatchObject({ ok: true, value: { needsPassphrase: true } })
      else expect(found).toMatchObject({ code: 'backup-wrong-passphrase' })
    }
  })

  it('is not gone back to under a name that is not in the list', async () => {
    const { till } = await setAside(null)
    for (const name of ['', '..', 'before-2026-01-01T00-00-00', '../before-2026-01-01T00-00-00'])
      expect(await till.backups.chooseSetAside({ name })).toMatchObject({ code: 'backup-not-read' })
  })

  it('is listed by its folder’s name where the note in it is gone or damaged', async () => {
    const { till } = await setAside(5)
    const [one] = listed(till)
    const note = join(till.folder, one?.name ?? '', 'set-aside.json')
    const [, day = '', time = ''] = /^before-(.*)T(.*)$/.exec(one?.name ?? '') ?? []
    const at = Date.parse(`${day}T${time.replaceAll('-', ':')}Z`)
    for (const text of ['', '{"at":"yesterday","open":5}', '{"at":1,"open":-1}']) {
      writeFileSync(note, text)
      expect(listed(till)).toEqual([{ name: one?.name, at, open: null }])
    }
    rmSync(note)
    expect(listed(till)).toEqual([{ name: one?.name, at, open: null }])
  })
})

describe('a restore that a crash interrupts', () => {
  it('is carried out by the next start, wherever it stopped, and nothing is lost', async () => {
    const { till, file, keychain } = await backedUp()
    await inspect(till, file)
    await till.backups.restore(asked)
    till.stop()
    const ready = readdirSync(join(till.folder, 'restore-ready'))
    const coming = ready.filter(name => name !== 'before')
    const whole = copyOf(till.folder)
    finishRestore(whole)
    const expected = [filesOf(whole), filesOf(asideIn(whole))]
    const old = readdirSync(till.folder).filter(name => name in (expected[1] ?? {}))
    for (let steps = 0; steps <= old.length + coming.length; steps++) {
      const folder = copyOf(till.folder)
      const ready = join(folder, 'restore-ready')
      mkdirSync(join(ready, 'before'), { recursive: true })
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
    const again = started(whole, keychain)
    await signInAs(again.staff, 'owner')
  })

  it('is none where a folder has its name and no note of the till', async () => {
    const { till, file, keychain } = await backedUp()
    till.stop()
    mkdirSync(join(till.folder, 'restore-ready'))
    const again = started(till.folder, keychain)
    expect(again.settings.get().shop.name).toBe(canaries.shop)
    await signInAs(again.staff, 'owner')
    const back = await restored(again, file, keychain)
    expect(auditOf(back, 'restored')).toHaveLength(1)
  })

  it('before it was decided changes nothing, and leaves nothing behind', async () => {
    const { till, file, keychain } = await backedUp()
    await inspect(till, file)
    const before = filesOf(till.folder)
    till.stop()
    expect(existsSync(join(till.folder, 'restore-staging'))).toBe(true)
    const again = started(till.folder, keychain)
    again.backups.start()
    await again.backups.cancel()
    expect(existsSync(join(till.folder, 'restore-staging'))).toBe(false)
    expect(filesOf(till.folder)['ledger-production.db']).toBe(before['ledger-production.db'])
    await signInAs(again.staff, 'owner')
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
