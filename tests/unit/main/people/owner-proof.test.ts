import { copyFileSync, existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { type ProvenCall, whyNoProof } from '../../../../electron/main/people/owner-proof'
import type { KeychainSealer } from '../../../../electron/main/store/keychain-sealer'
import { emptyDocument } from '../../../../electron/main/store/till-document'
import type { Result } from '../../../../shared/ipc/result'
import { apiKey, apiSecret, startService } from '../../../support/conformance/service'
import { unprovable } from '../../../support/ipc-handlers'
import { mobileDraft } from '../../../support/payments/payments'
import { succeeded } from '../../../support/results'
import { keychainOf, saveKeys, storeIn } from '../../../support/store'
import { temporaryFolders } from '../../../support/temporary-folder'
import { startWindowless, windowCalls } from '../../../support/test-till'

const newFolder = temporaryFolders()
const approves = '255700000001'
const neverAnswers = '255700000005'
const owner = { name: 'Neema', role: 'owner', pin: '246810' } as const
const cleanUps: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const clean of cleanUps.splice(0).toReversed()) await clean()
})

/** A whole till of a folder without its windows, as at a start. */
async function open(folder: string, keychain: KeychainSealer | null = keychainOf()) {
  const restart = vi.fn()
  const till = await startWindowless(folder, keychain, { restart })
  const stop = till.stop.bind(till)
  cleanUps.push(stop)
  return { till, restart, keychain, calls: windowCalls(till), stop }
}

describe('a forgotten PIN on a till that nothing can prove the owner of', () => {
  it('removes the people only with all else that the till has', async () => {
    const folder = newFolder()
    const { till, calls, restart, keychain, stop } = await open(folder)
    await calls.connection.choose({ kind: 'practice' })
    await calls.staff.add(owner)
    expect(await calls.key.startEmpty()).toMatchObject({ code: 'action-not-possible' })
    till.lock('pressed')
    for (const proof of ['', 'guessed', owner.pin])
      expect(await calls.staff.startOver({ proof })).toMatchObject({ code: 'proof-wrong' })
    expect(till.state().staff).toMatchObject({ state: 'signed-out', people: [{ name: 'Neema' }] })
    expect(await calls.key.openPayments()).toEqual({
      ok: true,
      value: { folder, open: [] },
    })
    expect(await calls.key.startEmpty()).toMatchObject({ ok: true })
    expect(restart).toHaveBeenCalledOnce()
    await stop()

    const empty = await open(folder, keychain)
    expect(empty.till.state()).toMatchObject({ staff: { state: 'none' }, active: null })
    const [aside = ''] = readdirSync(folder).filter(name => name.startsWith('before-'))
    expect(readdirSync(join(folder, aside))).toEqual(
      expect.arrayContaining(['key.json', 'till.db', 'ledger-practice.db']),
    )
  })
})

const replaced = { apiKey, apiSecret, account: null, proof: apiSecret }
const rotatedKeys = { apiKey: 'rotated-api-key', apiSecret: 'rotated-api-secret' }

/** A till with one payment and an owner, whose API keys the service has replaced by others. */
async function rotated() {
  const service = await startService({
    environment: 'production',
    approvalSeconds: 0.02,
    extraKeys: [{ ...rotatedKeys, account: 'practice', environment: 'production' }],
  })
  const folder = newFolder()
  const { address, pathPrefix } = service
  const typed = { kind: 'production', address, pathPrefix, webhookAddress: '' } as const
  const first = await open(folder)
  const saved = await first.calls.connection.saveAndTest({ ...typed, ...replaced })
  expect(saved, JSON.stringify(saved)).toMatchObject({ ok: true, value: { saved: true } })
  await first.calls.connection.choose({ kind: 'production' })
  await first.calls.staff.add(owner)
  const sold = succeeded(await first.calls.payments.request(mobileDraft({ phone: approves })))
  const reference = async () =>
    succeeded(await first.calls.payments.history({ paymentId: sold.id })).payment.reference
  await expect.poll(reference, { timeout: 20_000 }).toBeTruthy()
  succeeded(await first.calls.payments.request(mobileDraft({ phone: neverAnswers })))
  await first.stop()
  service.control.revokeKeys()
  return { folder, keychain: first.keychain, payment: sold.id, typed }
}

