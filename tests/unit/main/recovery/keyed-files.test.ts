import {
  copyFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createKeyedFiles } from '../../../../electron/main/recovery/keyed-files'
import type { KeychainSealer } from '../../../../electron/main/vault'
import { managerIn } from '../../../support/manager-in-folder'
import { createVirtualClock } from '../../../support/payments/clock'
import { temporaryFolders } from '../../../support/temporary-folder'
import { keychainOf, keyOf, PASSPHRASE, vaultIn } from '../../../support/vaults'

const newFolder = temporaryFolders()
const ledger = 'ledger-practice.db'

/** A till of the folder on a keychain, opened. */
async function till(folder: string, keychain: KeychainSealer | null) {
  const vault = vaultIn(folder, keychain)
  const over = managerIn({ folder, vault: { ok: true, vault } })
  await over.connections.reopen()
  return { ...over, vault }
}

/** A folder in which practice has sold under a keychain. */
async function soldUnder(keychain: KeychainSealer) {
  const folder = newFolder()
  const { sell, close } = await till(folder, keychain)
  const saleId = sell()
  await close()
  return { folder, saleId }
}

const blocked = { name: 'blocked', reason: 'ledger-key-unreadable' }
const dbFiles = (folder: string) =>
  readdirSync(folder)
    .filter(name => /^ledger.*\.db$/.test(name))
    .sort()

describe('a ledger under another keychain', () => {
  it('blocks, names who sealed it, changes nothing, and opens again with the old one', async () => {
    const old = keychainOf()
    const { folder, saleId } = await soldUnder(old)
    const bytes = readFileSync(join(folder, ledger))
    const vaultBytes = readFileSync(join(folder, 'vault.json'))
    for (const keychain of [keychainOf(), null]) {
      const { connections, close } = await till(folder, keychain)
      expect(connections.stage()).toMatchObject({ ...blocked, sealedBy: 'gnome_libsecret' })
      expect(connections.engine()).toBeNull()
      await close()
    }
    expect(readFileSync(join(folder, ledger))).toEqual(bytes)
    expect(readFileSync(join(folder, 'vault.json'))).toEqual(vaultBytes)
    const { connections } = await till(folder, old)
    expect(connections.engine()?.ledger.find(saleId)).toMatchObject({ id: saleId })
  })

  it('is kept with its key when a new one is begun, and comes back with its keychain', async () => {
    const [old, other] = [keychainOf(), keychainOf()]
    const { folder, saleId } = await soldUnder(old)
    const bytes = readFileSync(join(folder, ledger))

    const elsewhere = await till(folder, other)
    const begun = await elsewhere.connections.startOver()
    expect(begun).toMatchObject({ ok: true })
    expect(elsewhere.connections.stage()).toEqual({ name: 'selling' })
    const keptAs = begun.ok ? (begun.value.keptAs ?? '') : ''
    expect(readFileSync(join(folder, keptAs))).toEqual(bytes)
    const second = elsewhere.sell()
    expect(elsewhere.connections.returnable()).toEqual([])
    await elsewhere.close()

    const back = await till(folder, old)
    expect(back.connections.stage()).toMatchObject(blocked)
    expect(back.connections.returnable().map(({ file }) => file)).toEqual([keptAs])
    expect(await back.connections.bringBack('../elsewhere.db')).toMatchObject({ ok: false })
    expect(await back.connections.bringBack(keptAs)).toMatchObject({ ok: true })
    expect(back.connections.stage()).toEqual({ name: 'selling' })
    expect(back.connections.engine()?.ledger.find(saleId)).toMatchObject({ id: saleId })
    expect(back.connections.engine()?.ledger.find(second)).toBeNull()
    await back.close()

    const again = await till(folder, other)
    expect(again.connections.returnable()).toHaveLength(1)
    await again.connections.bringBack(again.connections.returnable()[0]?.file ?? '')
    expect(again.connections.engine()?.ledger.find(second)).toMatchObject({ id: second })
    expect(dbFiles(folder)).toHaveLength(2)
  })

  it('is not set aside while its till sells, nor while another till writes it', async () => {
    const keychain = keychainOf()
    const { folder } = await soldUnder(keychain)
    const { connections } = await till(folder, keychain)
    expect(await connections.startOver()).toMatchObject({ ok: false, code: 'action-not-possible' })
    expect(connections.stage()).toEqual({ name: 'selling' })
    const other = await till(folder, keychainOf())
    expect(await other.connections.startOver()).toMatchObject({ ok: false })
    expect(dbFiles(folder)).toEqual([ledger])
  })

  it('that is blocked for another reason is not set aside so', async () => {
    const keychain = keychainOf()
    const { folder } = await soldUnder(keychain)
    writeFileSync(join(folder, ledger), 'junk'.repeat(2_000))
    const { connections } = await till(folder, keychain)
    expect(connections.stage()).toMatchObject({ reason: 'ledger-unreadable' })
    expect(await connections.startOver()).toMatchObject({ ok: false, code: 'action-not-possible' })
    expect(dbFiles(folder)).toEqual([ledger])
  })

  it('that a crash left half set aside is set aside at the next start', async () => {
    const { folder } = await soldUnder(keychainOf())
    const other = keychainOf()
    const to = 'ledger-practice.set-aside-2026-11-21T12-05-07.db'
    vaultIn(folder, other).retireDataKey('practice', to, [{ from: ledger, to }])
    const { connections, vault } = await till(folder, other)
    expect(connections.stage()).toEqual({ name: 'selling' })
    expect(dbFiles(folder)).toEqual([ledger, to])
    expect(vault.moves()).toEqual([])
  })

  it('whose keychain is gone gives way to a passphrase', async () => {
    const { folder } = await soldUnder(keychainOf())
    const { connections, vault } = await till(folder, null)
    await vault.createPassphrase(PASSPHRASE)
    expect(await connections.startOver()).toMatchObject({ ok: true })
    expect(connections.stage()).toEqual({ name: 'selling' })
    expect(dbFiles(folder)).toHaveLength(2)
  })
})

