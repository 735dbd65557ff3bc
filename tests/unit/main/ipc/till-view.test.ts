import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import type { TillCalls } from '../../../../shared/ipc/bridge'
import type { StaffView } from '../../../../shared/ipc/till-state'
import { hasRole } from '../../../../shared/staff'
import { startService } from '../../../support/conformance/service'
import { samplesOf } from '../../../support/contract-samples'
import { members } from '../../../support/ipc-handlers'
import { cardDraft, mobileDraft } from '../../../support/payments/payments'
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
  it('are sent to a window only while an owner is signed in', async () => {
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

  it.each(['cashier', 'manager'] as const)(
    'are in no answer and in no push while a %s is at the till',
    async role => {
      const pushed: unknown[] = []
      const folder = newFolder()
      const till = await startWindowless(folder, keychainOf(), {
        push: (name, value) => void pushed.push({ name, value }),
      })
      cleanUps.push(till.stop.bind(till))
      const ask = windowCalls(till)
      const payments = await connectAndCharge(ask)
      const untold = { role, name: role, pin: '975310' } as const
      succeeded(await ask.staff.add(owner))
      succeeded(await ask.staff.add(untold))
      expect(JSON.stringify(pushed)).toMatch(planted)
      const { staff } = succeeded(await ask.till.state())
      await ask.staff.lock()
      succeeded(await ask.staff.signIn({ id: idOf(staff, role), pin: untold.pin }))
      pushed.splice(0)
      const answers = await callAll(ask, role, payments)
      expect(answers.filter(({ answer }) => answer.ok).length).toBeGreaterThan(30)
      expect(answers.filter(({ answer }) => planted.test(JSON.stringify(answer)))).toEqual([])
      expect(pushed.filter(push => planted.test(JSON.stringify(push)))).toEqual([])
      expect(JSON.stringify(pushed)).toContain('tillChanged')
      const files = exportedFiles(folder)
      expect(files.length).toBeGreaterThan(role === 'manager' ? 1 : 0)
      expect(files.filter(file => planted.test(readFileSync(file, 'latin1')))).toEqual([])
    },
    60_000,
  )
})

const keys = { apiKey: 'a-key-that-ends-with-QZX7', apiSecret: 'a-secret-that-ends-with-WKV9' }
const planted = /PLANTED|QZX7|WKV9/

const exportedFiles = (folder: string) =>
  readdirSync(join(folder, 'exports'), { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => join(entry.parentPath, entry.name))

const idOf = (staff: StaffView, name: string) =>
  ('people' in staff ? staff.people : []).find(each => each.name === name)?.id ?? ''

/** A till on a service, with a mobile and a card payment that it has accepted: their ids. */
async function connectAndCharge(ask: TillCalls): Promise<string[]> {
  const { address, pathPrefix } = await startService({ environment: 'production', ...keys })
  const typed = { kind: 'production', address, pathPrefix, webhookAddress, ...keys } as const
  const saved = await ask.connection.saveAndTest({ ...typed, account: null, proof: '' })
  expect(saved).toMatchObject({ ok: true, value: { saved: true } })
  await ask.connection.choose({ kind: 'production' })
  const ids: string[] = []
  for (const draft of [mobileDraft({ phone: '255700000001' }), cardDraft()]) {
    const { id: paymentId } = succeeded(await ask.payments.request(draft))
    const reference = async () =>
      succeeded(await ask.payments.history({ paymentId })).payment.reference
    await expect.poll(reference, { timeout: 20_000 }).toBeTruthy()
    ids.push(paymentId)
  }
  return ids
}

/** Every call that a role may make, for each payment, but those that change who is at the till or set it aside. */
async function callAll(ask: TillCalls, role: 'cashier' | 'manager', payments: string[]) {
  const answers: { name: string; answer: { ok: boolean } }[] = []
  for (const { group, name, role: least, argument } of members) {
    const isOwners = least === 'owner' || least === 'owner-or-closed'
    if (isOwners || group === 'staff' || name === 'startEmpty') continue
    if (least !== 'anyone' && !hasRole(role, least)) continue
    for (const paymentId of payments) {
      const [sample] = samplesOf(argument)
      const isOfPayment = typeof sample === 'object' && sample !== null && 'paymentId' in sample
      // Sound: every group and name is the contract's, and so is each sample's form.
      const calls = ask as unknown as Record<
        string,
        Record<string, (argument: unknown) => Promise<{ ok: boolean }>>
      >
      const call = calls[group]?.[name]
      const answer = await call?.(isOfPayment ? { ...sample, paymentId } : sample)
      if (answer) answers.push({ name: `${group}.${name}`, answer })
    }
  }
  return answers
}
