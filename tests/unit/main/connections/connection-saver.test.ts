import { describe, expect, it, onTestFinished } from 'vitest'
import { saveAndTest } from '../../../../electron/main/connections/connection-saver'
import { systemClock } from '../../../../electron/main/platform/clock'
import { systemRandom } from '../../../../electron/main/platform/random'
import type { TillStore } from '../../../../electron/main/store/till-store'
import { type ConnectionSettings, mostAccountKeys } from '../../../../shared/connection'
import type { StillAdmitted } from '../../../../shared/ipc/handlers'
import { failure } from '../../../../shared/ipc/result'
import type { Payment, Phase } from '../../../../shared/payment/payment'
import { applyEvent, beginPayment } from '../../../../shared/payment/reducer'
import { noWords } from '../../../../shared/payment/status-words'
import { directly } from '../../../support/parts'
import { eventsTo, recorded } from '../../../support/payments/payments'
import { type PracticeOptions, startPracticeService } from '../../../support/practice/start'
import { errorBody } from '../../../support/service/answers'
import { json, page, startHttpService } from '../../../support/service/loopback-service'
import { keychainOf, passphraseStore, settingsOn, storeIn } from '../../../support/store'
import { allBytes, temporaryFolders } from '../../../support/temporary-folder'

const newFolder = temporaryFolders()
const keys = { apiKey: 'key-0001-right', apiSecret: 'secret-0001-right' }
const none = { apiKey: '', apiSecret: '' }
const newKey = 'key-0002-right'
const webhookAddress = 'https://shop.example/hook'
const works = { ok: true, value: { result: 'works', saved: true } }
const unsaid = { ok: false, code: 'account-unsaid' }

async function startEndpoint(options: PracticeOptions = {}) {
  const service = await startPracticeService({ ...keys, pathPrefix: 'lipa', ...options })
  onTestFinished(() => service.stop())
  return service
}

/** A till's settings and store, the call as the Settings screen makes it, and a service that takes the keys. */
async function open(
  store: (folder: string) => TillStore | Promise<TillStore> = folder =>
    storeIn(folder, keychainOf()),
  payments: { open: Payment[]; unresolved: Payment[] } | null = null,
) {
  const { address, control } = await startEndpoint()
  const folder = newFolder()
  let recordFails = false
  let stillAdmitted: StillAdmitted = () => null
  const made = await store(folder)
  const settings = settingsOn(folder, made)
  const decided = () =>
    made.list({ before: null, limit: 50, action: 'account-decided' }).map(({ detail }) => detail)
  const save = (typed: Partial<Parameters<typeof saveAndTest>[0]> = {}) =>
    saveAndTest(
      {
        ...{ kind: 'sandbox', address, pathPrefix: 'lipa', webhookAddress, account: null },
        ...keys,
        ...typed,
      },
      {
        store: made,
        clock: systemClock,
        random: systemRandom,
        resolveProxy: directly,
        ledger: () => payments && { open: () => payments.open, toDos: () => payments.unresolved },
        decision(detail) {
          if (recordFails) throw new Error('the audit log is full')
          return made.entry('account-decided', null, detail)
        },
        stillAdmitted: () => stillAdmitted(),
      },
    )
  return {
    ...{ address, control, folder, settings, store: made, save, decided },
    change: (sandbox: Partial<ConnectionSettings>) =>
      settings.update(all => ({ ...all, sandbox: { ...all.sandbox, ...sandbox } })),
    sandbox: () => settings.get().sandbox,
    savedKeys: () => made.document().keys.sandbox,
    leave() {
      stillAdmitted = () => failure('session-ended', '')
    },
    failRecord() {
      recordFails = true
    },
  }
}

/** The same after its connection was saved; `unchanged` checks that nothing was saved since. */
async function openSaved(payments: Parameters<typeof open>[1] = null) {
  const opened = await open(undefined, payments)
  expect(await opened.save()).toMatchObject(works)
  const now = () => [opened.settings.get(), opened.savedKeys()]
  const before = now()
  return { ...opened, unchanged: () => expect(now()).toEqual(before) }
}

