import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { saveAndTest } from '../../../../electron/main/connections/connection-saver'
import type { StillAdmitted } from '../../../../electron/main/people/access'
import { systemClock } from '../../../../electron/main/platform/clock'
import { systemRandom } from '../../../../electron/main/platform/random'
import type { TillStore } from '../../../../electron/main/store/till-store'
import { type PracticeOptions, startPracticeService } from '../../../../electron/practice'
import { mostAccountKeys } from '../../../../shared/connection'
import { failure } from '../../../../shared/ipc/result'
import type { Phase, Sale } from '../../../../shared/payment/sale'
import { applyEvent, beginSale } from '../../../../shared/payment/sale-reducer'
import { noWords } from '../../../../shared/payment/status-words'
import { directly } from '../../../support/parts'
import { eventsTo, recorded } from '../../../support/payments/sales'
import { keychainOf, passphraseStore, settingsOn, storeIn } from '../../../support/store'
import { allBytes, temporaryFolders } from '../../../support/temporary-folder'

const newFolder = temporaryFolders()
const keys = { apiKey: 'key-0001-right', apiSecret: 'secret-0001-right' }
const none = { apiKey: '', apiSecret: '' }
const webhookAddress = 'https://shop.example/hook'

async function startEndpoint(options: PracticeOptions = {}) {
  const service = await startPracticeService({ ...keys, pathPrefix: 'lipa', ...options })
  onTestFinished(() => service.stop())
  return service
}

