import { randomBytes, scryptSync } from 'node:crypto'
import { cpSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createGuard } from '../../../../electron/main/ipc/guard'
import { fakeSafeStorage } from '../../../support/fake-safe-storage'
import {
  addEverybody,
  idOf,
  names,
  peopleOf,
  pins,
  signInAs,
  staffIn,
} from '../../../support/staff'
import { temporaryFolders } from '../../../support/temporary-folder'
import { KEYS, keychainOf, PASSPHRASE, passphraseVault, vaultIn } from '../../../support/vaults'

const newFolder = temporaryFolders()
const all = { before: null, limit: 100 }
const files = ['staff.json', 'vault.json', 'audit-log.db'] as const
type File = (typeof files)[number]

/** A connected till with one of each role, closed, and a copy of its folder from before they were added. */
async function closedTill() {
  const [folder, before] = [newFolder(), newFolder()]
  const keychain = keychainOf(fakeSafeStorage())
  const start = () => staffIn(folder, { keychain })
  const first = start()
  first.vault.saveKeys('production', KEYS)
  first.auditLog.write('settings-saved', null)
  first.stop()
  cpSync(folder, before, { recursive: true })
  const again = start()
  await addEverybody(again.staff)
  again.stop()
  return { folder, before, start }
}

/** Puts the file of an older copy back, or deletes what that copy had not. */
function restore(from: string, folder: string, file: File): void {
  rmSync(join(folder, file), { force: true })
  if (existsSync(join(from, file))) cpSync(join(from, file), join(folder, file))
}

// biome-ignore lint/suspicious/noExplicitAny: a person with an editor changes any part.
function editVault(folder: string, change: (document: any) => void): void {
  const file = join(folder, 'vault.json')
  const document = JSON.parse(readFileSync(file, 'utf8'))
  change(document)
  writeFileSync(file, JSON.stringify(document))
}

/** Trouble, in which no call of a role is let through. */
function expectTrouble({ staff, auditLog }: ReturnType<typeof staffIn>, reason: string): void {
  expect(staff.at()).toEqual({ state: 'trouble', reason })
  expect(staff.isLocked()).toBe(true)
  const guard = createGuard({ staff, auditLog })
  for (const role of ['cashier', 'manager', 'owner'] as const)
    expect(guard.admit('settings.saveShop', role, {})).toMatchObject({ code: 'staff-unreadable' })
}

describe('a till whose staff.json was deleted', () => {
  it.each([
    ['alone', () => undefined, 'missing'],
    ['and the seal of the list', (document: Vault) => delEach(document, []), 'vault-changed'],
    [
      'with the key of the list',
      (document: Vault) => delEach(document, ['staff']),
      'vault-changed',
    ],
    ['with the key of the log', (document: Vault) => dropKey(document, 'auditLog'), 'key-missing'],
    ['and the seal, damaged', (document: Vault) => spoil(document), 'vault-changed'],
  ])('%s is no till without staff', async (_name, change, reason) => {
    const { folder, start } = await closedTill()
    rmSync(join(folder, 'staff.json'))
    editVault(folder, change)
    expectTrouble(start(), reason)
  })

  it.each([
    ['vault.json put back', ['vault.json'], 'missing'],
    ['audit-log.db put back', ['audit-log.db'], 'missing'],
  ] as const)('with an older %s is no till without staff', async (_name, older, reason) => {
    const { folder, before, start } = await closedTill()
    rmSync(join(folder, 'staff.json'))
    for (const file of older) restore(before, folder, file)
    expectTrouble(start(), reason)
  })

  it.each([
    ['audit-log.db', 'missing'],
    ['vault.json', 'key-missing'],
  ] as const)('together with %s is no till without staff', async (file, reason) => {
    const { folder, start } = await closedTill()
    for (const each of ['staff.json', file]) rmSync(join(folder, each))
    expectTrouble(start(), reason)
  })

  it('with a damaged vault.json is no till without staff', async () => {
    const { folder } = await closedTill()
    rmSync(join(folder, 'staff.json'))
    writeFileSync(join(folder, 'vault.json'), '{"version":2}')
    const newer = { ok: false, reason: 'newer' } as const
    // The vault given is not asked.
    const options = { opening: newer, vault: vaultIn(newFolder()) }
    expectTrouble(staffIn(folder, options), 'vault-changed')
  })

  it('and sealed with a passphrase is locked before that is typed, and trouble after', async () => {
    const folder = newFolder()
    const first = staffIn(folder, { vault: await passphraseVault(folder) })
    await addEverybody(first.staff)
    first.stop()
    rmSync(join(folder, 'staff.json'))
    editVault(folder, document => delEach(document, ['staff']))
    const vault = vaultIn(folder)
    const opened = staffIn(folder, { vault })
    expect(opened.staff.at()).toEqual({ state: 'trouble', reason: 'locked' })
    await vault.unlock(PASSPHRASE)
    opened.staff.refresh()
    expectTrouble(opened, 'vault-changed')
  })
})

