import { describe, expect, it } from 'vitest'
import type { ConnectionManager } from '../../../../../electron/main/connections/connection-manager'
import { keepingIn } from '../../../../../electron/main/connections/kept-meanings'
import { createWithEngine } from '../../../../../electron/main/connections/with-engine'
import { createHandlers } from '../../../../../electron/main/ipc/handlers'
import { referenceAsked } from '../../../../../electron/main/ipc/handlers/payments'
import { CustomerDisplay } from '../../../../../electron/main/outputs/customer-display/customer-display'
import { Exporter } from '../../../../../electron/main/outputs/exports/exporter'
import type { Outputs } from '../../../../../electron/main/outputs/outputs'
import type { Computer } from '../../../../../electron/main/outputs/windows/computer'
import { systemRandom } from '../../../../../electron/main/platform/random'
import { auditEntrySchema } from '../../../../../shared/audit-entry'
import type { Handlers } from '../../../../../shared/ipc/handlers'
import { failure, success } from '../../../../../shared/ipc/result'
import { confirmedRulings } from '../../../../../shared/payment/objections'
import { everyPayment } from '../../../../../shared/payment/payments-filter'
import type { ServicePayment } from '../../../../../shared/payment/service-payment'
import { joinWords, meaningOf, noWords } from '../../../../../shared/payment/status-words'
import type { Settings } from '../../../../../shared/settings'
import { take } from '../../../../support/day-payments'
import {
  accepted,
  read,
  refused,
  statusRead,
  unintelligible,
} from '../../../../support/payments/answers'
import { openEngine } from '../../../../support/payments/engine'
import { mobileDraft, paymentIn } from '../../../../support/payments/payments'
import { fakePrinter, receiptServiceOn } from '../../../../support/printing'
import { succeeded, workFailedInto } from '../../../../support/results'
import { staffIn } from '../../../../support/staff'
import { keychainOf, settingsOn, storeIn } from '../../../../support/store'
import { testFolder } from '../../../../support/temporary-folder'

/** A part that no call of these tests comes to. */
const absent = {} as never

/** The real handlers on a real engine, behind a connection manager that a test can close. */
function open() {
  const folder = testFolder()
  const store = storeIn(folder, keychainOf())
  const settings = settingsOn(folder, store)
  const started = openEngine({ folder, ...keepingIn(settings, 'practice', () => undefined) })
  const { ledger, client, clock, engine, settings: current } = started
  settings.update(all => ({ ...all, active: 'practice' }))
  const { words: shipped } = current
  // As in the app: what a manager says counts for the read that follows at once.
  const words = { get: () => joinWords(shipped, settings.get().practice.words) }
  Object.defineProperty(current, 'words', words)
  const faults: unknown[] = []
  const reopened: Settings['active'][] = []
  const shown: { open: boolean } = { open: true }
  const connections: Partial<ConnectionManager> = {
    stage: () => ({ name: shown.open ? 'selling' : 'locked' }),
    engine: () => (shown.open ? engine : null),
    reopen: async () => {
      reopened.push(settings.get().active)
    },
    choose: async how => {
      const before = settings.get().active
      settings.update(how)
      if (settings.get().active !== before) await connections.reopen?.()
      return success(null)
    },
    workFailed: workFailedInto(faults),
  }
  const manager = connections as ConnectionManager
  const customer = new CustomerDisplay({
    clock,
    withEngine: createWithEngine(manager),
    settings: () => settings.get(),
    facts: () =>
      shown.open ? { serviceClockOffset: 0, account: 'practice', promptLifetimeMs: 180_000 } : null,
    changed: () => undefined,
    shown: () => undefined,
  })
  const { staff, auditLog } = staffIn(folder, { clock, store })
  const handlers = createHandlers({
    computer: { clock, random: systemRandom } as Partial<Computer> as Computer,
    // Sound: the other outputs are not asked here.
    outputs: {
      customer,
      exporter: new Exporter({
        ...{ clock, folder: absent, showItemInFolder: absent, language: absent },
        withEngine: createWithEngine(manager),
        connections: manager,
      }),
      notifier: absent,
      supportFile: absent,
      receipts: receiptServiceOn({
        ...{ settings, clock, folder, printer: fakePrinter() },
        withEngine: createWithEngine(manager),
      }),
    } as Partial<Outputs> as Outputs,
    practiceOrigin: () => null,
    connections: manager,
    settings,
    staff,
    clockNotice: absent,
    shop: absent,
    backups: absent,
    updates: absent,
    store,
    view: absent,
    changed: () => undefined,
    openOutside: absent,
  })
  /** Sells to a new number, and waits for the result. */
  const sold = async (phone = '0754001212') => {
    const asked = succeeded(await handlers.payments.request(mobileDraft({ phone })))
    await clock.pass(3_000)
    return asked.id
  }
  const opened = { handlers, settings, ledger, client, clock, faults, shown, auditLog }
  return { ...opened, reopened, current, sold }
}