it('keeps nothing where the owner left while the service was asked', async () => {
  const { save, leave, sandbox, savedKeys } = await open()
  leave()
  expect(await save()).toMatchObject({ code: 'session-ended' })
  expect(sandbox().address).toBe('')
  expect(savedKeys()).toBeNull()
})

it('leaves the connection that was there where the disk is full, and says what failed', async () => {
  const { store, save, change } = await open()
  change({ address: 'https://old.example', pathPrefix: 'old' })
  const before = store.document()
  store.commit = () => {
    throw new Error('ENOSPC: no space left on device')
  }
  await expect(save({ account: 'same' })).rejects.toThrow('ENOSPC')
  expect(store.document()).toEqual(before)
})

describe('a connection that works', () => {
  // Proves 5 rule 3
  it('is kept, keys sealed, and becomes the one in use on a till that has none', async () => {
    const { address, folder, settings, savedKeys, save } = await open()
    expect(await save()).toMatchObject(works)
    const sandbox = { address, pathPrefix: 'lipa', webhookAddress }
    expect(settings.get()).toMatchObject({ active: 'sandbox', sandbox })
    expect(savedKeys()).toMatchObject(keys)
    expect(allBytes(folder).includes(keys.apiSecret)).toBe(false)
  })

  it('charges no customer', async () => {
    const { control } = await openSaved()
    expect(control.payments()).toEqual([])
    const paths = control.requests().map(({ path }) => path)
    expect(paths).toEqual(['/lipa/merchant/payments/status'])
  })

  it('takes over from practice, and asks where a till already sells for real', async () => {
    const { settings, save } = await open()
    settings.update(all => ({ ...all, active: 'practice' }))
    for (const kind of ['production', 'sandbox'] as const) {
      await save({ kind })
      expect(settings.get().active).toBe('production')
    }
  })

  it('keeps its sealed keys where the fields are left empty, one or both', async () => {
    const { savedKeys, sandbox, save } = await openSaved()
    expect(await save({ ...none, webhookAddress: '' })).toMatchObject(works)
    expect(sandbox().webhookAddress).toBe('')
    expect(await save({ apiSecret: '' })).toMatchObject(works)
    expect(savedKeys()).toMatchObject(keys)
  })

  it('keeps the words that a manager explained', async () => {
    const { sandbox, change, save } = await open()
    const words = { ...noWords, paid: ['processed_ok'], pending: ['processing'] }
    change({ words })
    await save()
    expect(sandbox().words).toEqual(words)
  })

  it('is kept where the account may not do this yet (403), and that is said', async () => {
    const { address } = await startHttpService(json(403, errorBody(403, 'forbidden', 'no')))
    const { sandbox, save } = await open()
    expect(await save({ address })).toMatchObject({ value: { result: 'forbidden', saved: true } })
    expect(sandbox().address).toBe(address)
  })
})

describe('a connection that does not work replaces nothing', () => {
  it.each([
    ['a path prefix that is not the service’s', { pathPrefix: 'lipia' }, 'not-this-service', ''],
    ['keys that are rejected', { apiSecret: 'another-secret-0002' }, 'keys-rejected', ''],
    [
      'an address where no service listens',
      { address: 'http://127.0.0.1:1' },
      'unreachable',
      'connection-refused',
    ],
  ])('with %s', async (_what, typed, result, detail) => {
    const { save, unchanged } = await openSaved()
    const value = { result, saved: false, detail: expect.stringContaining(detail) }
    expect(await save(typed)).toMatchObject({ ok: true, value })
    unchanged()
  })

  it.each([
    ['http://pay.example.com', 'address-not-https'],
    ['pay example', 'address-bad'],
    ['', 'address-bad'],
    ['https://user:pass@pay.example.com', 'address-bad'],
  ])('with the address %j, which is not tried', async (address, code) => {
    const { save, unchanged } = await openSaved()
    expect(await save({ address })).toMatchObject({ ok: false, code })
    unchanged()
  })

  // Proves 4.3 `webhook_url`
  it.each([
    ['http://shop.example/hook', 'webhook-address-bad'],
    ['https://user:pass@shop.example/hook', 'webhook-address-bad'],
    ['https://localhost/hook', 'webhook-address-here'],
  ])('with the webhook address %j', async (hook, code) => {
    const { save, unchanged } = await openSaved()
    expect(await save({ webhookAddress: hook })).toMatchObject({ ok: false, code })
    unchanged()
  })
})

