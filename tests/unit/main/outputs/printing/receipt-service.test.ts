import { randomUUID } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Payment } from '../../../../../shared/payment/payment'
import { automaticLimit, mostReceipts } from '../../../../../shared/payment/receipt'
import type { Person } from '../../../../../shared/person'
import type { ReceiptSettings } from '../../../../../shared/settings/receipts'
import { asha } from '../../../../support/day-payments'
import { createScriptedClient } from '../../../../support/payments/client'
import { createVirtualClock, morning, settled } from '../../../../support/payments/clock'
import { engineOn } from '../../../../support/payments/engine'
import { ledgerIn } from '../../../../support/payments/ledger'
import {
  eventsTo,
  failedOutcome,
  type LaterEvent,
  recorded,
  samples,
} from '../../../../support/payments/payments'
import { fakePrinter, receiptServiceOn } from '../../../../support/printing'
import { sellingWith } from '../../../../support/results'
import { settingsIn } from '../../../../support/store'
import { temporaryFolders } from '../../../../support/temporary-folder'

const newFolder = temporaryFolders()

interface Opening {
  folder?: string
  person?: Person
  openOutside?: (address: string) => Promise<void>
  /** What the shop chose for its receipts. */
  how?: Partial<ReceiptSettings>
}

/** The real receipt service on a real ledger and settings; only printer and drawing are replaced. */
function open({ folder = newFolder(), openOutside, how, ...at }: Opening = {}) {
  const atTill: { person: Person | null } = { person: null, ...at }
  const person = () => atTill.person
  const settings = settingsIn(folder)
  settings.update(all => ({ ...all, receipts: { ...all.receipts, ...how } }))
  const clock = createVirtualClock()
  const printer = fakePrinter()
  const { ledger, close, announced } = ledgerIn(folder)
  const { engine } = engineOn({ ledger, client: createScriptedClient(), clock, person })
  const faults: unknown[] = []
  const withEngine = sellingWith(engine, faults)
  const parts = { withEngine, settings, clock, printer, folder, person }
  const receipts = receiptServiceOn(openOutside ? { ...parts, openOutside } : parts)
  const take = (events: readonly LaterEvent[], changes: Parameters<typeof recorded>[0] = {}) => {
    const { id } = ledger.record(randomUUID(), recorded(changes), { body: '{}' })
    return ledger.append(id, ...events)
  }
  /** A payment that became paid a second after it was recorded. */
  const sell = (...more: LaterEvent[]) => take([...eventsTo('settled'), ...more])
  const receiptsOf = ({ id }: Payment) =>
    ledger.history(id).filter(({ type }) => type.startsWith('receipt-'))
  const opened = { folder, settings, clock, printer, ledger, engine, receipts, announced, faults }
  return { ...opened, close, atTill, take, sell, receiptsOf, exports: join(folder, 'exports') }
}

const automatic = { how: { automatic: true } }