describe('an older staff.json, with a person who was removed since', () => {
  async function afterRemoval() {
    const { folder, start } = await closedTill()
    const older = newFolder()
    cpSync(folder, older, { recursive: true })
    const opened = start()
    await signInAs(opened.staff, 'owner')
    opened.staff.remove({ id: idOf(opened.staff, 'cashier') })
    opened.stop()
    return { folder, older, start }
  }

  it.each([
    [['staff.json']],
    [['staff.json', 'vault.json']],
    [['staff.json', 'audit-log.db']],
  ] as const)('is trouble: %j', async put => {
    const { folder, older, start } = await afterRemoval()
    for (const file of put) restore(older, folder, file)
    expectTrouble(start(), 'older')
  })

  it('does not come back with an older vault.json or audit log: the newest list counts', async () => {
    const { folder, older, start } = await afterRemoval()
    for (const file of ['vault.json', 'audit-log.db'] as const) restore(older, folder, file)
    const { staff } = start()
    expect(peopleOf(staff).map(({ name }) => name)).not.toContain(names.cashier)
  })

  it('is in the audit log with what was found when the owner has started over', async () => {
    const { folder, older, start } = await afterRemoval()
    restore(older, folder, 'staff.json')
    const { staff, auditLog, stop } = start()
    expect(await staff.startOver('wrong')).toMatchObject({ code: 'secret-wrong' })
    expectTrouble({ staff, auditLog } as ReturnType<typeof staffIn>, 'older')
    expect(await staff.startOver(KEYS.apiSecret)).toMatchObject({ ok: true })
    expect(staff.at()).toEqual({ state: 'none' })
    const set = auditLog.list(all).filter(({ action }) => action === 'staff-set-aside')
    expect(set.map(({ detail }) => detail)).toEqual([
      { keptAs: 'staff.damaged-1.json' },
      { was: 'older', foundList: 3, knownList: 4 },
    ])
    stop()
    expect(start().staff.at()).toEqual({ state: 'none' })
    // A list from before starting over opens nothing any more.
    restore(older, folder, 'staff.json')
    expectTrouble(start(), 'older')
  })
})

describe('the owner’s proof on a till without keys', () => {
  it('is its passphrase', async () => {
    const folder = newFolder()
    const first = staffIn(folder, { vault: await passphraseVault(folder) })
    await addEverybody(first.staff)
    expect(await first.staff.startOver('wrong')).toMatchObject({ code: 'passphrase-wrong' })
    expect(await first.staff.startOver(PASSPHRASE)).toMatchObject({ ok: true })
    expect(first.staff.at()).toEqual({ state: 'none' })
  })
})

