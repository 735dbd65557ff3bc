import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { ConnectionManager } from '../../../../../electron/main/connections/connection-manager'
import { createWithEngine } from '../../../../../electron/main/connections/with-engine'
import { createHandlers } from '../../../../../electron/main/ipc/handlers'
import type { Handlers } from '../../../../../electron/main/ipc/register'
import { CustomerDisplay } from '../../../../../electron/main/outputs/customer-display/customer-display'
import { Exporter } from '../../../../../electron/main/outputs/exports/exporter'
import { systemRandom } from '../../../../../electron/main/platform/random'
import type { ClosingView } from '../../../../../shared/day/closing-page'
import { failure, success } from '../../../../../shared/ipc/result'
import type { TillState } from '../../../../../shared/ipc/till-state'
import { everySale } from '../../../../../shared/payment/sales-filter'
import { joinWords, meaningOf, noWords } from '../../../../../shared/payment/status-words'
import type { Settings } from '../../../../../shared/settings'
import { take } from '../../../../support/day-sales'
import { directly, noShop, unwatched } from '../../../../support/parts'
import { accepted, read, refused } from '../../../../support/payments/answers'
import { openEngine } from '../../../../support/payments/engine'
import { mobileDraft } from '../../../../support/payments/sales'
import { fakePrinter, papersOn, receiptServiceOn } from '../../../../support/printing'
import { succeeded, workFailedInto } from '../../../../support/results'
import { staffIn } from '../../../../support/staff'
import { keychainOf, settingsOn, storeIn } from '../../../../support/store'
import { temporaryFolders } from '../../../../support/temporary-folder'

const newFolder = temporaryFolders()

/** The real handlers on a real engine, behind a connection manager that a test can close. */
function open() {
  const { folder, ledger, client, clock, engine, settings: current } = openEngine()
  const store = storeIn(folder, keychainOf())
  const settings = settingsOn(folder, store)
  settings.update(all => ({ ...all, active: 'practice' }))
  const faults: unknown[] = []
  const reopened: Settings['active'][] = []
  const shown: { open: boolean } = { open: true }
  const connections: Pick<ConnectionManager, keyof ConnectionManager> = {
    stage: () => ({ name: shown.open ? 'selling' : 'locked' }),
    engine: () => (shown.open ? engine : null),
    recovery: () => ({ tryingAlone: false, interrupted: [], readBack: null }),
    replaced: () => undefined,
    putInPlace: async () => failure('ledger-not-empty', ''),
    acknowledge: () => undefined,
    exportReadable: async () => failure('action-not-possible', ''),
    quarantine: async () => failure('action-not-possible', ''),
    reopen: async () => {
      reopened.push(settings.get().active)
    },
    choose: async how => {
      const before = settings.get().active
      settings.update(how)
      if (settings.get().active !== before) await connections.reopen()
      return success(null)
    },
    fault: error => faults.push(error),
    workFailed: workFailedInto(faults),
    close: async () => undefined,
  }
  const acknowledged: string[] = []
  const customer = new CustomerDisplay({
    clock,
    settings: () => settings.get(),
    facts: () =>
      shown.open ? { serviceClockOffset: 0, account: 'practice', promptLifetimeMs: 180_000 } : null,
    changed: () => undefined,
  })
  const printer = fakePrinter()
  const receipts = receiptServiceOn({
    withEngine: createWithEngine(connections),
    settings,
    clock,
    printer,
    folder,
  })
  const exporter = new Exporter({
    folder: newFolder(),
    clock,
    language: () => 'en' as const,
    showItemInFolder: () => undefined,
  })
  const { staff, auditLog } = staffIn(folder, { clock, store })
  const notifier = {
    saleChanged: () => undefined,
    takeUp: () => [],
    acknowledge: (saleId: string) => void acknowledged.push(saleId),
  }
  const handlers = createHandlers({
    computer: {
      clock,
      random: systemRandom,
      dataFolder: folder,
      exportFolder: join(folder, 'exports'),
      restart: () => undefined,
      copyText: () => undefined,
      resolveProxy: directly,
      chooseCertificateFile: async () => null,
    },
    outputs: {
      customer,
      exporter,
      notifier,
      supportFile: {
        collect: () => [],
        save: async () => success('support.zip'),
        showInFolder: () => success(null),
      },
      receipts,
      papers: papersOn(fakePrinter<ClosingView>(), settings, clock),
    },
    practiceOrigin: () => null,
    connections,
    settings,
    staff,
    auditLog,
    integrity: unwatched,
    shop: noShop,
    backups: {
      view: () => ({ folder: null, lastAt: null, failingSince: null }),
      save: async () => success(null),
      beginDaily: async () => success(null),
      endDaily: () => success(null),
      showInFolder: () => success(null),
      choose: async () => success(null),
      inspect: async () => failure('backup-not-read', ''),
      restore: async () => success(null),
      cancel: async () => success(null),
      start: () => undefined,
      stop: () => undefined,
    },
    updates: {
      view: () => ({ address: '', publicKey: '', status: { name: 'off' } }),
      save: () => success(null),
      check: async () => success(null),
      choose: async () => success(null),
      showInFolder: () => success(null),
      saleChanged: () => undefined,
      start: () => undefined,
      stop: () => undefined,
      toInstall: () => null,
    },
    store,
    view: () => ({ version: '0' }) as TillState,
    changed: () => undefined,
    openOutside: async () => undefined,
  })
  return {
    handlers,
    settings,
    ledger,
    client,
    clock,
    faults,
    shown,
    engine,
    auditLog,
    reopened,
    acknowledged,
    current,
  }
}

