import { randomUUID } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createWithEngine } from '../../../../../electron/main/connections/with-engine'
import type { SettingsKeeper } from '../../../../../electron/main/store/settings'
import { automaticLimit, mostReceipts } from '../../../../../shared/payment/receipt'
import type { Sale } from '../../../../../shared/payment/sale'
import type { Person } from '../../../../../shared/person'
import { createScriptedClient } from '../../../../support/payments/client'
import { createVirtualClock, morning, settled } from '../../../../support/payments/clock'
import { engineOn } from '../../../../support/payments/engine'
import { ledgerIn } from '../../../../support/payments/ledger'
import { eventsTo, failedOutcome, recorded, samples } from '../../../../support/payments/sales'
import { fakePrinter, receiptServiceOn } from '../../../../support/printing'
import { workFailedInto } from '../../../../support/results'
import { settingsIn } from '../../../../support/store'
import { temporaryFolders } from '../../../../support/temporary-folder'

const newFolder = temporaryFolders()
const asha: Person = { id: '018f3b1e-0000-7000-8000-00000000000a', name: 'Asha Mushi' }

/** The real receipt service on a real ledger and settings; only printer and drawing are replaced. */
function open(
  folder = newFolder(),
  person: Person | null = null,
  openOutside = async (_address: string): Promise<void> => undefined,
) {
  let atTill = person
  const settings = settingsIn(folder)
  const clock = createVirtualClock()
  const printer = fakePrinter()
  const { ledger, close, announced } = ledgerIn(folder)
  const { engine } = engineOn({
    ledger,
    client: createScriptedClient(),
    clock,
    person: () => atTill,
  })
  const faults: unknown[] = []
  const connections = {
    engine: () => engine,
    stage: () => ({ name: 'selling' }) as const,
    workFailed: workFailedInto(faults),
  }
  const receipts = receiptServiceOn({
    withEngine: createWithEngine(connections),
    settings,
    clock,
    printer,
    folder,
    openOutside,
    person: () => atTill,
  })
  const opened = { folder, settings, clock, printer, ledger, engine, receipts, announced, faults }
  const leave = () => {
    atTill = null
  }
  return { ...opened, close, leave, exports: join(folder, 'exports') }
}

type Opened = ReturnType<typeof open>

/** A sale that became paid a second after it was recorded. */
function sell({ ledger }: Opened, ...more: Parameters<Opened['ledger']['append']>[1][]): Sale {
  const { id } = ledger.record(randomUUID(), recorded({ draftId: randomUUID() }), { body: '{}' })
  return ledger.append(id, ...eventsTo('settled'), ...more)
}

function printAlone(settings: SettingsKeeper): void {
  settings.update(all => ({ ...all, receipts: { ...all.receipts, automatic: true } }))
}

const receiptsOf = ({ ledger }: Opened, { id }: Sale) =>
  ledger.history(id).filter(({ type }) => type.startsWith('receipt-'))