const right = { ok: true, value: { result: 'right' } }

/** Signs the owner in, the first of the list. */
function signIn({ till, calls }: Awaited<ReturnType<typeof open>>) {
  const { staff } = till.state()
  expect(staff).toMatchObject({ state: 'signed-out' })
  const id = 'people' in staff ? (staff.people[0]?.id ?? '') : ''
  return calls.staff.signIn({ id, pin: owner.pin })
}

describe('an API secret that the service has replaced', () => {
  it('locks no one out: the till opens, people sign in, and an owner enters the new keys', async () => {
    const { folder, keychain, typed } = await rotated()
    const opened = await open(folder, keychain)
    const { till, calls } = opened
    expect(await signIn(opened)).toMatchObject(right)
    const old = await calls.connection.saveAndTest({ ...typed, ...replaced })
    expect(old).toMatchObject({ ok: true, value: { saved: false } })
    const fresh = { ...typed, ...rotatedKeys, account: 'same', proof: apiSecret } as const
    const saved = await calls.connection.saveAndTest(fresh)
    expect(saved).toMatchObject({ ok: true, value: { saved: true } })
    expect(till.state().stage).toEqual({ name: 'selling' })
    const sold = await calls.payments.request(mobileDraft({ phone: '255754001201' }))
    expect(sold).toMatchObject({ ok: true })
  }, 40_000)

  it('acknowledges an older till, as the recovery code does, and an owner’s PIN does not', async () => {
    const { folder, keychain } = await rotated()
    const older = join(newFolder(), 'till.db')
    copyFileSync(join(folder, 'till.db'), older)
    const changed = await open(folder, keychain)
    await signIn(changed)
    await changed.calls.staff.add({ name: 'Asha', role: 'cashier', pin: '4711' })
    succeeded(await changed.calls.payments.request(mobileDraft({ phone: '255700000006' })))
    await changed.stop()
    copyFileSync(older, join(folder, 'till.db'))

    const again = await open(folder, keychain)
    const { till, calls } = again
    expect(till.state().staff).toMatchObject({ state: 'signed-out', people: [{ name: 'Neema' }] })
    expect(await signIn(again)).toMatchObject(right)
    expect(till.state().older).toEqual({ since: expect.any(Number) })
    for (const proof of ['guessed', owner.pin])
      expect(await calls.key.acknowledgeOlder({ proof })).toMatchObject({ code: 'proof-wrong' })
    expect(till.state().older).not.toBeNull()
    expect(await calls.key.acknowledgeOlder({ proof: apiSecret })).toMatchObject({ ok: true })
    expect(till.state().older).toBeNull()
    const actions = succeeded(await calls.auditLog.list({ before: null })).entries
    expect(actions[0]).toMatchObject({
      action: 'older-till-acknowledged',
      person: { name: 'Neema' },
    })
    // A till whose owner can be proven is not set aside from the lock screen.
    till.lock('pressed')
    expect(await calls.key.startEmpty()).toMatchObject({ code: 'action-not-possible' })
    expect(existsSync(join(folder, 'till.db'))).toBe(true)
  }, 60_000)
})

const passphrase = 'correct horse battery'
const another = 'another horse battery'