describe('printing a receipt', () => {
  it('is on record, with who and which, before it comes out', async () => {
    const { receipts, printer, sell, receiptsOf } = open({ person: asha })
    const payment = sell()
    let before: unknown
    printer.beforePrint = () => {
      before = receiptsOf(payment)
    }
    const printed = await receipts.print({ paymentId: payment.id })
    expect(printed).toMatchObject({ ok: true, value: { receiptCopies: 1, receiptFailure: null } })
    const first = { type: 'receipt-printed', at: morning, copy: 1, number: 1, to: 'printer' }
    expect(before).toEqual([{ ...first, automatic: false, person: asha }])
    expect(printer.printed).toMatchObject([{ printer: '', sheets: 1, view: { copy: null } }])
  })

  it('is of the person who pressed, also when they leave before the printer is free', async () => {
    const { receipts, sell, receiptsOf, atTill } = open({ person: asha })
    const payment = sell()
    const asked = [
      receipts.print({ paymentId: payment.id }),
      receipts.savePdf({ paymentId: payment.id }),
      receipts.send({ paymentId: payment.id, channel: 'whatsapp' }),
    ]
    atTill.person = null
    for (const made of await Promise.all(asked)) expect(made).toMatchObject({ ok: true })
    const made = ['printer', 'file', 'whatsapp'].map(to => ({ to, person: asha }))
    expect(receiptsOf(payment)).toMatchObject(made)
  })

  it('numbers every further one as a copy, paper and file alike', async () => {
    const { receipts, printer, sell, receiptsOf } = open()
    const payment = sell()
    await receipts.print({ paymentId: payment.id })
    const saved = await receipts.savePdf({ paymentId: payment.id })
    await receipts.print({ paymentId: payment.id })
    expect(receiptsOf(payment)).toMatchObject([
      { copy: 1, to: 'printer' },
      { copy: 2, to: 'file' },
      { copy: 3, to: 'printer' },
    ])
    const copies = printer.printed.map(({ view }) => view.copy?.slice(0, 6))
    expect(copies).toEqual([undefined, 'COPY 3'])
    const file = saved.ok ? saved.value.file : ''
    expect(file).toMatch(/exports.receipt-[0-9A-F]{8}-copy-2\.pdf$/)
    expect(readFileSync(file, 'utf8')).toContain('COPY 2')
  })

  it('is only for what is paid and not in doubt', async () => {
    const { ledger, receipts, printer, take, sell } = open()
    const pending = take(eventsTo('pending'))
    const failed = take([...eventsTo('pending'), failedOutcome])
    const doubted = sell(samples.contradicted)
    const notPossible = { ok: false, code: 'receipt-not-possible' }
    for (const { id } of [pending, failed, doubted]) {
      expect(await receipts.print({ paymentId: id })).toMatchObject(notPossible)
      expect(await receipts.savePdf({ paymentId: id })).toMatchObject(notPossible)
    }
    expect(printer.printed).toEqual([])
    ledger.append(doubted.id, samples.resolved)
    expect(await receipts.print({ paymentId: doubted.id })).toMatchObject({ ok: true })
  })

  it('ends somewhere, so that no history grows for ever', async () => {
    const { ledger, receipts, sell } = open()
    const { id } = sell()
    for (let copy = 1; copy <= mostReceipts; copy++)
      ledger.append(id, { ...samples['receipt-printed'], copy })
    expect(await receipts.print({ paymentId: id })).toMatchObject({ code: 'receipt-not-possible' })
  })

  it('carries the mark of its own ledger’s connection', async () => {
    const { settings, receipts, printer, sell } = open()
    settings.update(all => ({ ...all, active: 'production' }))
    await receipts.print({ paymentId: sell().id })
    expect(printer.printed).toMatchObject([{ view: { marks: ['PRACTICE: no real money'] } }])
  })

  it('is in the till’s language, unless the shop chose another', async () => {
    const { settings, receipts, printer, sell } = open()
    const { id } = sell()
    settings.update(all => ({ ...all, display: { ...all.display, language: 'sw' } }))
    await receipts.print({ paymentId: id })
    settings.update(all => ({ ...all, receipts: { ...all.receipts, language: 'en' } }))
    await receipts.print({ paymentId: id })
    expect(printer.printed).toMatchObject([
      { view: { language: 'sw', state: 'YAMELIPWA' } },
      { view: { language: 'en', state: 'PAID' } },
    ])
  })
})

