import { randomUUID } from 'node:crypto'
import { createServer as createHttpServer } from 'node:http'
import { type AddressInfo, createServer } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { systemClock } from '../../../../../electron/main/platform/clock'
import { removedCustomer } from '../../../../../shared/payment/customer'
import type { Payment } from '../../../../../shared/payment/payment'
import type { ReceiptSettings } from '../../../../../shared/settings/receipts'
import { EscposPrinter } from '../../../../support/escpos-printer'
import { openEngine } from '../../../../support/payments/engine'
import { eventsTo, recorded, samples } from '../../../../support/payments/payments'
import { fakePrinter, receiptServiceOn, stripes } from '../../../../support/printing'
import { sellingWith } from '../../../../support/results'
import { settingsIn } from '../../../../support/store'

/** The real receipt service, ledger and connection; only the page that draws is a fake. */
async function open(change: Partial<ReceiptSettings> = {}) {
  const { folder, ledger, engine } = openEngine()
  const printer = new EscposPrinter()
  await printer.switchOn()
  onTestFinished(() => printer.switchOff())
  const settings = settingsIn(folder)
  settings.update(all => ({
    ...all,
    receipts: { ...all.receipts, method: 'network', address: printer.address, ...change },
  }))
  const page = fakePrinter()
  const receipts = receiptServiceOn({
    ...{ settings, folder, printer: page },
    withEngine: sellingWith(engine),
    clock: systemClock,
  })
  const sell = (): Payment => {
    const { id } = ledger.record(randomUUID(), recorded(), { body: '{}' })
    return ledger.append(id, ...eventsTo('settled'))
  }
  return { printer, settings, page, ledger, receipts, sell }
}

type Till = Awaited<ReturnType<typeof open>>

const flat = (rows: Uint8Array[]) => Buffer.concat(rows)

describe('a receipt printer on the network', () => {
  it.each([384, 576])('prints the drawing dot by dot, %i dots wide, and cuts', async width => {
    const { printer, page, receipts, sell } = await open()
    page.drawn = stripes(width, 700)
    expect(await receipts.print({ paymentId: sell().id })).toMatchObject({ ok: true })
    const [sheet] = printer.sheets
    expect(printer.sheets).toHaveLength(1)
    expect(sheet).toMatchObject({ width, cut: true })
    expect(flat(sheet?.rows.slice(0, 700) ?? []).equals(page.drawn.dots)).toBe(true)
    // Only the feed to the cutter comes after it, and it is white.
    expect(flat(sheet?.rows.slice(700) ?? []).includes(1)).toBe(false)
    expect(printer.unknown).toEqual([])
    expect(printer.drawerOpened).toBe(0)
  })

  it('prints one receipt after the other, on the sheets that the shop wants, and one for two presses', async () => {
    const { printer, receipts, sell } = await open({ sheets: 2 })
    const [one, two] = [sell(), sell()]
    const presses = [one, one, two].map(({ id }) => receipts.print({ paymentId: id }))
    for (const done of await Promise.all(presses)) expect(done).toMatchObject({ ok: true })
    expect(printer.sheets.map(({ cut }) => cut)).toEqual([true, true, true, true])
  })

  it('that answers no question prints all the same', async () => {
    const { printer, receipts, sell } = await open()
    printer.condition.answers = false
    expect(await receipts.print({ paymentId: sell().id })).toMatchObject({ ok: true })
    expect(printer.sheets).toMatchObject([{ cut: true }])
  })
})