describe('a passphrase', () => {
  it('opens the till, and an owner who is signed in proves themselves with it; alone it does no more', async () => {
    const folder = newFolder()
    const first = await open(folder, null)
    const { key, staff, backup } = first.calls
    await first.calls.connection.choose({ kind: 'practice' })
    expect(await key.choosePassphrase({ passphrase, proof: '' })).toMatchObject({ ok: true })
    // Until there is a code, so that no till is without a way back.
    const made = succeeded(await key.recoveryCode({ proof: passphrase, renew: false }))
    const refused = { code: 'proof-wrong' }
    expect(await key.recoveryCode({ proof: passphrase, renew: true })).toMatchObject(refused)
    expect(await key.choosePassphrase({ passphrase: another, proof: passphrase })).toMatchObject(
      refused,
    )
    expect(await backup.save({ passphrase: '', proof: passphrase })).toMatchObject(refused)
    await staff.add(owner)
    // The first person is signed in with the PIN that was chosen just now.
    const { code } = succeeded(await key.recoveryCode({ proof: passphrase, renew: false }))
    expect(code).toBe(made.code)
    expect(await key.choosePassphrase({ passphrase: another, proof: passphrase })).toMatchObject({
      ok: true,
    })
    first.till.lock('pressed')
    expect(await staff.startOver({ proof: another })).toMatchObject(refused)
    await first.stop()

    const again = await open(folder, null)
    expect(again.till.state().staff).toMatchObject({ state: 'closed', reason: 'passphrase' })
    // The language is nobody's secret, and changes nothing that is sealed.
    const display = { language: 'sw', theme: 'dark', textSize: '100' } as const
    expect(await again.calls.settings.saveDisplay(display)).toMatchObject({ ok: true })
    expect(again.till.state().settings.display).toEqual(display)
    expect(await again.calls.key.open({ passphrase })).toMatchObject(refused)
    expect(await again.calls.key.open({ passphrase: another })).toMatchObject({ ok: true })
    expect(again.till.state().staff).toMatchObject({ state: 'signed-out' })
    expect(await again.calls.staff.startOver({ proof: made.code })).toMatchObject({ ok: true })
    expect(again.till.state().staff).toMatchObject({ state: 'none' })
  })
})

describe('a recovery code that may not have been read', () => {
  it('is shown to an owner again until there are keys: nothing else would prove the owner', async () => {
    const folder = newFolder()
    const { calls, keychain, stop } = await open(folder)
    await calls.connection.choose({ kind: 'practice' })
    await calls.staff.add(owner)
    const made = succeeded(await calls.key.recoveryCode({ renew: false }))
    expect(succeeded(await calls.key.recoveryCode({ renew: false }))).toEqual(made)
    const needed = { code: 'proof-needed', proofs: ['code'] }
    expect(await calls.backup.save({ passphrase: '' })).toMatchObject(needed)
    expect(await calls.key.printRecoveryCode({})).toMatchObject(needed)
    await stop()
    const store = storeIn(folder, keychain)
    saveKeys(store)
    store.stop()

    const again = await open(folder, keychain)
    expect(await signIn(again)).toMatchObject(right)
    for (const renew of [false, true])
      expect(await again.calls.key.recoveryCode({ renew })).toMatchObject({
        ...{ code: 'proof-needed', proofs: ['code', 'secret'] },
      })
  })

  it('is not shown to an owner of an older file, who may have been dismissed since', async () => {
    const asked = (older: typeof emptyDocument.older) => {
      const document = () => ({ ...emptyDocument, older })
      const store = { ...unprovable, document, proofs: () => ['code' as const] }
      return whyNoProof('key.recoveryCode', { proof: '' }, { store, isSignedIn: true })
    }
    expect(await asked(null)).toBeNull()
    expect(await asked({ since: null })).toMatchObject({ code: 'proof-needed' })
  })
})

const code = 'code'
const pinAndPassphrase = 'PIN and passphrase'
const pin = 'PIN'

/** What proves an owner for each call besides an API secret, and an argument with which it goes no further than that. */
const calls = {
  'connection.saveAndTest': [
    [code, pinAndPassphrase],
    {
      kind: 'production',
      address: 'no address',
      pathPrefix: 'x',
      webhookAddress: '',
      apiKey: '',
      apiSecret: '',
    },
  ],
  'connection.addAuthority': [[code, pinAndPassphrase], { kind: 'production' }],
  'connection.removeAuthorities': [[code, pinAndPassphrase], { kind: 'production' }],
  'updates.save': [[code, pinAndPassphrase], { address: '', publicKey: '' }],
  'shop.saveAndTest': [[code, pinAndPassphrase], { address: 'no address' }],
  'shop.setUp': [[code, pinAndPassphrase], { address: 'no address', shop: 'Duka', till: 'One' }],
  'shop.takePlace': [[code, pinAndPassphrase], { address: 'no address', account: 'other' }],
  'shop.takeBack': [[code, pinAndPassphrase], { address: 'no address' }],
  'key.choosePassphrase': [[code, pinAndPassphrase], { passphrase: 'short' }],
  'key.recoveryCode': [[code, pinAndPassphrase], { renew: false }],
  'key.printRecoveryCode': [[code, pinAndPassphrase], {}],
  'key.acknowledgeOlder': [[code], {}],
  'backup.save': [[code, pinAndPassphrase], { passphrase: '' }],
  'backup.beginDaily': [[code, pinAndPassphrase], { passphrase: '' }],
  'backup.restore': [[code, pinAndPassphrase], { passphrase: '' }],
  'backup.goOn': [[code, pinAndPassphrase, pin], {}],
  // Last: it signs the owner out.
  'staff.startOver': [[code], {}],
} as const satisfies Record<ProvenCall, readonly [readonly string[], object]>