describe('a printer that fails', () => {
  it('and is not there: nothing is recorded, nothing counts as a copy', async () => {
    const { receipts, sell, receiptsOf, faults } = open({ how: { printer: 'gone' } })
    const payment = sell()
    expect(await receipts.print({ paymentId: payment.id })).toMatchObject({
      code: 'printer-missing',
    })
    expect(receiptsOf(payment)).toEqual([])
    expect(faults).toEqual([])
  })

  it('and refuses: what may have come out makes the next one a copy', async () => {
    const { ledger, receipts, printer, sell } = open()
    const { id } = sell()
    printer.behaviour = 'refuses'
    expect(await receipts.print({ paymentId: id })).toMatchObject({ code: 'printer-failed' })
    expect(ledger.find(id)).toMatchObject({ receiptCopies: 1, receiptFailure: 'printer' })
    printer.behaviour = 'prints'
    await receipts.print({ paymentId: id })
    expect(printer.printed[0]?.view.copy).toMatch(/^COPY 2/)
    expect(ledger.find(id)?.receiptFailure).toBeNull()
  })

  it('and is silent: it is let go after its time, and the next one has its turn', async () => {
    const { ledger, receipts, printer, clock, sell } = open()
    const [first, second] = [sell(), sell()]
    printer.behaviour = 'hangs'
    const silent = receipts.print({ paymentId: first.id })
    await clock.pass(29_000)
    expect(printer.openWindows).toBe(1)
    printer.behaviour = 'prints'
    const next = receipts.print({ paymentId: second.id })
    await clock.pass(2_000)
    expect(await silent).toMatchObject({ code: 'printer-silent' })
    expect(await next).toMatchObject({ ok: true })
    expect(ledger.find(first.id)?.receiptFailure).toBe('no-answer')
    expect([printer.openWindows, clock.alarms()]).toEqual([0, 0])
  })

  it.each(['cannot-draw', 'drawing-hangs'] as const)(
    '%s: nothing came out, so nothing is a copy',
    async how => {
      const { ledger, receipts, printer, clock, sell } = open()
      const { id } = sell()
      printer.behaviour = how
      const printing = receipts.print({ paymentId: id })
      await clock.pass(31_000)
      expect(await printing).toMatchObject({ ok: false })
      expect(ledger.find(id)?.receiptCopies).toBe(0)
    },
  )

  it('stops no payment: the ledger takes the next one while it hangs', async () => {
    const { receipts, printer, sell, faults } = open()
    printer.behaviour = 'hangs'
    receipts.print({ paymentId: sell().id })
    await settled()
    expect(sell().outcome).toBe('paid')
    expect(faults).toEqual([])
  })

  it('is said of a file that cannot be written', async () => {
    const { ledger, receipts, sell, exports } = open()
    const { id } = sell()
    writeFileSync(exports, 'a file where the folder should be')
    expect(await receipts.savePdf({ paymentId: id })).toMatchObject({ code: 'receipt-not-saved' })
    expect(ledger.find(id)?.receiptFailure).toBe('file')
    expect(readFileSync(exports, 'utf8')).toContain('a file')
  })

  it('a file that is there already is never written over', async () => {
    const { receipts, sell, exports } = open()
    const { id } = sell()
    mkdirSync(exports)
    const older = join(exports, `receipt-${id.slice(-8).toUpperCase()}.pdf`)
    writeFileSync(older, 'older')
    const file = older.replace('.pdf', '-2.pdf')
    expect(await receipts.savePdf({ paymentId: id })).toMatchObject({ value: { file } })
    expect(readFileSync(older, 'utf8')).toBe('older')
  })
})