describe('nothing is sent, nothing is recorded, and the reason is given,', () => {
  const refused = async (opened: Awaited<ReturnType<typeof open>>, code: string) => {
    const { receipts, ledger, sell } = opened
    const payment = sell()
    expect(await receipts.print({ paymentId: payment.id })).toMatchObject({ ok: false, code })
    expect(ledger.find(payment.id)).toMatchObject({ receiptCopies: 0, receiptFailure: null })
    expect(ledger.nextReceiptNumber()).toBe(1)
    return payment
  }

  it('when the printer is off; switched on, it prints the original', async () => {
    const opened = await open()
    await opened.printer.switchOff()
    const payment = await refused(opened, 'printer-off')
    await opened.printer.switchOn()
    expect(await opened.receipts.print({ paymentId: payment.id })).toMatchObject({
      value: { receiptNumber: 1 },
    })
    expect(opened.page.openWindows).toBe(0)
  })

  it('when it is out of paper', async () => {
    const opened = await open()
    opened.printer.condition.paper = 'out'
    const payment = await refused(opened, 'printer-paper-out')
    opened.printer.refill()
    expect(await opened.receipts.print({ paymentId: payment.id })).toMatchObject({ ok: true })
    expect(opened.printer.sheets).toHaveLength(1)
  })

  it('when its cover is open, or no address was entered', async () => {
    const opened = await open()
    opened.printer.condition.cover = 'open'
    await refused(opened, 'printer-cover-open')
    await refused(await open({ address: '' }), 'printer-missing')
  })

  it.each([
    ['a web server', () => createHttpServer((_, response) => response.end('hello'))],
    ['a mail server', () => createServer(socket => socket.end('220 mail.example ESMTP ready\r\n'))],
    ['a login server', () => createServer(socket => socket.end('SSH-2.0-OpenSSH_9.2\r\n'))],
  ])('when %s answers at its address', async (_name, make) => {
    const server = make()
    onTestFinished(() => void server.close())
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    await refused(await open({ address: `127.0.0.1:${port}` }), 'printer-not-one')
  })
})

/** A device that says this byte without end, once it was asked something; and how much it could say. */
async function endless(byte: number, first = Buffer.alloc(0)) {
  const piece = Buffer.alloc(64 * 1024, byte)
  let taken = 0
  const server = createServer(socket => {
    const flood = () => {
      while (!socket.destroyed && socket.write(piece)) taken += piece.length
      taken += piece.length
    }
    socket.on('error', () => undefined)
    socket.on('drain', flood)
    socket.on('data', bytes => {
      // The first question is answered in order.
      if (first.length > 0 && bytes.length < 20) socket.write(first)
      else flood()
    })
  })
  onTestFinished(() => void server.close())
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { address: `127.0.0.1:${port}`, taken: () => taken }
}

describe('a device that talks without end', () => {
  it('is no receipt printer, and what it says is not kept', async () => {
    const device = await endless(0x12)
    const { receipts, sell } = await open({ address: device.address })
    expect(await receipts.print({ paymentId: sell().id })).toMatchObject({
      code: 'printer-not-one',
    })
    const taken = device.taken()
    // What the two ends of a connection hold, and no more.
    expect(taken).toBeLessThan(32 * 1024 * 1024)
    await new Promise(resolve => setTimeout(resolve, 300))
    expect(device.taken()).toBe(taken)
  })

  it('only while it prints has stopped', async () => {
    const device = await endless(0x12, Buffer.of(0x12, 0x12, 0))
    const { receipts, ledger, sell } = await open({ address: device.address })
    const payment = sell()
    expect(await receipts.print({ paymentId: payment.id })).toMatchObject({
      code: 'printer-stopped',
    })
    expect(ledger.find(payment.id)).toMatchObject({ receiptFailure: 'stopped' })
  })
})