describe('printing a receipt', () => {
  it('is on record, with who and which, before it comes out', async () => {
    const opened = open(undefined, asha)
    const sale = sell(opened)
    let before: unknown
    opened.printer.beforePrint = () => {
      before = receiptsOf(opened, sale)
    }
    const printed = await opened.receipts.print(sale.id)
    expect(printed).toMatchObject({ ok: true, value: { receiptCopies: 1, receiptFailure: null } })
    expect(before).toEqual([
      {
        type: 'receipt-printed',
        at: morning,
        copy: 1,
        number: 1,
        to: 'printer',
        automatic: false,
        person: asha,
      },
    ])
    expect(opened.printer.printed).toMatchObject([{ printer: '', sheets: 1, view: { copy: null } }])
  })

  it('is of the person who pressed, also when they leave before the printer is free', async () => {
    const opened = open(undefined, asha)
    const { receipts, leave } = opened
    const sale = sell(opened)
    const asked = [
      receipts.print(sale.id),
      receipts.savePdf(sale.id),
      receipts.send(sale.id, 'whatsapp'),
    ]
    leave()
    for (const made of await Promise.all(asked)) expect(made).toMatchObject({ ok: true })
    expect(receiptsOf(opened, sale)).toMatchObject([
      { to: 'printer', person: asha },
      { to: 'file', person: asha },
      { to: 'whatsapp', person: asha },
    ])
  })

  it('numbers every further one as a copy, paper and file alike', async () => {
    const opened = open()
    const sale = sell(opened)
    await opened.receipts.print(sale.id)
    const saved = await opened.receipts.savePdf(sale.id)
    await opened.receipts.print(sale.id)
    expect(receiptsOf(opened, sale)).toMatchObject([
      { copy: 1, to: 'printer' },
      { copy: 2, to: 'file' },
      { copy: 3, to: 'printer' },
    ])
    expect(opened.printer.printed.map(({ view }) => view.copy?.slice(0, 6))).toEqual([
      undefined,
      'COPY 3',
    ])
    const file = saved.ok ? saved.value.file : ''
    expect(file).toMatch(/exports.receipt-[0-9A-F]{8}-copy-2\.pdf$/)
    expect(readFileSync(file, 'utf8')).toContain('COPY 2')
  })

  it('is only for what is paid and not in doubt', async () => {
    const opened = open()
    const { ledger, receipts, printer } = opened
    const { id: pending } = ledger.record(randomUUID(), recorded(), { body: '{}' })
    ledger.append(pending, ...eventsTo('pending'))
    const { id: failed } = ledger.record(randomUUID(), recorded(), { body: '{}' })
    ledger.append(failed, ...eventsTo('pending'), failedOutcome)
    const doubted = sell(opened, samples.contradicted)
    for (const id of [pending, failed, doubted.id]) {
      expect(await receipts.print(id)).toMatchObject({ ok: false, code: 'receipt-not-possible' })
      expect(await receipts.savePdf(id)).toMatchObject({ ok: false, code: 'receipt-not-possible' })
    }
    expect(printer.printed).toEqual([])
    ledger.append(doubted.id, samples.resolved)
    expect(await receipts.print(doubted.id)).toMatchObject({ ok: true })
  })

  it('ends somewhere, so that no history grows for ever', async () => {
    const opened = open()
    const sale = sell(opened)
    for (let copy = 1; copy <= mostReceipts; copy++)
      opened.ledger.append(sale.id, { ...samples['receipt-printed'], copy })
    expect(await opened.receipts.print(sale.id)).toMatchObject({ code: 'receipt-not-possible' })
  })

  it('twice at once is one: a second press joins the first', async () => {
    const opened = open()
    const sale = sell(opened)
    await Promise.all([opened.receipts.print(sale.id), opened.receipts.print(sale.id)])
    expect(opened.printer.printed).toHaveLength(1)
  })

  it('carries the mark of its own ledger’s connection', async () => {
    const opened = open()
    opened.settings.update(all => ({ ...all, active: 'production' }))
    await opened.receipts.print(sell(opened).id)
    expect(opened.printer.printed[0]?.view.marks).toEqual(['PRACTICE: no real money'])
  })

  it('is in the till’s language, unless the shop chose another', async () => {
    const opened = open()
    const { id } = sell(opened)
    opened.settings.update(all => ({ ...all, display: { ...all.display, language: 'sw' } }))
    await opened.receipts.print(id)
    opened.settings.update(all => ({ ...all, receipts: { ...all.receipts, language: 'en' } }))
    await opened.receipts.print(id)
    const printed = opened.printer.printed.map(({ view }) => [view.language, view.paid])
    expect(printed).toEqual([
      ['sw', 'YAMELIPWA'],
      ['en', 'PAID'],
    ])
  })
})