describe('renames that a crash cut short', () => {
  const clock = createVirtualClock()

  /** The old ledger set aside and a new one in its place: `old` and `new` are their bytes. */
  function exchanged() {
    const folder = newFolder()
    const [old, other] = [keychainOf(), keychainOf()]
    const filesOn = (keychain: KeychainSealer) => {
      const vault = vaultIn(folder, keychain)
      return { vault, files: createKeyedFiles({ dataFolder: folder, vault, clock }) }
    }
    const at = (name: string) => join(folder, name)
    const read = (name: string) => readFileSync(at(name), 'utf8')
    keyOf(filesOn(old).vault, 'practice')
    writeFileSync(at(ledger), 'old')
    writeFileSync(at(`${ledger}-journal`), 'old journal')
    return { folder, at, read, old, other, filesOn }
  }

  it.each([
    ['before the first', () => undefined],
    [
      'with the journal copied',
      (at: (name: string) => string, to: string) =>
        copyFileSync(at(`${ledger}-journal`), at(`${to}-journal`)),
    ],
    [
      'with the old journal left behind',
      (at: (name: string) => string, to: string) => {
        copyFileSync(at(`${ledger}-journal`), at(`${to}-journal`))
        renameSync(at(ledger), at(to))
      },
    ],
  ])('are ended at the next start: %s', (_when, crash) => {
    const { at, read, old, other, filesOn } = exchanged()
    const { vault } = filesOn(other)
    const to = 'ledger-practice.kept.db'
    vault.retireDataKey('practice', to, [{ from: ledger, to }])
    crash(at, to)

    const next = filesOn(other)
    next.files.finish()
    expect(existsSync(at(ledger)) || existsSync(at(`${ledger}-journal`))).toBe(false)
    expect([read(to), read(`${to}-journal`)]).toEqual(['old', 'old journal'])
    next.files.finish()
    expect(next.vault.moves()).toEqual([])

    // And back, cut short between the two.
    writeFileSync(at(ledger), 'new')
    keyOf(next.vault, 'practice')
    const third = 'ledger-practice.third.db'
    const moves = [
      { from: ledger, to: third },
      { from: to, to: ledger },
    ]
    filesOn(old).vault.returnDataKey('practice', to, third, moves)
    renameSync(at(ledger), at(third))
    for (let start = 0; start < 2; start++) filesOn(old).files.finish()
    expect([read(ledger), read(`${ledger}-journal`), read(third)]).toEqual([
      'old',
      'old journal',
      'new',
    ])
    expect(existsSync(at(to))).toBe(false)
  })
})