describe('the count of wrong PINs', () => {
  async function afterFiveWrong() {
    const { folder, start } = await closedTill()
    const before = newFolder()
    cpSync(folder, before, { recursive: true })
    const opened = start()
    const id = idOf(opened.staff, 'cashier')
    for (const _ of [1, 2, 3, 4, 5]) await opened.staff.signIn({ id, pin: '0000' })
    opened.stop()
    return { folder, before, id, start }
  }

  it.each([
    ...files.map(file => [[file]] as const),
    [['staff.json', 'vault.json']],
    [['staff.json', 'audit-log.db']],
    [['vault.json', 'audit-log.db']],
  ] as const)('is not lowered by putting back %j', async put => {
    const { folder, before, id, start } = await afterFiveWrong()
    for (const file of put) restore(before, folder, file)
    const { staff, clock } = start()
    const right = { id, pin: pins.cashier }
    expect(await staff.signIn(right)).toMatchObject({
      value: { result: 'paused', pauseMs: 30_000 },
    })
    await clock.pass(30_000)
    expect(await staff.signIn({ id, pin: '0000' })).toMatchObject({
      value: { result: 'wrong', triesLeft: 0, pauseMs: 60_000 },
    })
  })

  it('starts again with a right PIN, which an older staff.json does not undo', async () => {
    const { folder, id, start } = await afterFiveWrong()
    const older = newFolder()
    cpSync(folder, older, { recursive: true })
    const opened = start()
    await opened.clock.pass(30_000)
    await signInAs(opened.staff, 'cashier')
    opened.stop()
    for (const file of ['staff.json', 'vault.json'] as const) restore(older, folder, file)
    expect(await start().staff.signIn({ id, pin: '0000' })).toMatchObject({
      value: { result: 'wrong', triesLeft: 4 },
    })
  })

  it('cannot be hidden: where no entry can be written, a wrong PIN gets no answer', async () => {
    const { start } = await closedTill()
    const { staff, auditLog } = start()
    const id = idOf(staff, 'cashier')
    auditLog.write = () => {
      throw new Error('The disk is full')
    }
    for (const pin of ['0000', pins.cashier])
      await expect(staff.signIn({ id, pin })).rejects.toThrow('The disk is full')
  })
})

describe('an audit log', () => {
  it('that was deleted says so in its first entry', async () => {
    const { folder, start } = await closedTill()
    rmSync(join(folder, 'audit-log.db'))
    const { staff, auditLog } = start()
    expect(staff.at()).toEqual({ state: 'signed-out' })
    expect(auditLog.list(all).at(-1)).toMatchObject({
      action: 'audit-log-begun',
      detail: { why: 'its file is gone' },
    })
  })

  it('that was exchanged for an older one says that its end is cut off', async () => {
    const { folder, before, start } = await closedTill()
    restore(before, folder, 'audit-log.db')
    const { auditLog, stop } = start()
    const seen = () => auditLog.list(all).filter(({ action }) => action === 'change-seen')
    expect(seen()).toMatchObject([{ detail: { store: 'auditLog', kind: 'cut' } }])
    stop()
    const again = start()
    expect(again.auditLog.list(all).filter(({ action }) => action === 'change-seen')).toHaveLength(
      1,
    )
  })
})

/** A till that sells for the shop, and its keychain, which other tills of the account share. */
async function sellingTill() {
  const folder = newFolder()
  const keychain = keychainOf(fakeSafeStorage())
  const start = (place = folder) => staffIn(place, { keychain })
  const first = start()
  first.vault.saveKeys('production', KEYS)
  first.vault.dataKey('production', false)
  await addEverybody(first.staff)
  first.stop()
  return { folder, keychain, start }
}

const vaultFile = (folder: string) => JSON.parse(readFileSync(join(folder, 'vault.json'), 'utf8'))