/** Sells to a new number, and waits for the result. */
async function sold({ handlers, clock }: ReturnType<typeof open>, phone: string, changes = {}) {
  const asked = succeeded(await handlers.sales.request(mobileDraft({ phone, ...changes })))
  await clock.pass(3_000)
  return asked.id
}

describe('calls while the till does not sell', () => {
  const saleId = '0192f000-0000-7000-8000-000000000001'
  type SaleCall = Exclude<
    keyof Handlers['sales'],
    | 'request'
    | 'recent'
    | 'checkAll'
    | 'lookUp'
    | 'sendAgain'
    | 'resolve'
    | 'classifyStatus'
    | 'recordRefund'
  >
  const plain: SaleCall[] = [
    'history',
    'withdraw',
    'sendNow',
    'tryAgain',
    'tryAgainLate',
    'stop',
    'checkNow',
    'stopWaiting',
    'handOver',
  ]

  it('are refused, and nothing happens', async () => {
    const { handlers, shown, ledger, client } = open()
    shown.open = false
    const { sales, search, exports, practice, customer, receipts } = handlers
    const answers = await Promise.all([
      sales.request(mobileDraft()),
      sales.recent(undefined),
      sales.checkAll(undefined),
      search.find({ filter: everySale, before: null, limit: 50 }),
      exports.sales({ filter: everySale }),
      exports.history({ saleId }),
      sales.resolve({ saleId, status: '', reason: 'because', how: 'other' }),
      sales.classifyStatus({ saleId, status: 'processed_ok', meaning: 'paid' }),
      sales.sendAgain({ saleId, draftId: saleId }),
      sales.recordRefund({ saleId, how: 'cash', reason: 'brought back' }),
      practice.openCheckout({ saleId }),
      customer.showSale({ saleId }),
      receipts.print({ saleId }),
      receipts.savePdf({ saleId }),
      ...plain.map(name => sales[name]({ saleId, by: 'sms' })),
    ])
    for (const each of answers) expect(each).toMatchObject({ ok: false, code: 'not-selling' })
    expect(ledger.recent(1)).toEqual([])
    expect(client.calls).toEqual([])
  })

  it('about a sale that is not there say so', async () => {
    const { sales, practice, receipts } = open().handlers
    const answers = await Promise.all([
      ...plain.map(name => sales[name]({ saleId, by: 'sms' })),
      sales.classifyStatus({ saleId, status: 'processed_ok', meaning: 'paid' }),
      sales.sendAgain({ saleId, draftId: saleId }),
      practice.openCheckout({ saleId }),
      receipts.print({ saleId }),
      receipts.savePdf({ saleId }),
    ])
    for (const each of answers) expect(each).toMatchObject({ ok: false, code: 'no-such-sale' })
  })
})