describe('a printer that fails', () => {
  it('and is not there: nothing is recorded, nothing counts as a copy', async () => {
    const opened = open()
    const sale = sell(opened)
    opened.settings.update(all => ({ ...all, receipts: { ...all.receipts, printer: 'gone' } }))
    expect(await opened.receipts.print(sale.id)).toMatchObject({ code: 'printer-missing' })
    expect(receiptsOf(opened, sale)).toEqual([])
    expect(opened.faults).toEqual([])
  })

  it('and refuses: what may have come out makes the next one a copy', async () => {
    const opened = open()
    const sale = sell(opened)
    opened.printer.behaviour = 'refuses'
    expect(await opened.receipts.print(sale.id)).toMatchObject({ code: 'printer-failed' })
    expect(opened.ledger.find(sale.id)).toMatchObject({
      receiptCopies: 1,
      receiptFailure: 'printer',
    })
    opened.printer.behaviour = 'prints'
    await opened.receipts.print(sale.id)
    expect(opened.printer.printed[0]?.view.copy).toMatch(/^COPY 2/)
    expect(opened.ledger.find(sale.id)?.receiptFailure).toBeNull()
  })

  it('and is silent: it is let go after its time, and the next one has its turn', async () => {
    const opened = open()
    const [first, second] = [sell(opened), sell(opened)]
    opened.printer.behaviour = 'hangs'
    const silent = opened.receipts.print(first.id)
    await opened.clock.pass(29_000)
    expect(opened.printer.openWindows).toBe(1)
    opened.printer.behaviour = 'prints'
    const next = opened.receipts.print(second.id)
    await opened.clock.pass(2_000)
    expect(await silent).toMatchObject({ code: 'printer-silent' })
    expect(await next).toMatchObject({ ok: true })
    expect(opened.ledger.find(first.id)?.receiptFailure).toBe('no-answer')
    expect(opened.printer.openWindows).toBe(0)
    expect(opened.clock.alarms()).toBe(0)
  })

  it.each(['cannot-draw', 'drawing-hangs'] as const)(
    '%s: nothing came out, so nothing is a copy',
    async how => {
      const opened = open()
      const sale = sell(opened)
      opened.printer.behaviour = how
      const printing = opened.receipts.print(sale.id)
      await opened.clock.pass(31_000)
      expect(await printing).toMatchObject({ ok: false })
      expect(opened.ledger.find(sale.id)?.receiptCopies).toBe(0)
    },
  )

  it('stops no sale: the ledger takes the next one while it hangs', async () => {
    const opened = open()
    opened.printer.behaviour = 'hangs'
    opened.receipts.print(sell(opened).id)
    await settled()
    expect(sell(opened).outcome).toBe('paid')
    expect(opened.faults).toEqual([])
  })

  it('is said of a file that cannot be written', async () => {
    const opened = open()
    const sale = sell(opened)
    writeFileSync(opened.exports, 'a file where the folder should be')
    expect(await opened.receipts.savePdf(sale.id)).toMatchObject({ code: 'receipt-not-saved' })
    expect(opened.ledger.find(sale.id)?.receiptFailure).toBe('file')
    expect(readFileSync(opened.exports, 'utf8')).toContain('a file')
  })

  it('a file that is there already is never written over', async () => {
    const opened = open()
    const sale = sell(opened)
    mkdirSync(opened.exports)
    const name = `receipt-${sale.id.slice(-8).toUpperCase()}.pdf`
    writeFileSync(join(opened.exports, name), 'older')
    const other = join(opened.exports, name.replace('.pdf', '-2.pdf'))
    expect(await opened.receipts.savePdf(sale.id)).toMatchObject({ value: { file: other } })
    expect(readFileSync(join(opened.exports, name), 'utf8')).toBe('older')
  })
})