describe('calls while the till does not sell', () => {
  const paymentId = '0192f000-0000-7000-8000-000000000001'
  const msisdn = '255754001212'
  const classified = {
    action: 'classify-status',
    paymentId,
    status: 'processed_ok',
    meaning: 'paid',
  } as const
  const plain = [
    ...(['withdraw', 'send-now', 'try-again'] as const),
    ...(['stop', 'check-now', 'stop-waiting', 'hand-over'] as const),
  ]

  it('are refused, and nothing happens', async () => {
    const { handlers, shown, ledger, client } = open()
    shown.open = false
    const { payments, search, exports, practice, customer, customers, receipts } = handlers
    const answers = await Promise.all([
      payments.request(mobileDraft()),
      payments.recent(undefined),
      payments.checkAll(undefined),
      search.find({ filter: everyPayment, before: null, limit: 50 }),
      exports.payments({ filter: everyPayment }),
      exports.history({ paymentId }),
      payments.decide({
        action: 'resolve',
        paymentId,
        status: '',
        reason: 'because',
        how: 'other',
      }),
      payments.decide(classified),
      payments.act({ action: 'send-again', paymentId, draftId: paymentId }),
      payments.toGiveBack({ paymentId }),
      payments.toUndo({ paymentId }),
      payments.undo({ paymentId, entry: 1 }),
      payments.decide({
        action: 'give-back',
        paymentId,
        draftId: paymentId,
        ...{ value: 1, way: 'cash', why: 'goods', reason: 'brought back' },
      }),
      practice.openCheckout({ paymentId }),
      customer.showPayment({ paymentId }),
      customers.find({ typed: '0754' }),
      customers.one({ msisdn }),
      customers.list({ text: '', before: null }),
      customers.forget({ msisdn }),
      receipts.print({ paymentId }),
      receipts.savePdf({ paymentId }),
      payments.history({ paymentId }),
      payments.decide({ action: 'try-again', paymentId }),
      ...plain.map(action => payments.act({ action, paymentId })),
    ])
    for (const each of answers) expect(each).toMatchObject({ ok: false, code: 'not-selling' })
    expect(ledger.recent(1)).toEqual([])
    expect(client.calls).toEqual([])
  })

  it('about a payment that is not there say so', async () => {
    const { payments, practice, receipts } = open().handlers
    const answers = await Promise.all([
      payments.history({ paymentId }),
      payments.decide({ action: 'try-again', paymentId }),
      ...plain.map(action => payments.act({ action, paymentId })),
      payments.decide(classified),
      payments.act({ action: 'send-again', paymentId, draftId: paymentId }),
      practice.openCheckout({ paymentId }),
      receipts.print({ paymentId }),
      receipts.savePdf({ paymentId }),
    ])
    for (const each of answers) expect(each).toMatchObject({ ok: false, code: 'no-such-payment' })
  })
})

describe('the payment in front of the customer', () => {
  const scene = async ({ customer }: Handlers) =>
    succeeded(await customer.view(undefined)).scene.name

  it('is the one that the cashier opened, until they leave it', async () => {
    const { handlers, client, sold } = open()
    client.creates.push('hang')
    const paymentId = await sold()
    expect(await scene(handlers)).toBe('idle')
    expect(await handlers.customer.showPayment({ paymentId })).toEqual({ ok: true, value: null })
    expect(await scene(handlers)).toBe('moment')
    await handlers.customer.showPayment({ paymentId: null })
    expect(await scene(handlers)).toBe('idle')
  })

  it('is none once another was asked for that is not there, or the till stopped selling', async () => {
    const { handlers, client, shown, sold } = open()
    client.creates.push('hang')
    const paymentId = await sold()
    await handlers.customer.showPayment({ paymentId })
    const stranger = { paymentId: '0192f000-0000-7000-8000-000000000001' }
    expect(await handlers.customer.showPayment(stranger)).toMatchObject({ code: 'no-such-payment' })
    expect(await scene(handlers)).toBe('idle')
    await handlers.customer.showPayment({ paymentId })
    shown.open = false
    expect(await scene(handlers)).toBe('idle')
    await handlers.customer.showPayment({ paymentId })
    shown.open = true
    expect(await scene(handlers)).toBe('idle')
  })
})