describe('sealed keys', () => {
  const needed = { ok: false, code: 'keys-needed' }

  it('are needed where none were ever typed', async () => {
    const { control, save } = await open()
    for (const typed of [none, { apiKey: '' }, { apiSecret: '' }])
      expect(await save(typed)).toMatchObject(needed)
    expect(control.requests()).toEqual([])
  })

  it('are never sent to an address that they were not saved for', async () => {
    const { save } = await openSaved()
    const { address, seen } = await startHttpService(json(200, {}))
    const mine = { apiKey: 'mine-0001', apiSecret: 'mine-0001' }
    for (const typed of [none, { ...mine, apiSecret: '' }, { ...mine, apiKey: '' }])
      expect(await save({ address, ...typed })).toMatchObject(needed)
    expect(await save({ address, ...none, kind: 'production' })).toMatchObject(needed)
    expect(JSON.stringify(seen)).not.toContain('0001-right')
  })

  it('wait for the passphrase, before anything is tried', async () => {
    const { control, save } = await open(folder => storeIn(folder, null))
    expect(await save()).toMatchObject({ ok: false, code: 'passphrase-needed' })
    expect(control.requests()).toEqual([])
  })

  it('are kept behind a passphrase that was given', async () => {
    const { save, savedKeys } = await open(passphraseStore)
    expect(await save()).toMatchObject(works)
    expect(savedKeys()).toMatchObject(keys)
  })
})

describe('the account behind the keys (money rule 3)', () => {
  it('is the same while the API key and the place are, whatever the secret', async () => {
    const { sandbox, save } = await openSaved()
    const { account } = sandbox()
    expect(account).not.toBe('')
    expect(await save({ ...none, webhookAddress: '' })).toMatchObject(works)
    expect(sandbox().account).toBe(account)
  })

  it('is asked where another API key works, and nothing is kept until it is said', async () => {
    const { address } = await startEndpoint({ apiKey: newKey })
    const { sandbox, savedKeys, save, unchanged } = await openSaved()
    const { account } = sandbox()
    expect(await save({ address, apiKey: newKey })).toMatchObject(unsaid)
    unchanged()
    await save({ address, apiKey: newKey, account: 'same' })
    expect(sandbox()).toMatchObject({ address, account })
    expect(savedKeys()?.apiKey).toBe(newKey)
  })

  it('is known again of keys that were used before, without asking (money rule 8)', async () => {
    const { address } = await startEndpoint({ apiKey: newKey })
    const { settings, sandbox, change, save } = await openSaved()
    const first = sandbox().account
    // As an update finds it: these keys were saved before their account was remembered.
    change({ accountKeys: [] })
    const theirs = { address, apiKey: newKey }
    await save({ ...theirs, account: 'other' })
    const second = sandbox().account
    expect(second).not.toBe(first)
    for (const [typed, account] of [
      [{}, first],
      [theirs, second],
      [{}, first],
    ] as const) {
      expect(await save(typed)).toMatchObject(works)
      expect(sandbox().account).toBe(account)
    }
    const written = JSON.stringify(settings.get())
    for (const key of [keys.apiKey, newKey]) expect(written).not.toContain(key)
  })

  it('is asked of known keys at another place, and remembered of so many only', async () => {
    const moved = await startEndpoint()
    const { sandbox, change, save } = await openSaved()
    expect(await save({ address: moved.address })).toMatchObject(unsaid)
    const used = Array.from({ length: mostAccountKeys }, (_, index) => ({
      fingerprint: String(index).padStart(32, '0'),
      account: `account-${index}`,
    }))
    change({ accountKeys: used })
    await save()
    const { account, accountKeys } = sandbox()
    expect(accountKeys).toHaveLength(mostAccountKeys)
    expect(accountKeys[0]?.account).toBe(account)
    expect(accountKeys.at(-1)).toEqual(used.at(-2))
  })

  it('is another one where a person says so, with keys that look the same too', async () => {
    const { sandbox, save } = await openSaved()
    const { account } = sandbox()
    await save({ account: 'other' })
    expect(sandbox().account).not.toBe(account)
  })

  it('stays the one without a name, of keys from before accounts were kept', async () => {
    const { sandbox, change, save } = await openSaved()
    // As an update finds it: payments have gone with these keys, and as the account ''.
    change({ account: '' })
    expect(await save({ ...none, webhookAddress: '' })).toMatchObject(works)
    expect(sandbox().account).toBe('')
    await save({ account: 'other' })
    expect(sandbox().account).not.toBe('')
  })

  it('is not asked of an address that does not work', async () => {
    const { save, unchanged } = await openSaved()
    const { address } = await startHttpService(page(200, 'text/html', '<html>'))
    const value = { result: 'not-this-service', saved: false }
    expect(await save({ address })).toMatchObject({ ok: true, value })
    unchanged()
  })
})