describe('a receipt that is printed by itself', () => {
  it('comes once, for a sale that becomes paid, without a press', async () => {
    const opened = open(undefined, asha)
    printAlone(opened.settings)
    const sale = sell(opened)
    for (const state of opened.announced) opened.receipts.saleChanged(state, null)
    await settled()
    for (const state of [...opened.announced, sale]) opened.receipts.saleChanged(state, null)
    await settled()
    expect(opened.printer.printed).toHaveLength(1)
    expect(receiptsOf(opened, sale)).toMatchObject([{ copy: 1, automatic: true, person: null }])
  })

  it('does not come where the shop does not want it', async () => {
    const opened = open()
    opened.receipts.saleChanged(sell(opened), null)
    await settled()
    expect(opened.printer.printed).toEqual([])
  })

  it('does not come late: its customer has gone', async () => {
    const opened = open()
    printAlone(opened.settings)
    const sale = sell(opened)
    await opened.clock.pass(automaticLimit + 2_000)
    opened.receipts.saleChanged(sale, null)
    const { id } = opened.ledger.record(randomUUID(), recorded(), { body: '{}' })
    const at = opened.clock.wall()
    const paidLate = opened.ledger.append(id, ...eventsTo('expired'), { ...samples.settled, at })
    expect(paidLate.late).toBe(true)
    opened.receipts.saleChanged(paidLate, null)
    await settled()
    expect(opened.printer.printed).toEqual([])
  })

  it('that waited too long behind a silent printer is left to a person', async () => {
    const opened = open()
    printAlone(opened.settings)
    opened.printer.behaviour = 'hangs'
    const sales = Array.from({ length: 8 }, () => sell(opened))
    for (const sale of sales) opened.receipts.saleChanged(sale, null)
    await opened.clock.pass(automaticLimit + 5_000)
    opened.printer.behaviour = 'prints'
    await opened.clock.pass(300_000)
    expect(opened.printer.printed).toEqual([])
    const copies = sales.map(({ id }) => opened.ledger.find(id)?.receiptCopies)
    expect(copies).toEqual([1, 1, 1, 1, 1, 0, 0, 0])
    const failures = sales.map(({ id }) => opened.ledger.find(id)?.receiptFailure)
    expect(failures.slice(4)).toEqual(['no-answer', 'too-late', 'too-late', 'too-late'])
  })

  it('without a printer is said on the sale, and not tried again', async () => {
    const opened = open()
    printAlone(opened.settings)
    opened.printer.printers = []
    const sale = sell(opened)
    opened.receipts.saleChanged(sale, null)
    await settled()
    expect(opened.ledger.find(sale.id)).toMatchObject({
      receiptCopies: 0,
      receiptFailure: 'no-printer',
    })
    opened.receipts.saleChanged(opened.ledger.find(sale.id) ?? sale, null)
    await settled()
    expect(receiptsOf(opened, sale)).toHaveLength(1)
    opened.printer.printers = [{ name: 'x', displayName: 'x' }]
    await opened.receipts.print(sale.id)
    expect(opened.printer.printed).toMatchObject([{ view: { copy: null } }])
  })

  it('comes out at most once, at any moment of a power cut', async () => {
    for (const moment of [
      'before the record',
      'before the printer',
      'after the printer',
    ] as const) {
      const first = open()
      printAlone(first.settings)
      const sale = sell(first)
      if (moment !== 'before the record') {
        // The power goes at this very moment: what the ledger holds then is all that is left.
        if (moment === 'before the printer') first.printer.behaviour = 'hangs'
        first.receipts.saleChanged(sale, null)
        await settled()
      }
      const out = first.printer.printed.length
      first.close()
      const second = open(first.folder)
      second.receipts.engineChanged(second.engine)
      second.receipts.engineChanged(second.engine)
      await settled()
      const all = out + second.printer.printed.length
      expect(all, moment).toBe(moment === 'before the printer' ? 0 : 1)
      expect(second.ledger.find(sale.id)?.receiptCopies, moment).toBe(1)
      await second.receipts.print(sale.id)
      expect(second.printer.printed.at(-1)?.view.copy, moment).toMatch(/^COPY 2/)
    }
  })
})

describe('a sample', () => {
  it('is printed with the settings that are being tried, and is on no record', async () => {
    const opened = open()
    const sale = sell(opened)
    const how = {
      ...opened.settings.get().receipts,
      printer: 'till-80',
      sheets: 2,
      footer: 'Asante',
    }
    expect(await opened.receipts.testPrint(how)).toEqual({ ok: true, value: null })
    expect(opened.printer.printed).toMatchObject([
      {
        printer: 'till-80',
        sheets: 2,
        view: { footer: 'Asante', marks: ['SAMPLE: not a receipt', 'PRACTICE: no real money'] },
      },
    ])
    expect(receiptsOf(opened, sale)).toEqual([])
    expect(await opened.receipts.preview(how)).toMatchObject({ ok: true })
    expect(await opened.receipts.testPrint({ ...how, printer: 'gone' })).toMatchObject({
      code: 'printer-missing',
    })
  })
})

const numbersOn = (opened: Opened) =>
  opened.printer.printed.map(
    ({ view }) => view.facts.find(({ name }) => name === 'Receipt no.')?.value,
  )