describe('a ledger that fails', () => {
  it('stops selling, visibly, and the call says so', async () => {
    const { handlers, ledger, faults } = open()
    const broken = new Error('disk')
    ledger.recent = () => {
      throw broken
    }
    expect(await handlers.payments.recent(undefined)).toMatchObject({ code: 'storage-failed' })
    expect(faults).toEqual([broken])
  })
})

describe('a meaning that a manager gives (money rule 5)', () => {
  it('is on every payment of that word, and kept for that connection, once', async () => {
    const { handlers, client, settings, ledger, sold } = open()
    client.creates = [accepted(), accepted({ reference: 'R-2' }), accepted({ reference: 'R-3' })]
    client.reads = [
      read(' Processed_OK '),
      read(' Processed_OK ', { reference: 'R-2' }),
      read('something_else', { reference: 'R-3' }),
    ]
    const [first = '', second = '', other = ''] = [
      await sold(),
      await sold('0754001213'),
      await sold('0754001214'),
    ]
    const status = ' Processed_OK '
    const given = await handlers.payments.decide({
      action: 'classify-status',
      ...{ paymentId: first, status, meaning: 'paid' },
    })
    expect(given).toMatchObject({ ok: true, value: { payment: { outcome: 'paid' } } })
    expect(ledger.find(second)).toMatchObject({ outcome: 'paid' })
    expect(ledger.find(other)).toMatchObject({ outcome: 'unrecognised' })
    expect(settings.get().practice.words).toEqual({ ...noWords, paid: ['processed_ok'] })
    expect(settings.get().sandbox.words.paid).toEqual([])
    expect(meaningOf('processed_ok', settings.get().practice.words)).toBe('paid')
  })

  it('is of the word that the person saw, not of one that was read since', async () => {
    const { handlers, client, clock, settings, ledger, sold } = open()
    client.creates.push(accepted())
    client.reads.push(read('processed_ok'), read('verifying'))
    const paymentId = await sold()
    await clock.pass(2_000)
    await handlers.payments.act({ action: 'check-now', paymentId })
    const give = (status: string) =>
      handlers.payments.decide({ action: 'classify-status', paymentId, status, meaning: 'failed' })
    expect(await give('processed_ok')).toMatchObject({ ok: false, code: 'action-not-possible' })
    expect(ledger.find(paymentId)?.outcome).toBe('unrecognised')
    expect(settings.get().practice.words).toEqual(noWords)
    expect(await give('verifying')).toMatchObject({
      ok: true,
      value: { payment: { outcome: 'failed' } },
    })
    expect(settings.get().practice.words).toEqual({ ...noWords, failed: ['verifying'] })
  })

  it('of a field counts for its payment, and for every one once an owner confirms it', async () => {
    const { handlers, client, clock, settings, ledger, current, sold } = open()
    const field = { name: 'settlement_status', value: 'HELD' }
    const { facts } = statusRead('COMPLETED')
    const objecting = read('COMPLETED', {
      facts: { ...facts, references: [], mentions: [{ ...field, kind: 'result' }] },
    })
    client.creates = [accepted(), accepted({ reference: 'R-2' })]
    client.otherwise.read = () => objecting
    const [first, second] = [await sold('0754001212'), await sold('0754001213')]
    await clock.pass(10_000)
    for (const id of [first, second])
      expect(ledger.find(id)).toMatchObject({ doubt: 'objection', objections: [field] })
    const answer = (value: string) =>
      handlers.payments.decide({
        action: 'answer-objection',
        paymentId: first,
        ...field,
        value,
        meaning: 'nothing',
      })
    // It is said of what the person saw.
    expect(await answer('OTHER')).toMatchObject({ ok: false, code: 'action-not-possible' })
    expect(await answer('HELD')).toMatchObject({ ok: true })
    await clock.pass(10_000)
    expect(ledger.find(first)?.outcome).toBe('paid')
    expect(ledger.find(second)?.outcome).toBe('unrecognised')
    const kept = { ...field, meaning: 'nothing', confirmed: false, payments: 1 }
    expect(succeeded(await handlers.rulings.list(undefined))).toMatchObject([kept])

    expect(confirmedRulings(settings.get().practice.rulings)).toEqual([])
    await handlers.rulings.confirm({ ...field, ofAnyValue: false })
    current.rulings = confirmedRulings(settings.get().practice.rulings)
    await clock.pass(3_000)
    await handlers.payments.act({ action: 'check-now', paymentId: second })
    expect(ledger.find(second)?.outcome).toBe('paid')
    expect(succeeded(await handlers.rulings.list(undefined))).toMatchObject([
      { confirmed: true, payments: 2 },
    ])
    expect(await handlers.rulings.takeBack({ ...field, value: null })).toMatchObject({ ok: false })
    await handlers.rulings.takeBack(field)
    expect(settings.get().practice.rulings).toEqual([])
  })

  it('of an answer that cannot be read is asked for with what came, until one is read', async () => {
    const { handlers, client, clock, sold } = open()
    client.creates.push(accepted())
    client.otherwise.read = () => unintelligible('not-json', 'Notice: x')
    const paymentId = await sold()
    const asked = () => handlers.payments.unreadAnswer({ paymentId })
    expect(await asked()).toMatchObject({ ok: false, code: 'action-not-possible' })
    await clock.pass(30_000)
    expect(await asked()).toEqual({ ok: true, value: 'Notice: x' })
    client.otherwise.read = () => read('pending')
    await clock.pass(30_000)
    expect(await asked()).toMatchObject({ ok: false })
  })

  it('and a resolution are refused where money came while the manager typed', async () => {
    const { handlers, client, clock, ledger, sold } = open()
    client.creates.push(accepted())
    client.otherwise.read = () => read('pending')
    const paymentId = await sold()
    await clock.pass(60 * 60_000)
    expect(ledger.find(paymentId)).toMatchObject({ phase: 'expired', rawStatus: 'pending' })
    client.otherwise.read = () => read('completed')
    await handlers.payments.act({ action: 'check-now', paymentId })
    const resolve = (status: string) =>
      handlers.payments.decide({
        action: 'resolve',
        paymentId,
        status,
        reason: 'the customer left',
        how: 'not-paid',
      })
    expect(await resolve('pending')).toMatchObject({ ok: false, code: 'action-not-possible' })
    expect(ledger.find(paymentId)).toMatchObject({ outcome: 'paid', late: true, resolution: null })
    expect(await resolve('completed')).toMatchObject({ ok: true })
  })

  it('of in progress is kept for that connection, and each payment of that word is read again', async () => {
    const { handlers, client, clock, settings, ledger, sold } = open()
    client.creates = [accepted(), accepted({ reference: 'R-2' })]
    client.otherwise.read = ({ text }) => read('processing', { reference: text })
    const [first, second] = [await sold(), await sold('0754001213')]
    client.calls.length = 0
    await clock.pass(60_000)
    expect(client.calls).toEqual([])
    const pending = { paymentId: first, status: 'processing', meaning: 'pending' } as const
    const given = await handlers.payments.decide({ action: 'classify-status', ...pending })
    expect(given).toMatchObject({
      ok: true,
      value: { payment: { phase: 'pending', outcome: null } },
    })
    expect(settings.get().practice.words).toEqual({ ...noWords, pending: ['processing'] })
    await clock.pass(10_000)
    expect(client.calls.length).toBeGreaterThanOrEqual(4)
    expect([first, second].map(id => ledger.find(id)?.phase)).toEqual(['pending', 'pending'])
    client.otherwise.read = ({ text }) => read('completed', { reference: text })
    await clock.pass(10_000)
    for (const id of [first, second])
      expect(ledger.find(id)).toMatchObject({ outcome: 'paid', late: false, contradiction: null })
  })

  it('does not stop the till when the list of words is full', async () => {
    const { handlers, client, settings, faults, sold } = open()
    const words = Array.from({ length: 50 }, (_, number) => `word-${number}`)
    const value = { ...noWords, paid: words }
    expect(handlers.settings.save({ section: 'words', value })).toMatchObject({ ok: true })
    client.otherwise = { create: accepted(), read: read('one more') }
    const paymentId = await sold()
    const paid = { paymentId, status: 'one more', meaning: 'paid' } as const
    const given = await handlers.payments.decide({ action: 'classify-status', ...paid })
    expect(given).toMatchObject({ ok: true, value: { payment: { outcome: 'paid' } } })
    expect(settings.get().practice.words.paid).toEqual(words)
    expect(faults).toEqual([])
  })

  it('is not kept for a payment that cannot take it', async () => {
    const { handlers, client, settings, sold } = open()
    client.otherwise = { create: accepted(), read: read('completed') }
    const failed = { paymentId: await sold(), status: 'completed', meaning: 'failed' } as const
    const given = await handlers.payments.decide({ action: 'classify-status', ...failed })
    expect(given).toMatchObject({ ok: false, code: 'action-not-possible' })
    expect(settings.get().practice.words).toEqual(noWords)
  })
})