describe('the question whose the new keys are (money rule 3)', () => {
  /** A payment in this phase, sent with this account. */
  const payment = (phase: Phase, account: string): Payment => ({
    ...eventsTo(phase).reduce(applyEvent, beginPayment('payment', recorded())),
    account,
  })

  async function openAsked(payments: Parameters<typeof open>[1] = null) {
    const second = await startEndpoint({ apiKey: newKey })
    const typed = { address: second.address, apiKey: newKey }
    return { ...(await openSaved(payments)), typed }
  }

  it('tells the ends of both keys, both addresses and when the earlier ones were saved', async () => {
    const { save, typed, address } = await openAsked()
    const asked = await save(typed)
    expect(asked).toMatchObject({
      ...unsaid,
      accounts: {
        before: { address, keyEnding: 'ight', savedAt: expect.any(Number) },
        now: { address: typed.address, keyEnding: 'ight' },
        waiting: null,
      },
    })
    for (const secret of [keys.apiKey, keys.apiSecret, newKey])
      expect(JSON.stringify(asked)).not.toContain(secret)
  })

  it('shows nothing of a key that is too short to have an ending', async () => {
    const apiKey = 'short-01'
    const { address } = await startEndpoint({ apiKey })
    const { save } = await openSaved()
    const now = { keyEnding: '••••' }
    expect(await save({ address, apiKey })).toMatchObject({ accounts: { now } })
  })

  it('counts the payments of the earlier account that have no result yet', async () => {
    const payments = { open: [] as Payment[], unresolved: [] as Payment[] }
    const { save, typed, sandbox } = await openAsked(payments)
    const { account } = sandbox()
    payments.open = [
      payment('pending', account),
      payment('unknown', account),
      // Never sent: it goes out with the new keys, no matter whose they are.
      payment('ready', account),
      payment('held', account),
      payment('pending', 'a third account'),
    ]
    payments.unresolved = [payment('expired', account), payment('settled', account)]
    expect(await save(typed)).toMatchObject({ accounts: { waiting: 3 } })
  })

  it.each(['same', 'other'] as const)(
    'is in the audit log once it is answered: %s',
    async account => {
      const { save, typed, decided, address } = await openAsked({ open: [], unresolved: [] })
      await save(typed)
      expect(decided()).toEqual([])
      expect(await save({ ...typed, account })).toMatchObject(works)
      const keyEndings = { keyBefore: 'ight', keyNow: 'ight' }
      const addresses = { addressBefore: address, address: typed.address }
      expect(decided()).toEqual([
        { kind: 'sandbox', account, ...keyEndings, ...addresses, waiting: 0 },
      ])
    },
  )

  it('is not answered where the audit log cannot be written: nothing is saved', async () => {
    const { save, typed, failRecord, unchanged } = await openAsked()
    failRecord()
    await expect(save({ ...typed, account: 'same' })).rejects.toThrow('the audit log is full')
    unchanged()
  })

  it('does not arise for the first keys, whatever a window says', async () => {
    const { save, decided } = await open()
    expect(await save({ account: 'same' })).toMatchObject(works)
    expect(decided()).toEqual([])
  })

  it('is not in the audit log where the service did not take the keys', async () => {
    const { save, typed, decided } = await openAsked()
    const wrong = { ...typed, apiSecret: 'not-this-secret', account: 'same' } as const
    expect(await save(wrong)).toMatchObject({ value: { saved: false } })
    expect(decided()).toEqual([])
  })
})