describe('keys that were taken out of vault.json', () => {
  it('leave the owner’s proof as it was', async () => {
    const { folder, start } = await sellingTill()
    editVault(folder, document => {
      document.connections.production = null
    })
    rmSync(join(folder, 'staff.json'))
    const { staff } = start()
    for (const typed of ['', 'mine'])
      expect(await staff.startOver(typed)).toMatchObject({ code: 'secret-wrong' })
    expect(staff.at()).toEqual({ state: 'trouble', reason: 'missing' })
    expect(await staff.startOver(KEYS.apiSecret)).toMatchObject({ ok: true })
  })

  it('leave it also on a till with a passphrase', async () => {
    const folder = newFolder()
    const first = staffIn(folder, { vault: await passphraseVault(folder) })
    first.vault.saveKeys('production', KEYS)
    await addEverybody(first.staff)
    first.stop()
    editVault(folder, document => {
      document.connections.production = null
    })
    const vault = vaultIn(folder)
    await vault.unlock(PASSPHRASE)
    const { staff } = staffIn(folder, { vault })
    expect(await staff.startOver(PASSPHRASE)).toMatchObject({ code: 'secret-wrong' })
    expect(await staff.startOver(KEYS.apiSecret)).toMatchObject({ ok: true })
  })

  it('and a damaged record leave nothing that tells the owner', async () => {
    const { folder, start } = await sellingTill()
    editVault(folder, document => {
      spoil(document)
      document.connections.production = null
    })
    const { staff } = start()
    for (const typed of ['', KEYS.apiSecret])
      expect(await staff.startOver(typed)).toMatchObject({ code: 'owner-unprovable' })
    expect(staff.at()).toEqual({ state: 'trouble', reason: 'vault-changed' })
  })
})

describe('a hash of one’s own next to the keys', () => {
  const mine = () => {
    const salt = randomBytes(16)
    const hash = scryptSync('mine', salt, 32, { N: 16_384, r: 8, p: 1 })
    return { salt: salt.toString('base64'), hash: hash.toString('base64') }
  }

  it.each([
    ['the record whole', () => undefined, 'secret-wrong'],
    ['the record damaged', (document: Vault) => spoil(document), 'owner-unprovable'],
  ])('proves nothing, with %s', async (_name, change, code) => {
    const { folder, start } = await sellingTill()
    editVault(folder, document => {
      Object.assign(document.connections.production, { apiSecret: 'AAAA', proof: mine() })
      change(document)
    })
    expect(await start().staff.startOver('mine')).toMatchObject({ code })
  })

  it('lets nobody in once the keychain is back', async () => {
    const { folder, start } = await sellingTill()
    editVault(folder, document => {
      document.connections.production.proof = mine()
    })
    const gone = staffIn(folder)
    await gone.vault.createPassphrase(PASSPHRASE)
    await gone.staff.startOver('mine')
    await gone.staff.add({ name: 'Thief', role: 'owner', pin: '999999' })
    gone.stop()
    rmSync(join(folder, 'staff.json'), { force: true })
    editVault(folder, document => {
      Object.assign(document, { method: 'keychain', lock: null })
      for (const seal of document.staffSeals) seal.people = false
    })
    expectTrouble(start(), 'missing')
  })
})

describe('parts of another till of the same computer account', () => {
  it('do not open its keys beside a list of one’s own', async () => {
    const { folder, start } = await sellingTill()
    const mine = newFolder()
    const own = start(mine)
    await own.staff.add({ name: 'Thief', role: 'owner', pin: '999999' })
    own.stop()
    const { connections, dataKeys } = vaultFile(folder)
    editVault(mine, document => {
      document.connections = connections
      document.dataKeys.production = dataKeys.production
    })
    expect(start(mine).vault.keys('production').state).toBe('unreadable')
    // Also with the ids of both vaults.
    editVault(mine, document => document.ids.push(...vaultFile(folder).ids))
    expectTrouble(start(mine), 'vault-changed')
    // And with what vouches for them: the two do not agree.
    editVault(mine, document => document.staffSeals.push(...vaultFile(folder).staffSeals))
    expectTrouble(start(mine), 'vault-changed')
    expect(await start(mine).staff.startOver('')).toMatchObject({ code: 'secret-wrong' })
  })

  it.each([[false], [true]])(
    'do not say that there is no staff (with its id: %s)',
    async withId => {
      const { folder, start } = await sellingTill()
      const mine = newFolder()
      const own = start(mine)
      own.auditLog.write('settings-saved', null)
      own.stop()
      const other = vaultFile(mine)
      editVault(folder, document => {
        document.staffSeals = other.staffSeals
        if (withId) document.ids.unshift(...other.ids)
      })
      for (const file of ['staff.json', 'audit-log.db']) rmSync(join(folder, file))
      expectTrouble(start(), 'vault-changed')
    },
  )

  it('made for a vault with the id of this one vouch for nothing', async () => {
    const { folder, start } = await sellingTill()
    const [mine, { ids }] = [newFolder(), vaultFile(folder)]
    const own = start(mine)
    own.auditLog.write('settings-saved', null)
    own.stop()
    // All that is sealed is garbage, as if another keychain had sealed it.
    editVault(mine, document => {
      Object.assign(document, { ids })
      spoil(document)
      document.dataKeys.auditLog = null
    })
    rmSync(join(mine, 'audit-log.db'))
    const forged = start(mine)
    forged.vault.saveKeys('sandbox', KEYS)
    forged.stop()
    editVault(folder, document => {
      document.staffSeals = vaultFile(mine).staffSeals
    })
    for (const file of ['staff.json', 'audit-log.db']) rmSync(join(folder, file))
    expectTrouble(start(), 'vault-changed')
  })
})