describe('receipt numbers', () => {
  it('count originals from 1, and a copy keeps its original’s number', async () => {
    const opened = open()
    const [one, two] = [sell(opened), sell(opened)]
    for (const { id } of [two, one, two]) await opened.receipts.print(id)
    expect(numbersOn(opened)).toEqual(['1', '2', '1'])
    expect(receiptsOf(opened, two)).toMatchObject([{ copy: 1, number: 1 }, { copy: 2 }])
    expect(receiptsOf(opened, two)[1]).not.toHaveProperty('number')
  })

  it('are not taken by what was not made', async () => {
    const opened = open()
    opened.printer.printers = []
    await opened.receipts.print(sell(opened).id)
    opened.printer.printers = [{ name: 'till-80', displayName: 'Till printer' }]
    await opened.receipts.print(sell(opened).id)
    expect(opened.ledger.nextReceiptNumber()).toBe(2)
  })

  it('go on after a restart', async () => {
    const opened = open()
    await opened.receipts.print(sell(opened).id)
    opened.close()
    const again = open(opened.folder)
    await again.receipts.print(sell(again).id)
    expect(numbersOn(again)).toEqual(['2'])
  })

  it('are never given twice: the ledger refuses, and writes nothing', () => {
    const opened = open()
    const [one, two] = [sell(opened), sell(opened)]
    const first = { ...samples['receipt-printed'], copy: 1, number: 7 }
    opened.ledger.append(one.id, first)
    expect(() => opened.ledger.append(two.id, first)).toThrow()
    expect(receiptsOf(opened, two)).toEqual([])
    expect(opened.ledger.nextReceiptNumber()).toBe(8)
  })
})

describe('sending a receipt', () => {
  it('opens the shop’s own program with the receipt, which is on record first', async () => {
    const addresses: string[] = []
    const before: unknown[] = []
    const opened: Opened = open(undefined, asha, async address => {
      addresses.push(address)
      before.push(...receiptsOf(opened, sale))
    })
    const sale = sell(opened)
    expect(await opened.receipts.send(sale.id, 'whatsapp')).toMatchObject({ ok: true })
    const [address = ''] = addresses
    expect(address.startsWith(`https://wa.me/${sale.msisdn}?text=`)).toBe(true)
    expect(decodeURIComponent(address)).toContain('PRACTICE: no real money\r\n')
    expect(decodeURIComponent(address)).toContain('Receipt no.: 1')
    expect(before).toMatchObject([{ copy: 1, number: 1, to: 'whatsapp', person: asha }])
    await opened.receipts.print(sale.id)
    expect(opened.printer.printed[0]?.view.copy).toContain('COPY 2')
  })

  it('says that no program opened it, here and in the history', async () => {
    const opened = open(undefined, null, async () => {
      throw new Error('no handler')
    })
    const sale = sell(opened)
    expect(await opened.receipts.send(sale.id, 'whatsapp')).toMatchObject({
      ok: false,
      code: 'receipt-not-opened',
    })
    expect(receiptsOf(opened, sale)).toMatchObject([
      { copy: 1 },
      { type: 'receipt-failed', reason: 'no-program' },
    ])
  })

  it('opens nothing without a PAID sale and an address of its customer', async () => {
    const addresses: string[] = []
    const opened = open(undefined, null, async address => void addresses.push(address))
    const { id } = opened.ledger.record(randomUUID(), recorded(), { body: '{}' })
    opened.ledger.append(id, ...eventsTo('pending'))
    expect(await opened.receipts.send(id, 'whatsapp')).toMatchObject({
      code: 'receipt-not-possible',
    })
    const customer = { ...recorded().customer, email: null }
    const paid = opened.ledger.record(randomUUID(), recorded({ draftId: randomUUID(), customer }), {
      body: '{}',
    })
    opened.ledger.append(paid.id, ...eventsTo('settled'))
    expect(await opened.receipts.send(paid.id, 'email')).toMatchObject({
      code: 'receipt-no-recipient',
    })
    expect(receiptsOf(opened, paid)).toEqual([])
    expect(addresses).toEqual([])
  })
})