describe('a receipt that is printed by itself', () => {
  it('comes once, for a payment that becomes paid, without a press', async () => {
    const opened = open({ ...automatic, person: asha })
    const { receipts, printer, announced, receiptsOf } = opened
    const payment = opened.sell()
    for (const state of announced) receipts.paymentChanged(state, null)
    await settled()
    for (const state of [...announced, payment]) receipts.paymentChanged(state, null)
    await settled()
    expect(printer.printed).toHaveLength(1)
    expect(receiptsOf(payment)).toMatchObject([{ copy: 1, automatic: true, person: null }])
  })

  it('does not come where the shop does not want it', async () => {
    const { receipts, printer, sell } = open()
    receipts.paymentChanged(sell(), null)
    await settled()
    expect(printer.printed).toEqual([])
  })

  it('does not come late: its customer has gone', async () => {
    const { receipts, printer, clock, take, sell } = open(automatic)
    const payment = sell()
    await clock.pass(automaticLimit + 2_000)
    receipts.paymentChanged(payment, null)
    const paidLate = take([...eventsTo('expired'), { ...samples.settled, at: clock.wall() }])
    expect(paidLate.late).toBe(true)
    receipts.paymentChanged(paidLate, null)
    await settled()
    expect(printer.printed).toEqual([])
  })

  it('that waited too long behind a silent printer is left to a person', async () => {
    const { ledger, receipts, printer, clock, sell } = open(automatic)
    printer.behaviour = 'hangs'
    const payments = Array.from({ length: 8 }, () => sell())
    for (const payment of payments) receipts.paymentChanged(payment, null)
    await clock.pass(automaticLimit + 5_000)
    printer.behaviour = 'prints'
    await clock.pass(300_000)
    expect(printer.printed).toEqual([])
    const after = payments.map(({ id }) => ledger.find(id))
    expect(after.map(payment => payment?.receiptCopies)).toEqual([1, 1, 1, 1, 1, 0, 0, 0])
    const failures = after.slice(4).map(payment => payment?.receiptFailure)
    expect(failures).toEqual(['no-answer', 'too-late', 'too-late', 'too-late'])
  })

  it('without a printer is said on the payment, and not tried again', async () => {
    const { ledger, receipts, printer, sell, receiptsOf } = open(automatic)
    printer.printers = []
    const payment = sell()
    receipts.paymentChanged(payment, null)
    await settled()
    const after = ledger.find(payment.id)
    expect(after).toMatchObject({ receiptCopies: 0, receiptFailure: 'no-printer' })
    receipts.paymentChanged(after ?? payment, null)
    await settled()
    expect(receiptsOf(payment)).toHaveLength(1)
    printer.printers = [{ name: 'x', displayName: 'x' }]
    await receipts.print({ paymentId: payment.id })
    expect(printer.printed).toMatchObject([{ view: { copy: null } }])
  })

  it.each(['before the record', 'before the printer', 'after the printer'])(
    'comes out at most once, where the power is cut %s',
    async moment => {
      const first = open(automatic)
      const payment = first.sell()
      if (moment !== 'before the record') {
        // The power goes at this very moment: what the ledger holds then is all that is left.
        if (moment === 'before the printer') first.printer.behaviour = 'hangs'
        first.receipts.paymentChanged(payment, null)
        await settled()
      }
      const out = first.printer.printed.length
      first.close()
      const { ledger, engine, receipts, printer } = open({ folder: first.folder })
      receipts.engineChanged(engine)
      receipts.engineChanged(engine)
      await settled()
      expect(out + printer.printed.length).toBe(moment === 'before the printer' ? 0 : 1)
      expect(ledger.find(payment.id)?.receiptCopies).toBe(1)
      await receipts.print({ paymentId: payment.id })
      expect(printer.printed.at(-1)?.view.copy).toMatch(/^COPY 2/)
    },
  )
})

describe('a sample', () => {
  it('is printed with the settings that are being tried, and is on no record', async () => {
    const { settings, receipts, printer, sell, receiptsOf } = open()
    const payment = sell()
    const tried = { printer: 'till-80', sheets: 2, footer: 'Asante' }
    const how = { ...settings.get().receipts, ...tried }
    expect(await receipts.testPrint(how)).toEqual({ ok: true, value: null })
    const marks = ['SAMPLE: not a receipt', 'PRACTICE: no real money']
    const printed = { printer: 'till-80', sheets: 2, view: { footer: 'Asante', marks } }
    expect(printer.printed).toMatchObject([printed])
    expect(receiptsOf(payment)).toEqual([])
    expect(await receipts.preview(how)).toMatchObject({ ok: true })
    const gone = await receipts.testPrint({ ...how, printer: 'gone' })
    expect(gone).toMatchObject({ code: 'printer-missing' })
  })
})