describe('the sale in front of the customer', () => {
  const scene = async ({ handlers }: ReturnType<typeof open>) => {
    const shown = await handlers.customer.view(undefined)
    return shown.ok ? shown.value.scene.name : expect.fail(shown.message)
  }

  it('is the one that the cashier opened, until they leave it', async () => {
    const opened = open()
    opened.client.creates.push('hang')
    const saleId = await sold(opened, '0754001212')
    expect(await scene(opened)).toBe('idle')
    expect(await opened.handlers.customer.showSale({ saleId })).toEqual({ ok: true, value: null })
    expect(await scene(opened)).toBe('moment')
    await opened.handlers.customer.showSale({ saleId: null })
    expect(await scene(opened)).toBe('idle')
  })

  it('is none once another was asked for that is not there, or the till stopped selling', async () => {
    const opened = open()
    const { handlers, client, shown } = opened
    client.creates.push('hang')
    const saleId = await sold(opened, '0754001212')
    await handlers.customer.showSale({ saleId })
    const stranger = '0192f000-0000-7000-8000-000000000001'
    expect(await handlers.customer.showSale({ saleId: stranger })).toMatchObject({
      code: 'no-such-sale',
    })
    expect(await scene(opened)).toBe('idle')
    await handlers.customer.showSale({ saleId })
    shown.open = false
    expect(await scene(opened)).toBe('idle')
    await handlers.customer.showSale({ saleId })
    shown.open = true
    expect(await scene(opened)).toBe('idle')
  })
})

describe('a ledger that fails', () => {
  it('stops selling, visibly, and the call says so', async () => {
    const { handlers, ledger, faults } = open()
    const broken = new Error('disk')
    ledger.recent = () => {
      throw broken
    }
    expect(await handlers.sales.recent(undefined)).toMatchObject({ code: 'storage-failed' })
    expect(faults).toEqual([broken])
  })
})