describe('a keychain that is hidden for a while', () => {
  it.each([[true], [false]])('makes no owner (its record removed: %s)', async isRemoved => {
    const { folder, keychain } = await sellingTill()
    const before = vaultFile(folder).staffSeals
    editVault(folder, document => {
      for (const seal of document.staffSeals) seal.people = false
    })
    rmSync(join(folder, 'staff.json'))
    const hidden = staffIn(folder)
    await hidden.vault.createPassphrase(PASSPHRASE)
    hidden.staff.refresh()
    editVault(folder, document => {
      document.dataKeys.staff = null
    })
    const again = vaultIn(folder)
    await again.unlock(PASSPHRASE)
    const thief = staffIn(folder, { vault: again })
    expect(await thief.staff.add({ name: 'Thief', role: 'owner', pin: '999999' })).toMatchObject({
      ok: true,
    })
    thief.stop()
    if (isRemoved)
      editVault(folder, document => {
        const values = before.map(({ value }: { value: string }) => value)
        document.staffSeals = document.staffSeals.filter(
          ({ value }: { value: string }) => !values.includes(value),
        )
      })
    const back = vaultIn(folder, keychain)
    await back.unlock(PASSPHRASE)
    const opened = staffIn(folder, { vault: back })
    expectTrouble(opened, 'vault-changed')
    for (const typed of ['', PASSPHRASE])
      expect(await opened.staff.startOver(typed)).toMatchObject({ code: 'secret-wrong' })
    expect(await opened.staff.startOver(KEYS.apiSecret)).toMatchObject({ ok: true })
    expect(opened.staff.at()).toEqual({ state: 'none' })
    opened.stop()
    expect(staffIn(folder, { vault: back }).staff.at()).toEqual({ state: 'none' })
  })
})

describe('an audit log under an open key', () => {
  it('says nothing on a till with secrets', async () => {
    const { folder, start } = await sellingTill()
    const mine = newFolder()
    const own = staffIn(mine)
    const facts = { staffList: 1_000, staffPeople: 0, pinRevision: 100_000 }
    own.auditLog.write('staff-list', null, facts)
    own.stop()
    const { auditLog } = vaultFile(mine).dataKeys
    expect(auditLog.method).toBe('none')
    editVault(folder, document => {
      document.dataKeys.auditLog = auditLog
    })
    restore(mine, folder, 'audit-log.db')
    rmSync(join(folder, 'staff.json'))
    expectTrouble(start(), 'missing')
  })

  it('is no till without staff where it knows a newer list that is gone', async () => {
    const { folder, before, start } = await closedTill()
    const opened = start()
    await opened.staff.startOver(KEYS.apiSecret)
    opened.stop()
    restore(before, folder, 'vault.json')
    expectTrouble(start(), 'missing')
  })
})

interface Vault {
  staffSeals: { value: string }[]
  dataKeys: Record<string, unknown>
}

function delEach(document: Vault, keys: readonly string[]): void {
  document.staffSeals = []
  for (const key of keys) document.dataKeys[key] = null
}

function dropKey(document: Vault, key: string): void {
  document.dataKeys[key] = null
}

function spoil(document: Vault): void {
  document.staffSeals = document.staffSeals.map(seal => ({
    ...seal,
    value: `AAAA${seal.value.slice(4)}`,
  }))
}