describe('the receipt of a sale of several payments', () => {
  /** 4,500 in cash, then a push for the rest of 15,000. */
  const inParts = (opened: ReturnType<typeof open>) => {
    const tzs = (value: number) => ({ amount: { currency: 'TZS', value }, total: 15_000 })
    const cash = opened.take([], { ...tzs(4_500), channel: 'cash', received: 5_000 })
    const askRest = (...events: LaterEvent[]) =>
      opened.take([...eventsTo('pending'), ...events], { ...tzs(10_500), sale: cash.id })
    return { cash, askRest }
  }
  const lastOf = ({ printer }: ReturnType<typeof open>) => printer.printed.at(-1)?.view
  const factsOf = (opened: ReturnType<typeof open>) =>
    lastOf(opened)?.facts.map(({ name, value }) => `${name}: ${value}`) ?? []

  it('has a number only once all of it is paid, and both parts have the same', async () => {
    const opened = open()
    const { receipts, ledger, receiptsOf } = opened
    const { cash, askRest } = inParts(opened)
    await receipts.print({ paymentId: cash.id })
    expect(lastOf(opened)).toMatchObject({ state: 'STILL TO PAY', amount: 'TZS 10,500' })
    expect(factsOf(opened).join()).not.toContain('Receipt no.')
    expect(receiptsOf(cash)).toMatchObject([{ copy: 0 }])
    expect(ledger.nextReceiptNumber()).toBe(1)
    const push = askRest()
    await receipts.print({ paymentId: cash.id })
    expect(lastOf(opened)?.state).toBe('STILL TO PAY')
    ledger.append(push.id, samples.settled)
    await receipts.print({ paymentId: push.id })
    expect(lastOf(opened)).toMatchObject({ copy: null, state: 'PAID', amount: 'TZS 15,000' })
    expect(factsOf(opened)).toEqual(
      expect.arrayContaining(['Receipt no.: 1', 'Cash: 4,500', 'Mobile money: 10,500']),
    )
    await receipts.print({ paymentId: cash.id })
    expect(lastOf(opened)?.copy).toMatch(/^COPY 2 · \d/)
    expect(factsOf(opened)).toContain('Receipt no.: 1')
    expect(ledger.nextReceiptNumber()).toBe(2)
  })

  it('says as of when it is after money went back, and REFUNDED once all of it did', async () => {
    const opened = open()
    const { receipts, ledger } = opened
    const { cash, askRest } = inParts(opened)
    const push = askRest(samples.settled)
    await receipts.print({ paymentId: push.id })
    const back = (payment: Payment, value: number) =>
      ledger.append(payment.id, { ...samples['given-back'], value, worth: value })
    back(push, 2_500)
    await receipts.print({ paymentId: push.id })
    const givenBack = [expect.stringContaining('REFUNDED 2,500 IN CASH')]
    expect(lastOf(opened)).toMatchObject({ state: 'PAID', givenBack })
    expect(lastOf(opened)?.copy).toMatch(/^COPY 2 · AS OF /)
    back(push, 8_000)
    back(cash, 4_500)
    await receipts.print({ paymentId: push.id })
    expect(lastOf(opened)).toMatchObject({ amount: '', state: 'REFUNDED' })
    expect(lastOf(opened)?.givenBack).toHaveLength(3)
    expect(factsOf(opened)).toContain('Receipt no.: 1')
  })

  it('comes by itself once, when the last part is paid', async () => {
    const opened = open(automatic)
    const { receipts, printer, ledger, receiptsOf } = opened
    const { cash, askRest } = inParts(opened)
    receipts.paymentChanged(cash, null)
    await settled()
    expect(printer.printed).toEqual([])
    expect(receiptsOf(cash)).toEqual([])
    const push = askRest(samples.settled)
    for (const { id } of [push, cash]) receipts.paymentChanged(ledger.find(id) ?? push, push)
    await settled()
    expect(printer.printed).toMatchObject([{ view: { state: 'PAID' } }])
    expect(receiptsOf(cash)).toEqual([])
  })
})

describe('cash that was taken instead of a push', () => {
  it('is printed like cash, by itself too', async () => {
    const { receipts, printer, ledger, take } = open(automatic)
    const pending = take(eventsTo('pending'))
    const inCash = ledger.append(pending.id, { ...samples['cash-taken'], at: morning })
    receipts.paymentChanged(inCash, pending)
    await settled()
    const told = { state: 'PAID IN CASH', amount: 'TZS 15,000' }
    expect(printer.printed).toMatchObject([{ view: told }])
    expect(printer.printed[0]?.view.facts).toContainEqual({ name: 'Receipt no.', value: '1' })
    expect(ledger.find(pending.id)).toMatchObject({ phase: 'pending', receiptCopies: 1 })
  })
})