describe('a meaning that a manager gives (money rule 5)', () => {
  it('is on every sale of that word, and kept for that connection, once', async () => {
    const opened = open()
    const { handlers, client, settings, ledger } = opened
    client.creates = [accepted(), accepted({ reference: 'R-2' }), accepted({ reference: 'R-3' })]
    client.reads = [
      read(' Processed_OK '),
      read(' Processed_OK ', { reference: 'R-2' }),
      read('something_else', { reference: 'R-3' }),
    ]
    const [first = '', second = '', other = ''] = [
      await sold(opened, '0754001212'),
      await sold(opened, '0754001213'),
      await sold(opened, '0754001214'),
    ]
    const status = ' Processed_OK '
    const given = await handlers.sales.classifyStatus({ saleId: first, status, meaning: 'paid' })
    expect(given).toMatchObject({ ok: true, value: { outcome: 'paid' } })
    expect(ledger.find(second)).toMatchObject({ outcome: 'paid' })
    expect(ledger.find(other)).toMatchObject({ outcome: 'unrecognised' })
    expect(settings.get().practice.words).toEqual({ ...noWords, paid: ['processed_ok'] })
    expect(settings.get().sandbox.words.paid).toEqual([])
    expect(meaningOf('processed_ok', settings.get().practice.words)).toBe('paid')
  })

  it('is of the word that the person saw, not of one that was read since', async () => {
    const opened = open()
    const { handlers, client, settings, ledger } = opened
    client.creates.push(accepted())
    client.reads.push(read('processed_ok'), read('verifying'))
    const saleId = await sold(opened, '0754001212')
    await opened.clock.pass(2_000)
    await handlers.sales.checkNow({ saleId })
    const give = (status: string) =>
      handlers.sales.classifyStatus({ saleId, status, meaning: 'failed' })
    expect(await give('processed_ok')).toMatchObject({ ok: false, code: 'action-not-possible' })
    expect(ledger.find(saleId)?.outcome).toBe('unrecognised')
    expect(settings.get().practice.words).toEqual(noWords)
    expect(await give('verifying')).toMatchObject({ ok: true, value: { outcome: 'failed' } })
    expect(settings.get().practice.words).toEqual({ ...noWords, failed: ['verifying'] })
  })

  it('and a resolution are refused where money came while the manager typed', async () => {
    const opened = open()
    const { handlers, client, clock, ledger } = opened
    client.creates.push(accepted())
    client.otherwise.read = () => read('pending')
    const saleId = await sold(opened, '0754001212')
    await clock.pass(60 * 60_000)
    expect(ledger.find(saleId)).toMatchObject({ phase: 'expired', rawStatus: 'pending' })
    client.otherwise.read = () => read('completed')
    await handlers.sales.checkNow({ saleId })
    const resolve = (status: string) =>
      handlers.sales.resolve({ saleId, status, reason: 'the customer left', how: 'not-paid' })
    expect(await resolve('pending')).toMatchObject({ ok: false, code: 'action-not-possible' })
    expect(ledger.find(saleId)).toMatchObject({ outcome: 'paid', late: true, resolution: null })
    expect(await resolve('completed')).toMatchObject({ ok: true })
  })

  it('of in progress is kept for that connection, and each sale of that word is read again', async () => {
    const opened = open()
    const { handlers, client, clock, settings, ledger, current } = opened
    client.creates = [accepted(), accepted({ reference: 'R-2' })]
    client.otherwise.read = ({ text }) => read('processing', { reference: text })
    const [first, second] = [await sold(opened, '0754001212'), await sold(opened, '0754001213')]
    client.calls.length = 0
    await clock.pass(60_000)
    expect(client.calls).toEqual([])
    const given = await handlers.sales.classifyStatus({
      saleId: first,
      status: 'processing',
      meaning: 'pending',
    })
    expect(given).toMatchObject({ ok: true, value: { phase: 'pending', outcome: null } })
    expect(settings.get().practice.words).toEqual({ ...noWords, pending: ['processing'] })
    current.words = joinWords(current.words, settings.get().practice.words)
    await clock.pass(10_000)
    expect(client.calls.length).toBeGreaterThanOrEqual(4)
    expect([first, second].map(id => ledger.find(id)?.phase)).toEqual(['pending', 'pending'])
    client.otherwise.read = ({ text }) => read('completed', { reference: text })
    await clock.pass(10_000)
    for (const id of [first, second])
      expect(ledger.find(id)).toMatchObject({ outcome: 'paid', late: false, contradiction: null })
  })

  it('does not stop the till when the list of words is full', async () => {
    const opened = open()
    const { handlers, client, settings, faults } = opened
    const words = Array.from({ length: 50 }, (_, number) => `word-${number}`)
    expect(
      handlers.settings.save({ section: 'words', value: { ...noWords, paid: words } }),
    ).toMatchObject({ ok: true })
    client.otherwise = { create: accepted(), read: read('one more') }
    const saleId = await sold(opened, '0754001212')
    const status = 'one more'
    const given = await handlers.sales.classifyStatus({ saleId, status, meaning: 'paid' })
    expect(given).toMatchObject({ ok: true, value: { outcome: 'paid' } })
    expect(settings.get().practice.words.paid).toEqual(words)
    expect(faults).toEqual([])
  })

  it('is not kept for a sale that cannot take it', async () => {
    const opened = open()
    opened.client.otherwise = { create: accepted(), read: read('completed') }
    const saleId = await sold(opened, '0754001212')
    const given = await opened.handlers.sales.classifyStatus({
      saleId,
      status: 'completed',
      meaning: 'failed',
    })
    expect(given).toMatchObject({ ok: false, code: 'action-not-possible' })
    expect(opened.settings.get().practice.words).toEqual(noWords)
  })
})