describe('lists', () => {
  it('of recent payments hold each once, and every open one however old', async () => {
    const { handlers, client, sold } = open()
    client.otherwise.create = refused(400)
    client.creates.push('hang')
    const oldest = await sold('0754000000')
    for (let number = 10; number < 42; number++) await sold(`07540011${number}`)
    const { payments } = succeeded(await handlers.payments.recent(undefined))
    const ids = payments.map(payment => payment.id)
    expect(ids).toContain(oldest)
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids).toHaveLength(31)
  })

  it('of all payments come in pages that neither repeat nor skip', async () => {
    const { handlers, client, sold } = open()
    client.otherwise.create = refused(400)
    const made: string[] = []
    for (let number = 10; number < 63; number++) made.push(await sold(`07540012${number}`))
    const query = { filter: everyPayment, limit: 50 }
    const first = succeeded(await handlers.search.find({ ...query, before: null }))
    const second = succeeded(await handlers.search.find({ ...query, before: first.next }))
    expect(second.next).toBeNull()
    const ids = [...first.payments, ...second.payments].map(payment => payment.id)
    expect(ids).toEqual(made.toReversed())
  })
})

describe('a question about a reference', () => {
  it('goes into the audit log, with what the service said', async () => {
    const { handlers, client, auditLog } = open()
    client.reads.push(read('completed', { reference: 'REF-9' }))
    const found = await handlers.payments.lookUp({ reference: 'REF-9' })
    expect(found).toMatchObject({ value: { kind: 'other', payment: { meaning: 'paid' } } })
    const detail = { reference: 'REF-9', result: 'paid', status: 'completed' }
    const entries = auditLog.list({ before: null, limit: 10 })
    expect(entries).toMatchObject([{ action: 'reference-asked', detail }])
  })

  it('is not answered where it cannot go into the audit log', async () => {
    const { handlers, client, auditLog } = open()
    client.reads.push(read('completed', { reference: 'REF-9' }))
    auditLog.record = () => {
      throw new Error('the audit log is full')
    }
    await expect(handlers.payments.lookUp({ reference: 'REF-9' })).rejects.toThrow('full')
  })

  it.each(['reference-unknown', 'no-network', 'keys-rejected', 'lookup-failed'] as const)(
    'leaves no text there that the service did not take for a reference: %s',
    code => {
      const answered = failure(code, 'for 255754001212')
      expect(referenceAsked('255754001212', answered)).toEqual({ result: code })
    },
  )

  it('is none where the till knows the payment, or does not sell', () => {
    const own = success({ kind: 'own' as const, payment: paymentIn('settled') })
    expect(referenceAsked('R-1', own)).toBeNull()
    expect(referenceAsked('R-1', failure('not-selling', ''))).toBeNull()
  })

  it('fits in the audit log, however long the reference and the word are', () => {
    const payment: ServicePayment = {
      ...{ reference: 'R'.repeat(512), status: 's'.repeat(200), providerStatus: 'APPROVED' },
      ...{ meaning: 'paid', value: 15_000, currency: 'TZS' },
      ...{ createdAt: 1, updatedAt: 2, readAt: 3 },
    }
    const detail = referenceAsked(payment.reference, success({ kind: 'other', payment }))
    const action = { at: 1, person: null, action: 'reference-asked', detail }
    expect(auditEntrySchema.safeParse(action).success).toBe(true)
  })
})

describe('the first practice sale', () => {
  it('goes to Practice and, when it is done, on with what was in use before', async () => {
    const { handlers, settings, reopened } = open()
    settings.update(all => ({ ...all, active: 'production' }))
    await handlers.tutorial.begin(undefined)
    const begun = { active: 'practice', tutorial: { open: true, goOnWith: 'production' } }
    expect(settings.get()).toMatchObject(begun)
    await handlers.tutorial.begin(undefined)
    await handlers.tutorial.end({ goOn: true })
    const ended = { active: 'production', tutorial: { open: false, goOnWith: null } }
    expect(settings.get()).toMatchObject(ended)
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