describe('receipt numbers', () => {
  const numbersOn = ({ printer }: ReturnType<typeof open>) =>
    printer.printed.map(({ view }) => view.facts.find(({ name }) => name === 'Receipt no.')?.value)

  it('count originals from 1, and a copy keeps its original’s number', async () => {
    const opened = open()
    const [one, two] = [opened.sell(), opened.sell()]
    for (const { id } of [two, one, two]) await opened.receipts.print({ paymentId: id })
    expect(numbersOn(opened)).toEqual(['1', '2', '1'])
    const [original, copy] = opened.receiptsOf(two)
    expect([original, copy]).toMatchObject([{ copy: 1, number: 1 }, { copy: 2 }])
    expect(copy).not.toHaveProperty('number')
  })

  it('are not taken by what was not made', async () => {
    const { ledger, receipts, printer, sell } = open()
    const { printers } = printer
    printer.printers = []
    await receipts.print({ paymentId: sell().id })
    printer.printers = printers
    await receipts.print({ paymentId: sell().id })
    expect(ledger.nextReceiptNumber()).toBe(2)
  })

  it('go on after a restart', async () => {
    const { folder, receipts, sell, close } = open()
    await receipts.print({ paymentId: sell().id })
    close()
    const again = open({ folder })
    await again.receipts.print({ paymentId: again.sell().id })
    expect(numbersOn(again)).toEqual(['2'])
  })

  it('are never given twice: the ledger refuses, and writes nothing', () => {
    const { ledger, sell, receiptsOf } = open()
    const [one, two] = [sell(), sell()]
    const first = { ...samples['receipt-printed'], copy: 1, number: 7 }
    ledger.append(one.id, first)
    expect(() => ledger.append(two.id, first)).toThrow()
    expect(receiptsOf(two)).toEqual([])
    expect(ledger.nextReceiptNumber()).toBe(8)
  })
})

describe('sending a receipt', () => {
  it('goes to a number that was typed, where the payment has none or another', async () => {
    const addresses: string[] = []
    const openOutside = async (opened: string) => void addresses.push(opened)
    const { receipts, take, sell } = open({ openOutside })
    const cash = take([], { channel: 'cash', msisdn: '' })
    for (const { id } of [cash, sell()])
      await receipts.send({ paymentId: id, channel: 'whatsapp', number: '255700000001' })
    expect(addresses.map(address => address.slice(0, 26))).toEqual(
      Array(2).fill('https://wa.me/255700000001'),
    )
  })

  it('opens the shop’s own program with the receipt, which is on record first', async () => {
    let address = ''
    let before: unknown
    const openOutside = async (opened: string) => {
      address = opened
      before = receiptsOf(payment)
    }
    const { receipts, printer, sell, receiptsOf } = open({ person: asha, openOutside })
    const payment = sell()
    expect(await receipts.send({ paymentId: payment.id, channel: 'whatsapp' })).toMatchObject({
      ok: true,
    })
    expect(address.startsWith(`https://wa.me/${payment.msisdn}?text=`)).toBe(true)
    expect(decodeURIComponent(address)).toContain('PRACTICE: no real money\r\n')
    expect(decodeURIComponent(address)).toContain('Receipt no.: 1')
    expect(before).toMatchObject([{ copy: 1, number: 1, to: 'whatsapp', person: asha }])
    await receipts.print({ paymentId: payment.id })
    expect(printer.printed[0]?.view.copy).toContain('COPY 2')
  })

  it('says that no program opened it, here and in the history', async () => {
    const openOutside = () => Promise.reject(new Error('no handler'))
    const { receipts, sell, receiptsOf } = open({ openOutside })
    const payment = sell()
    const sent = await receipts.send({ paymentId: payment.id, channel: 'whatsapp' })
    expect(sent).toMatchObject({ ok: false, code: 'receipt-not-opened' })
    const failed = { type: 'receipt-failed', reason: 'no-program' }
    expect(receiptsOf(payment)).toMatchObject([{ copy: 1 }, failed])
  })

  it('opens nothing without a PAID payment and an address of its customer', async () => {
    const openOutside = () => expect.fail('it was opened')
    const { receipts, take, receiptsOf } = open({ openOutside })
    const pending = await receipts.send({
      paymentId: take(eventsTo('pending')).id,
      channel: 'whatsapp',
    })
    expect(pending).toMatchObject({ code: 'receipt-not-possible' })
    const customer = { ...recorded().customer, email: null }
    const paid = take(eventsTo('settled'), { customer })
    const sent = await receipts.send({ paymentId: paid.id, channel: 'email' })
    expect(sent).toMatchObject({ code: 'receipt-no-recipient' })
    expect(receiptsOf(paid)).toEqual([])
  })
})
