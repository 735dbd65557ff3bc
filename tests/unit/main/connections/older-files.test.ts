import { copyFileSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { ConnectionKind } from '../../../../shared/connection'
import { managerIn } from '../../../support/manager-in-folder'
import { keychainOf, saveKeys, storeIn } from '../../../support/store'
import { temporaryFolders } from '../../../support/temporary-folder'

const newFolder = temporaryFolders()

const isOfStore = (name: string) => name.startsWith('key.') || name.startsWith('till.')

function copyStore(from: string, to: string): void {
  mkdirSync(to, { recursive: true })
  for (const name of readdirSync(to).filter(isOfStore)) rmSync(join(to, name))
  for (const name of readdirSync(from).filter(isOfStore))
    copyFileSync(join(from, name), join(to, name))
}

// What an attacker who was an owner once would do: all that knows of people and keys, as it was then.
it.each<ConnectionKind>(['production', 'practice'])(
  'key.json, till.db and its copies put back together: a ledger of production knows, with %s in use',
  async active => {
    const folder = newFolder()
    const keychain = keychainOf()
    const first = storeIn(folder, keychain)
    saveKeys(first)
    const code = first.newRecoveryCode(first.entry('recovery-code-made', null))
    const begun = managerIn({ folder, active, store: first, isWatched: true })
    await begun.connections.reopen()
    await begun.close()
    first.stop()
    const before = newFolder()
    copyStore(folder, before)

    const second = storeIn(folder, keychain)
    const changed = managerIn({ folder, active: 'production', store: second, isWatched: true })
    await changed.connections.reopen()
    expect(changed.connections.stage()).toEqual({ name: 'selling' })
    changed.settings.update(all => ({ ...all, shop: { ...all.shop, name: 'Since then' } }))
    await changed.close()
    const newest = second.generation()
    second.stop()

    copyStore(before, folder)
    const third = storeIn(folder, keychain)
    expect(third.closed()).toBeNull()
    const { connections } = managerIn({ folder, active, store: third, isWatched: true })
    await connections.reopen()
    expect(connections.stage()).toEqual({ name: 'locked' })
    expect(third.closed()).toBe('older')
    expect(third.document().keys.production).toBeNull()
    expect(await third.open('guessed')).toMatchObject({ result: 'wrong' })
    expect(await third.open(code)).toEqual({ result: 'done' })
    expect(third.generation()).toBeGreaterThan(newest)
    await connections.reopen()
    expect(connections.stage()).toEqual({ name: 'selling' })
  },
)
