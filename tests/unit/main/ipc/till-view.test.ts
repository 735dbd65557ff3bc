import { afterEach, describe, expect, it } from 'vitest'
import type { StaffView } from '../../../../shared/ipc/till-state'
import { succeeded } from '../../../support/results'
import { KEYS, keychainOf, saveKeys, storeIn } from '../../../support/store'
import { temporaryFolders } from '../../../support/temporary-folder'
import { startWindowless, windowCalls } from '../../../support/test-till'

const newFolder = temporaryFolders()
const webhookAddress = 'https://shop.example/notify?token=PLANTED'
const owner = { name: 'Neema', role: 'owner', pin: '246810' } as const
const cashier = { name: 'Asha', role: 'cashier', pin: '4711' } as const
const cleanUps: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const clean of cleanUps.splice(0)) await clean()
})

describe('where results are sent, and the ends of the keys', () => {
  it('are told while an owner is at the till, and to no one else', async () => {
    const folder = newFolder()
    const keychain = keychainOf()
    const store = storeIn(folder, keychain)
    saveKeys(store)
    store.commit(({ settings, ...document }) => ({
      ...document,
      settings: { ...settings, production: { ...settings.production, webhookAddress } },
    }))
    store.stop()
    const till = await startWindowless(folder, keychain)
    cleanUps.push(till.stop.bind(till))
    const ask = windowCalls(till)
    const seen = async () => succeeded(await ask.till.state()).connections.production
    const idOf = (staff: StaffView, name: string) =>
      ('people' in staff ? staff.people : []).find(each => each.name === name)?.id ?? ''
    const told = { webhookAddress, keyEndings: { apiSecret: KEYS.apiSecret.slice(-4) } }

    // A till without people.
    expect(await seen()).toMatchObject(told)
    succeeded(await ask.staff.add(owner))
    succeeded(await ask.staff.add(cashier))
    expect(await seen()).toMatchObject(told)
    const { staff } = succeeded(await ask.till.state())
    const untold = { webhookAddress: '', keyEndings: null, hasWebhook: true, hasKeys: true }
    for (const step of [
      () => ask.staff.lock(),
      () => ask.staff.signIn({ id: idOf(staff, cashier.name), pin: cashier.pin }),
    ]) {
      succeeded<unknown>(await step())
      expect(await seen()).toMatchObject(untold)
      expect(JSON.stringify(await ask.till.state())).not.toContain('PLANTED')
    }
  }, 30_000)
})