describe('lists', () => {
  it('of recent sales hold each once, and every open one however old', async () => {
    const opened = open()
    const { handlers, client } = opened
    client.otherwise.create = refused(400)
    client.creates.push('hang')
    const oldest = await sold(opened, '0754000000')
    for (const number of Array.from({ length: 32 }, (_, each) => each))
      await sold(opened, `07540011${String(number).padStart(2, '0')}`)
    const recent = succeeded(await handlers.sales.recent(undefined))
    const ids = recent.map(sale => sale.id)
    expect(ids).toContain(oldest)
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids).toHaveLength(31)
  })

  it('of all sales come in pages that neither repeat nor skip', async () => {
    const opened = open()
    const { handlers, client } = opened
    client.otherwise.create = refused(400)
    const made: string[] = []
    for (const number of Array.from({ length: 53 }, (_, each) => each))
      made.push(await sold(opened, `07540012${String(number).padStart(2, '0')}`))
    const query = { filter: everySale, limit: 50 }
    const first = succeeded(await handlers.search.find({ ...query, before: null }))
    const second = succeeded(await handlers.search.find({ ...query, before: first.next }))
    expect(second.next).toBeNull()
    const ids = [...first.sales, ...second.sales].map(sale => sale.id)
    expect(ids).toEqual(made.toReversed())
  })
})

describe('a question about a reference', () => {
  const entries = ({ auditLog }: ReturnType<typeof open>) =>
    auditLog.list({ before: null, limit: 10 })

  it('goes into the audit log, with what the service said', async () => {
    const opened = open()
    opened.client.reads.push(read('completed', { reference: 'REF-9' }))
    const found = await opened.handlers.sales.lookUp({ reference: 'REF-9' })
    expect(found).toMatchObject({ value: { kind: 'other', payment: { meaning: 'paid' } } })
    expect(entries(opened)).toMatchObject([
      {
        action: 'reference-asked',
        detail: { reference: 'REF-9', result: 'paid', status: 'completed' },
      },
    ])
  })

  it('is not answered where it cannot go into the audit log', async () => {
    const opened = open()
    opened.client.reads.push(read('completed', { reference: 'REF-9' }))
    opened.auditLog.write = () => {
      throw new Error('the audit log is full')
    }
    await expect(opened.handlers.sales.lookUp({ reference: 'REF-9' })).rejects.toThrow('full')
  })
})

describe('the first practice sale', () => {
  it('goes to Practice and, when it is done, on with what was in use before', async () => {
    const { handlers, settings, reopened } = open()
    settings.update(all => ({ ...all, active: 'production' }))
    await handlers.tutorial.begin(undefined)
    expect(settings.get()).toMatchObject({
      active: 'practice',
      tutorial: { open: true, goOnWith: 'production' },
    })
    await handlers.tutorial.begin(undefined)
    await handlers.tutorial.end({ goOn: true })
    expect(settings.get()).toMatchObject({
      active: 'production',
      tutorial: { open: false, goOnWith: null },
    })
    expect(reopened).toEqual(['practice', 'production'])
  })

  it('remembers that a practice sale was paid, and not that one was only tried', async () => {
    const { handlers, settings, ledger } = open()
    take(ledger, 'failed')
    await handlers.tutorial.end({ goOn: false })
    expect(settings.get().tutorial.made).toBe(false)
    take(ledger, 'paid')
    await handlers.tutorial.begin(undefined)
    await handlers.tutorial.end({ goOn: false })
    expect(settings.get().tutorial).toMatchObject({ made: true, listOpen: true })
    await handlers.tutorial.closeList(undefined)
    expect(settings.get().tutorial).toMatchObject({ made: true, open: false, listOpen: false })
  })

  it('leaves the till where it is when it is not wanted', async () => {
    const { handlers, settings, reopened } = open()
    await handlers.tutorial.end({ goOn: false })
    expect(settings.get()).toMatchObject({ active: 'practice', tutorial: { open: false } })
    await handlers.tutorial.end({ goOn: true })
    expect(settings.get().active).toBe('practice')
    expect(reopened).toEqual([])
  })
})