describe('a printer that stops in the middle', () => {
  it('by losing its power is reported, and nothing is printed again by itself', async () => {
    const { printer, page, ledger, receipts, sell } = await open()
    printer.condition.offAfter = 200
    const payment = sell()
    expect(await receipts.print({ paymentId: payment.id })).toMatchObject({
      ok: false,
      code: 'printer-stopped',
    })
    expect(ledger.find(payment.id)).toMatchObject({ receiptCopies: 1, receiptFailure: 'stopped' })
    const [half] = printer.sheets
    expect(half?.rows).toHaveLength(200)
    const { connections } = printer
    printer.condition.offAfter = null
    await printer.switchOn()
    receipts.paymentChanged(ledger.find(payment.id) ?? payment, payment)
    // The queue keeps the order: a receipt that came by itself would be out before the drawer has its turn.
    expect(await receipts.openDrawer()).toEqual({ ok: true, value: null })
    expect(printer.connections).toBe(connections)
    if (half) half.cut = true
    expect(await receipts.print({ paymentId: payment.id })).toMatchObject({
      value: { receiptCopies: 2 },
    })
    expect(page.openWindows).toBe(0)
  })

  it('by running out of paper is reported; with a new roll it prints the rest, once', async () => {
    const { printer, page, ledger, receipts, sell } = await open()
    printer.condition.paperFor = 200
    const payment = sell()
    expect(await receipts.print({ paymentId: payment.id })).toMatchObject({
      code: 'printer-stopped',
    })
    expect(ledger.find(payment.id)).toMatchObject({ receiptFailure: 'stopped' })
    expect(printer.sheets[0]?.rows).toHaveLength(200)
    printer.refill()
    expect(printer.sheets).toMatchObject([{ cut: true }])
    expect(printer.sheets[0]?.rows.length).toBeGreaterThan(page.drawn.height)
  })

  it('and then sends nothing is reported within its time', async () => {
    const { printer, receipts, sell } = await open()
    printer.condition.stuckAfter = 200
    const began = Date.now()
    expect(await receipts.print({ paymentId: sell().id })).toMatchObject({ code: 'printer-silent' })
    expect(Date.now() - began).toBeLessThan(5_000)
  })
})

/** Whatever was begun before goes to the printer first: its queue keeps the order. */
async function nextPrinted({ receipts, sell }: Pick<Till, 'receipts' | 'sell'>): Promise<void> {
  expect(await receipts.print({ paymentId: sell().id })).toMatchObject({ ok: true })
}

describe('the cash drawer', () => {
  const refund = (way: 'cash' | 'service') => ({ ...samples['given-back'], way })

  it('opens when cash is paid back, and prints nothing', async () => {
    const { printer, ledger, receipts, sell } = await open({ drawer: true })
    const before = sell()
    const payment = ledger.append(before.id, refund('cash'))
    receipts.paymentChanged(payment, before)
    await expect.poll(() => printer.drawerOpened).toBe(1)
    expect(printer.sheets).toEqual([])
    for (const earlier of [payment, null]) {
      receipts.paymentChanged(payment, earlier)
      await nextPrinted({ receipts, sell })
      expect(printer.drawerOpened).toBe(1)
    }
  })

  it('opens once for a payment in cash, when it begins', async () => {
    const { printer, ledger, receipts, sell } = await open({ drawer: true })
    const cash = { channel: 'cash', msisdn: '', customer: removedCustomer } as const
    const { id } = ledger.record(randomUUID(), recorded(cash), { body: '{}' })
    const payment = ledger.find(id)
    if (!payment) throw new Error('No payment')
    for (const [before, opened] of [
      [null, 1],
      [payment, 1],
    ] as const) {
      receipts.paymentChanged(payment, before)
      await nextPrinted({ receipts, sell })
      expect(printer.drawerOpened).toBe(opened)
    }
  })

  it('stays closed for money that goes back by the service, and where the shop has none', async () => {
    const withDrawer = await open({ drawer: true })
    const without = await open({ drawer: false })
    const paid = [withDrawer.sell(), without.sell()] as const
    const back = withDrawer.ledger.append(paid[0].id, refund('service'))
    withDrawer.receipts.paymentChanged(back, paid[0])
    without.receipts.paymentChanged(without.ledger.append(paid[1].id, refund('cash')), paid[1])
    expect(await without.receipts.openDrawer()).toEqual({ ok: true, value: null })
    for (const till of [withDrawer, without]) await nextPrinted(till)
    expect([withDrawer.printer.drawerOpened, without.printer.drawerOpened]).toEqual([0, 0])
  })

  it('that cannot be reached is reported', async () => {
    const { printer, receipts } = await open({ drawer: true })
    expect(await receipts.openDrawer()).toEqual({ ok: true, value: null })
    await printer.switchOff()
    expect(await receipts.openDrawer()).toMatchObject({ ok: false, code: 'printer-off' })
  })

  it('is tried with the test print', async () => {
    const { printer, settings, receipts } = await open({ drawer: true })
    expect(await receipts.testPrint(settings.get().receipts)).toMatchObject({ ok: true })
    expect(printer).toMatchObject({ drawerOpened: 1, sheets: [{ cut: true }] })
  })
})