describe('each call that takes an owner’s proof', () => {
  /** A till with keys, a passphrase, a recovery code, and an owner who is signed in. */
  async function owned() {
    const folder = newFolder()
    const store = storeIn(folder, null)
    await store.choosePassphrase(passphrase)
    saveKeys(store)
    const recoveryCode = store.newRecoveryCode(store.entry('recovery-code-made', null))
    store.stop()
    const { calls: ask } = await open(folder, null)
    expect(await ask.key.open({ passphrase })).toMatchObject({ ok: true })
    expect(await ask.staff.add(owner)).toMatchObject({ ok: true })
    return { ask, recoveryCode }
  }

  it('is refused to a PIN alone, and the error names what proves', async () => {
    const { ask, recoveryCode } = await owned()
    type Table = Record<string, Record<string, (argument: object) => Promise<Result<unknown>>>>
    // Sound: each name is one of the contract, with an argument that its schema takes.
    const table = ask as unknown as Table
    for (const [name, [enough, argument]] of Object.entries(calls)) {
      const [group = '', call = ''] = name.split('.')
      const make = (proof?: string) => {
        const made = table[group]?.[call] ?? expect.fail(`${name} is no call`)
        return made({ ...argument, ...(proof !== undefined && { proof }) })
      }
      const isProven = async (proof?: string) => {
        const answered = await make(proof)
        return answered.ok || !answered.code.startsWith('proof-')
      }
      const what: readonly string[] = enough
      expect([name, await isProven()]).toEqual([name, what.includes(pin)])
      expect([name, await isProven(owner.pin)]).toEqual([name, what.includes(pin)])
      expect([name, await isProven(passphrase)]).toEqual([name, what.includes(pinAndPassphrase)])
      if (!what.includes(pin)) {
        const proofs = what.includes(pinAndPassphrase)
          ? ['code', 'passphrase', 'secret']
          : ['code', 'secret']
        expect(await make()).toMatchObject({ code: 'proof-needed', proofs })
      }
      expect([name, await isProven(recoveryCode)]).toEqual([name, true])
    }
  }, 120_000)

  it('is asked for each change of a connection, and for none to try it again', async () => {
    const store = storeIn(newFolder(), keychainOf())
    saveKeys(store)
    const { address, pathPrefix, webhookAddress } = store.document().settings.production
    const place = { kind: 'production', address, pathPrefix, webhookAddress }
    const saved = { ...place, apiKey: '', apiSecret: '', account: null, proof: '' }
    const asked = (typed: object) =>
      whyNoProof('connection.saveAndTest', { ...saved, ...typed }, { store, isSignedIn: true })
    expect(await asked({})).toBeNull()
    const changes = [
      { address: 'https://other.example' },
      { pathPrefix: 'pay' },
      { webhookAddress: 'https://shop.example/notify' },
      { apiKey: 'another-key' },
      { apiSecret: 'another-secret' },
      { account: 'other' },
      { kind: 'sandbox' },
    ]
    for (const change of changes)
      expect([change, await asked(change)]).toMatchObject([change, { code: 'proof-needed' }])
    store.stop()
  })

  it('is not asked for the first keys: with them the owner has a proof', async () => {
    const { calls: ask } = await open(newFolder(), null)
    expect(await ask.key.choosePassphrase({ passphrase })).toMatchObject({ ok: true })
    const place = {
      kind: 'production',
      address: '',
      pathPrefix: 'pay',
      webhookAddress: '',
    } as const
    const first = { ...place, apiKey: 'a-key', apiSecret: 'a-secret' }
    expect(await ask.connection.saveAndTest(first)).toMatchObject({ code: 'address-bad' })
    const needed = { code: 'proof-needed', proofs: ['passphrase'] }
    expect(await ask.updates.save({ address: '', publicKey: '' })).toMatchObject(needed)
  })
})