/** A server that answers as scripted, and what it was sent. */
async function otherEnd(status: number, type: string, body: string) {
  const seen: string[] = []
  const server = createServer((request, response) => {
    seen.push(JSON.stringify(request.headers))
    response.writeHead(status, { 'content-type': type }).end(body)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, seen }
}

/** The keys in plain, which must be there. */
function savedIn(store: TillStore) {
  const kept = store.document().keys.sandbox
  if (kept === null) throw new Error('There are no keys')
  return kept
}

/** A till's settings and store, and the call as the Settings screen makes it. */
function open(
  make: (folder: string) => TillStore = folder => storeIn(folder, keychainOf()),
  sales: { open: Sale[]; unresolved: Sale[] } | null = null,
) {
  const folder = newFolder()
  let recordFails = false
  let stillAdmitted: StillAdmitted = () => null
  const store = make(folder)
  const settings = settingsOn(folder, store)
  const decided = () =>
    store.list({ before: null, limit: 50, action: 'account-decided' }).map(({ detail }) => detail)
  const save = (typed: Partial<Parameters<typeof saveAndTest>[0]>) =>
    saveAndTest(
      {
        kind: 'sandbox',
        address: '',
        pathPrefix: 'lipa',
        webhookAddress,
        account: null,
        ...keys,
        ...typed,
      },
      {
        store,
        clock: systemClock,
        random: systemRandom,
        resolveProxy: directly,
        ledger: () => sales && { open: () => sales.open, unresolved: () => sales.unresolved },
        decision(detail) {
          if (recordFails) throw new Error('the audit log is full')
          return store.entry('account-decided', null, detail)
        },
        stillAdmitted: () => stillAdmitted(),
      },
    )
  const leave = () => {
    stillAdmitted = () => failure('session-ended', '')
  }
  return { folder, settings, store, save, decided, leave, failRecord: () => (recordFails = true) }
}

it('keeps nothing where the owner left while the service was asked', async () => {
  const { address } = await startEndpoint()
  const { save, leave, settings, store } = open()
  leave()
  expect(await save({ address })).toMatchObject({ code: 'session-ended' })
  expect(settings.get().sandbox.address).toBe('')
  expect(store.document().keys.sandbox).toBeNull()
})

describe('a disk that is full while the keys are sealed', () => {
  it('leaves the connection that was there, and says what failed', async () => {
    const { address } = await startEndpoint()
    const full = () => {
      throw new Error('ENOSPC: no space left on device')
    }
    const { settings, store, save } = open()
    settings.update(all => ({
      ...all,
      sandbox: { ...all.sandbox, address: 'https://old.example', pathPrefix: 'old' },
    }))
    const before = store.document()
    store.commit = full
    await expect(save({ address, account: 'same' })).rejects.toThrow('ENOSPC')
    expect(store.document()).toEqual(before)
  })
})

describe('a connection that works', () => {
  // Proves 5 rule 3
  it('is kept, keys sealed, and becomes the one in use on a till that has none', async () => {
    const { address } = await startEndpoint()
    const { folder, settings, store, save } = open()
    expect(await save({ address })).toMatchObject({
      ok: true,
      value: { result: 'works', saved: true },
    })
    expect(settings.get()).toMatchObject({
      active: 'sandbox',
      sandbox: { address, pathPrefix: 'lipa', webhookAddress },
    })
    expect(savedIn(store)).toMatchObject(keys)
    expect(allBytes(folder).includes(keys.apiSecret)).toBe(false)
  })

  it('charges no customer', async () => {
    const { address, control } = await startEndpoint()
    await open().save({ address })
    expect(control.payments()).toEqual([])
    expect(control.requests().map(request => request.path)).toEqual([
      '/lipa/merchant/payments/status',
    ])
  })

  it('takes over from practice, and asks where a till already sells for real', async () => {
    const { address } = await startEndpoint()
    const { settings, save } = open()
    settings.update(all => ({ ...all, active: 'practice' }))
    await save({ address, kind: 'production' })
    expect(settings.get().active).toBe('production')
    await save({ address, kind: 'sandbox' })
    expect(settings.get().active).toBe('production')
  })

  it('keeps its sealed keys where the fields are left empty, one or both', async () => {
    const { address } = await startEndpoint()
    const { store, settings, save } = open()
    await save({ address })
    const again = await save({ address, ...none, webhookAddress: '' })
    expect(again).toMatchObject({ ok: true, value: { result: 'works', saved: true } })
    expect(settings.get().sandbox.webhookAddress).toBe('')
    expect((await save({ address, apiSecret: '' })).ok).toBe(true)
    expect(savedIn(store)).toMatchObject(keys)
  })

  it('keeps the words that a manager explained', async () => {
    const { address } = await startEndpoint()
    const { settings, save } = open()
    const words = { ...noWords, paid: ['processed_ok'], pending: ['processing'] }
    settings.update(all => ({ ...all, sandbox: { ...all.sandbox, words } }))
    await save({ address })
    expect(settings.get().sandbox.words).toEqual(words)
  })

  it('is kept where the account may not do this yet (403), and that is said', async () => {
    const body = JSON.stringify({
      status: 'error',
      code: 403,
      error_code: 'forbidden',
      message: 'no',
    })
    const { address } = await otherEnd(403, 'application/json', body)
    const { settings, save } = open()
    expect(await save({ address })).toMatchObject({ value: { result: 'forbidden', saved: true } })
    expect(settings.get().sandbox.address).toBe(address)
  })
})

describe('a connection that does not work replaces nothing', () => {
  async function openSaved() {
    const { address } = await startEndpoint()
    const opened = open()
    await opened.save({ address })
    const before = [opened.settings.get(), savedIn(opened.store)]
    const unchanged = () => expect([opened.settings.get(), savedIn(opened.store)]).toEqual(before)
    return { ...opened, address, unchanged }
  }

  it('with a path prefix that is not the service’s', async () => {
    const { address } = await startEndpoint()
    const { settings, save } = open()
    expect(await save({ address, pathPrefix: 'lipia' })).toMatchObject({
      ok: true,
      value: { result: 'not-this-service', saved: false },
    })
    expect(settings.get().sandbox.address).toBe('')
  })

  it('with keys that are rejected', async () => {
    const { save, address, unchanged } = await openSaved()
    const wrong = { address, apiSecret: 'another-secret-0002' }
    expect(await save(wrong)).toMatchObject({
      ok: true,
      value: { result: 'keys-rejected', saved: false },
    })
    unchanged()
  })

  it.each<[string, number, string, string]>([
    ['a web page', 200, 'text/html', '<!doctype html><title>Wi-Fi</title>'],
    ['JSON of another kind', 200, 'application/json', '{"hello":"world"}'],
    ['a page that is not found', 404, 'text/html', '<h1>Not found</h1>'],
    ['a redirect', 302, 'text/html', ''],
  ])('with %s', async (_name, status, type, body) => {
    const { save, unchanged } = await openSaved()
    const { address } = await otherEnd(status, type, body)
    expect(await save({ address })).toMatchObject({
      value: { result: 'not-this-service', saved: false },
    })
    unchanged()
  })

  it('where no service listens', async () => {
    const { save, unchanged } = await openSaved()
    const service = await startEndpoint()
    await service.stop()
    expect(await save({ address: service.address })).toMatchObject({
      value: { result: 'unreachable', detail: 'connection-refused', saved: false },
    })
    unchanged()
  })

  it.each([
    ['http://pay.example.com', 'address-not-https'],
    ['ftp://pay.example.com', 'address-not-https'],
    ['http://127.0.0.1.evil.example', 'address-not-https'],
    ['pay example', 'address-bad'],
    ['', 'address-bad'],
    ['https://user:pass@pay.example.com', 'address-bad'],
    ['https://pay.example.com/?key=1', 'address-bad'],
  ])('with the address %j, which is not tried', async (address, code) => {
    const { save, unchanged } = await openSaved()
    expect(await save({ address })).toMatchObject({ ok: false, code })
    unchanged()
  })

  // Proves 4.3 `webhook_url`
  it.each([
    ['http://shop.example/hook', 'webhook-address-bad'],
    ['not a url', 'webhook-address-bad'],
    ['https://user:pass@shop.example/hook', 'webhook-address-bad'],
    ['https://localhost/hook', 'webhook-address-here'],
    ['https://127.0.0.2/hook', 'webhook-address-here'],
    ['http://[::1]:8080/hook', 'webhook-address-here'],
    ['https://0.0.0.0/hook', 'webhook-address-here'],
  ])('with the webhook address %j', async (hook, code) => {
    const { save, address, unchanged } = await openSaved()
    expect(await save({ address, webhookAddress: hook })).toMatchObject({ ok: false, code })
    unchanged()
  })
})

describe('sealed keys', () => {
  it('are needed where none were ever typed', async () => {
    const { address, control } = await startEndpoint()
    const { save } = open()
    for (const typed of [none, { apiKey: '' }, { apiSecret: '' }])
      expect(await save({ address, ...typed })).toMatchObject({ ok: false, code: 'keys-needed' })
    expect(control.requests()).toEqual([])
  })

  it('are never sent to an address that they were not saved for', async () => {
    const { address } = await startEndpoint()
    const { save } = open()
    await save({ address })
    const thief = await otherEnd(200, 'application/json', '{}')
    for (const typed of [
      none,
      { apiKey: 'mine-0001', apiSecret: '' },
      { apiKey: '', apiSecret: 'mine-0001' },
    ])
      expect(await save({ address: thief.address, ...typed })).toMatchObject({
        ok: false,
        code: 'keys-needed',
      })
    expect(await save({ address: thief.address, ...none, kind: 'production' })).toMatchObject({
      code: 'keys-needed',
    })
    expect(thief.seen.join()).not.toContain('0001-right')
  })

  it('wait for the passphrase, before anything is tried', async () => {
    const { address, control } = await startEndpoint()
    const { save } = open(folder => storeIn(folder, null))
    expect(await save({ address })).toMatchObject({ ok: false, code: 'passphrase-needed' })
    expect(control.requests()).toEqual([])
  })

  it('are kept behind a passphrase that was given', async () => {
    const { address } = await startEndpoint()
    const folder = newFolder()
    const store = await passphraseStore(folder)
    const { save } = open(() => store)
    expect(await save({ address })).toMatchObject({ ok: true, value: { saved: true } })
    expect(savedIn(store)).toMatchObject(keys)
  })
})

describe('the account behind the keys (money rule 3)', () => {
  const newKey = 'key-0002-right'

  it('is the same while the API key and the place are, whatever the secret', async () => {
    const { address, control } = await startEndpoint()
    const { settings, save } = open()
    await save({ address })
    const { account } = settings.get().sandbox
    expect(account).not.toBe('')
    expect(await save({ address, ...none, webhookAddress: '' })).toMatchObject({ ok: true })
    expect(settings.get().sandbox.account).toBe(account)
    expect(control.requests().length).toBeGreaterThan(0)
  })

  it('is asked where another API key works, and nothing is kept until it is said', async () => {
    const { address } = await startEndpoint()
    const other = await startEndpoint({ apiKey: newKey })
    const { settings, store, save } = open()
    await save({ address })
    const before = settings.get()
    const elsewhere = { address: other.address, apiKey: newKey }
    expect(await save(elsewhere)).toMatchObject({ ok: false, code: 'account-unsaid' })
    expect(settings.get()).toEqual(before)
    expect(savedIn(store)).toMatchObject(keys)
    await save({ ...elsewhere, account: 'same' })
    expect(settings.get().sandbox).toMatchObject({
      address: other.address,
      account: before.sandbox.account,
    })
    expect(savedIn(store).apiKey).toBe(newKey)
  })

  it('is known again of keys that were used before, without asking (money rule 8)', async () => {
    const { address } = await startEndpoint()
    const other = await startEndpoint({ apiKey: newKey })
    const { settings, save } = open()
    await save({ address })
    const first = settings.get().sandbox.account
    // As an update finds it: these keys were saved before their account was remembered.
    settings.update(all => ({ ...all, sandbox: { ...all.sandbox, accountKeys: [] } }))
    const theirs = { address: other.address, apiKey: newKey }
    await save({ ...theirs, account: 'other' })
    const second = settings.get().sandbox.account
    expect(second).not.toBe(first)
    for (const [typed, account] of [
      [{ address }, first],
      [theirs, second],
      [{ address }, first],
    ] as const) {
      expect(await save(typed)).toMatchObject({ ok: true, value: { saved: true } })
      expect(settings.get().sandbox.account).toBe(account)
    }
    const written = JSON.stringify(settings.get())
    for (const key of [keys.apiKey, newKey]) expect(written).not.toContain(key)
  })

  it('is asked of known keys at another place, and remembered of so many only', async () => {
    const { address } = await startEndpoint()
    const moved = await startEndpoint()
    const { settings, save } = open()
    await save({ address })
    expect(await save({ address: moved.address })).toMatchObject({ code: 'account-unsaid' })
    const used = Array.from({ length: mostAccountKeys }, (_, index) => ({
      fingerprint: String(index).padStart(32, '0'),
      account: `account-${index}`,
    }))
    settings.update(all => ({ ...all, sandbox: { ...all.sandbox, accountKeys: used } }))
    await save({ address })
    const { account, accountKeys } = settings.get().sandbox
    expect(accountKeys).toHaveLength(mostAccountKeys)
    expect(accountKeys[0]?.account).toBe(account)
    expect(accountKeys.at(-1)).toEqual(used.at(-2))
  })

  it('is another one where a person says so, with keys that look the same too', async () => {
    const { address } = await startEndpoint()
    const { settings, save } = open()
    await save({ address })
    const { account } = settings.get().sandbox
    await save({ address, account: 'other' })
    expect(settings.get().sandbox.account).not.toBe(account)
  })

  it('stays the one without a name, of keys from before accounts were kept', async () => {
    const { address } = await startEndpoint()
    const { settings, save } = open()
    await save({ address })
    // As an update finds it: sales have gone with these keys, and as the account ''.
    settings.update(all => ({ ...all, sandbox: { ...all.sandbox, account: '' } }))
    expect(await save({ address, ...none, webhookAddress: '' })).toMatchObject({ ok: true })
    expect(settings.get().sandbox.account).toBe('')
    await save({ address, account: 'other' })
    expect(settings.get().sandbox.account).not.toBe('')
  })

  it('is not asked of an address that does not work', async () => {
    const { address } = await startEndpoint()
    const { save } = open()
    await save({ address })
    const wrong = await otherEnd(200, 'text/html', '<html>')
    expect(await save({ address: wrong.address })).toMatchObject({
      ok: true,
      value: { saved: false },
    })
  })
})

describe('the question whose the new keys are (money rule 3)', () => {
  const newKey = 'key-0002-right'

  /** A sale in this phase, sent with this account. */
  const sale = (phase: Phase, account: string): Sale => ({
    ...eventsTo(phase).reduce(applyEvent, beginSale('sale', recorded())),
    account,
  })

  async function openAsked(sales: Parameters<typeof open>[1] = null) {
    const first = await startEndpoint()
    const second = await startEndpoint({ apiKey: newKey })
    const till = open(undefined, sales)
    await till.save({ address: first.address })
    const typed = { address: second.address, apiKey: newKey }
    return { ...till, first: first.address, second: second.address, typed }
  }

  it('tells the ends of both keys, both addresses and when the earlier ones were saved', async () => {
    const { save, typed, first, second } = await openAsked()
    const asked = await save(typed)
    expect(asked).toMatchObject({
      code: 'account-unsaid',
      accounts: {
        before: { address: first, keyEnding: 'ight', savedAt: expect.any(Number) },
        now: { address: second, keyEnding: 'ight' },
        waiting: null,
      },
    })
    for (const secret of [keys.apiKey, keys.apiSecret, newKey])
      expect(JSON.stringify(asked)).not.toContain(secret)
  })

  it('shows nothing of a key that is too short to have an ending', async () => {
    const other = await startEndpoint({ apiKey: 'short-01' })
    const { save } = await openAsked()
    expect(await save({ address: other.address, apiKey: 'short-01' })).toMatchObject({
      accounts: { now: { keyEnding: '••••' } },
    })
  })

  it('counts the payments of the earlier account that have no result yet', async () => {
    const sales = { open: [] as Sale[], unresolved: [] as Sale[] }
    const { save, typed, settings } = await openAsked(sales)
    const { account } = settings.get().sandbox
    sales.open = [
      sale('pending', account),
      sale('unknown', account),
      // Never sent: it goes out with the new keys, no matter whose they are.
      sale('ready', account),
      sale('held', account),
      sale('pending', 'a third account'),
    ]
    sales.unresolved = [sale('expired', account), sale('settled', account)]
    expect(await save(typed)).toMatchObject({ accounts: { waiting: 3 } })
  })

  it.each(['same', 'other'] as const)(
    'is in the audit log once it is answered: %s',
    async account => {
      const { save, typed, decided, first, second } = await openAsked({ open: [], unresolved: [] })
      await save(typed)
      expect(decided()).toEqual([])
      expect(await save({ ...typed, account })).toMatchObject({ value: { saved: true } })
      expect(decided()).toEqual([
        {
          kind: 'sandbox',
          account,
          keyBefore: 'ight',
          keyNow: 'ight',
          addressBefore: first,
          address: second,
          waiting: 0,
        },
      ])
    },
  )

  it('is not answered where the audit log cannot be written: nothing is saved', async () => {
    const { save, typed, settings, failRecord, store } = await openAsked()
    const before = settings.get()
    failRecord()
    await expect(save({ ...typed, account: 'same' })).rejects.toThrow('the audit log is full')
    expect(settings.get()).toEqual(before)
    expect(savedIn(store)).toMatchObject(keys)
  })

  it('does not arise for the first keys, whatever a window says', async () => {
    const { address } = await startEndpoint()
    const { save, decided } = open()
    expect(await save({ address, account: 'same' })).toMatchObject({ value: { saved: true } })
    expect(decided()).toEqual([])
  })

  it('is not in the audit log where the service did not take the keys', async () => {
    const { save, typed, decided } = await openAsked()
    const wrong = { ...typed, apiSecret: 'not-this-secret', account: 'same' } as const
    expect(await save(wrong)).toMatchObject({ value: { saved: false } })
    expect(decided()).toEqual([])
  })
})
