import { copyFileSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
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

/** A till that sold, as it was before its owner changed something and sold again. */
async function changedSince(active: 'production' | 'practice') {
  const folder = newFolder()
  const keychain = keychainOf()
  const start = () => managerIn({ folder, active, store: storeIn(folder, keychain) })
  const first = start()
  saveKeys(first.store)
  await first.connections.reopen()
  first.sell()
  await first.close()
  first.store.stop()
  const before = newFolder()
  copyStore(folder, before)
  const second = start()
  second.settings.update(all => ({ ...all, shop: { ...all.shop, name: 'Since then' } }))
  await second.connections.reopen()
  second.sell('255754001299')
  await second.close()
  const newest = second.store.sealedNumber()
  second.store.stop()
  return { folder, before, newest, start }
}

// What a person who was an owner once would do: all that knows of people and keys, as it was then.
it.each(['production', 'practice'] as const)(
  'key.json, till.db and its copies put back together: the ledger of %s says so, and sells',
  async active => {
    const { folder, before, newest, start } = await changedSince(active)
    copyStore(before, folder)
    const { store, connections, sell } = start()
    expect(store.document().older).toBeNull()
    await connections.reopen()
    expect(connections.stage()).toEqual({ name: 'selling' })
    expect(store.document().older).toEqual({ since: null })
    expect(store.sealedNumber()).toBeGreaterThan(newest)
    expect(store.document().settings.shop.name).toBe('')
    sell('255754001298')
  },
)

it('a till.db that the ledger knows is the newest says nothing', async () => {
  const { start } = await changedSince('production')
  const { store, connections } = start()
  await connections.reopen()
  expect(store.document().older).toBeNull()
})
