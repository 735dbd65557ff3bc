import type { ParsedOf } from '../../../../shared/ipc/contract'
import type { HandlersOf } from '../../../../shared/ipc/handlers'
import { failure, type Result, success } from '../../../../shared/ipc/result'
import { isPaidInCash } from '../../../../shared/payment/actions'
import type { Payment } from '../../../../shared/payment/payment'
import { paymentNumber } from '../../../../shared/payment/payment-number'
import { isDueByItself } from '../../../../shared/payment/receipt'
import type { Person } from '../../../../shared/person'
import type { ReceiptSettings } from '../../../../shared/settings/receipts'
import type { NextReceipt } from '../../sales/receipt-record'
import type { SalesEngine } from '../../sales/sales-engine'
import { type ExportFolder, writeNewFile } from '../exports/new-file'
import type { Printer } from './print-window'
import { PrinterTrouble, printTimeLimitMs, withinLimit } from './printer-trouble'
import type { ReceiptMaker, ReceiptMakerParts } from './receipt-maker'

/** Payments that became paid when the till stopped are among so many. */
const lastPayments = 50

interface ReceiptServiceParts extends ReceiptMakerParts {
  exportFolder: ExportFolder
  /** Who is signed in. */
  person: () => Person | null
}

/**
 * Makes receipts, one at a time, when a person asks or a payment becomes paid. Nothing that goes wrong here stops a payment.
 */
export class ReceiptService implements HandlersOf<'receipts'> {
  private readonly queue = new PrintQueue()
  private engine: SalesEngine | null = null

  private loaded: Promise<ReceiptMaker> | null = null

  constructor(private readonly parts: ReceiptServiceParts) {}

  async printers(): Promise<Result<readonly Printer[]>> {
    const maker = await this.maker()
    return maker.inWindow('printer-failed', async window => success(await window.printers()))
  }

  /** A sample with these settings, as the address of an image. */
  async preview(how: ReceiptSettings): Promise<Result<{ picture: string }>> {
    const maker = await this.maker()
    return maker.inWindow('receipt-not-shown', async window => {
      const drawing = await maker.drawSample(window, how)
      return success({ picture: await drawing.picture() })
    })
  }

  /** Prints a sample with these settings, and opens the drawer where it has one; nothing is recorded. */
  testPrint(how: ReceiptSettings): Promise<Result<null>> {
    const { printers } = this.parts
    return this.queue.take('test', async () => {
      const maker = await this.maker()
      return maker.inWindow<null>('printer-failed', async (window, signal) => {
        await printers.use(how, window, signal, async printer =>
          printer.print(await maker.drawSample(window, how), how.sheets),
        )
        if (opensDrawer(how)) await printers.openDrawer(how, signal)
        return success(null)
      })
    })
  }

  /** Prints the next receipt of a payment; all but the first are marked as copies. */
  print({ paymentId }: { paymentId: string }): Promise<Result<Payment>> {
    return this.printNext(paymentId, false)
  }

  /** The same as a file in the export folder. */
  savePdf({ paymentId }: { paymentId: string }): Promise<Result<{ file: string }>> {
    const { person, exportFolder } = this.parts
    const by = person()
    return this.queue.take(`save ${paymentId}`, async () => {
      const maker = await this.maker()
      return maker.savePdf(paymentId, by, async (pdf, receipt) => {
        const file = await writeNewFile(exportFolder.path, fileName(receipt), 'pdf', pdf)
        exportFolder.note(file)
        return file
      })
    })
  }

  /** Opens the next receipt of a payment as a message, for a person to send. The till itself sends nothing. */
  send({ paymentId, ...to }: ParsedOf<'receipts', 'send'>): Promise<Result<Payment>> {
    const by = this.parts.person()
    const name = `${to.channel} ${to.number ?? ''} ${paymentId}`
    return this.queue.take(name, async () => (await this.maker()).send(paymentId, to, by))
  }

  /** Opens the cash drawer, where the shop has one. It waits for the paper that is being printed. */
  async openDrawer(): Promise<Result<null>> {
    const { settings, printers, clock, log } = this.parts
    const how = settings.get().receipts
    if (!opensDrawer(how)) return success(null)
    return this.queue.take('drawer', async () => {
      try {
        await withinLimit(clock, printTimeLimitMs, signal => printers.openDrawer(how, signal))
        return success(null)
      } catch (error) {
        log.warn('drawer-not-opened', { error })
        const code = error instanceof PrinterTrouble ? error.code : 'printer-failed'
        return failure(code, String(error))
      }
    })
  }

  /** Prints automatically what is due, if the shop wants that, and opens the drawer for cash. */
  paymentChanged(payment: Payment, before: Payment | null): void {
    this.printIfDue(payment)
    if (movesCash(payment, before))
      this.openDrawer().catch(error => this.parts.log.error('drawer-fault', { error }))
  }

  /** An engine was opened or closed: what became paid just when the till stopped may still be due. */
  engineChanged(engine: SalesEngine | null): void {
    if (engine === this.engine) return
    this.engine = engine
    if (engine)
      this.parts.withEngine(({ ledger }) => {
        for (const payment of ledger.recent(lastPayments)) this.printIfDue(payment)
        return success(null)
      })
  }

  stop(): void {
    this.queue.stop()
  }

  private printNext(paymentId: string, automatic: boolean): Promise<Result<Payment>> {
    const by = this.parts.person()
    return this.queue.take(`print ${paymentId}`, async () =>
      (await this.maker()).print(paymentId, { automatic, by }),
    )
  }

  /** Its code is loaded with the first receipt: the first screen needs none. */
  private maker(): Promise<ReceiptMaker> {
    this.loaded ??= import('./receipt-maker').then(
      ({ ReceiptMaker }) => new ReceiptMaker(this.parts),
    )
    return this.loaded
  }

  private printIfDue(payment: Payment): void {
    const { settings, clock, log } = this.parts
    if (settings.get().receipts.automatic && isDueByItself(payment, clock.wall()))
      this.printNext(payment.id, true).catch(error => log.error('receipt-fault', { error }))
  }
}

/** One piece of work at a time, in the order in which it was asked for. */
class PrintQueue {
  private readonly waiting = new Map<string, Promise<unknown>>()
  private last: Promise<unknown> = Promise.resolve()
  private stopped = false

  /** The same work that is waiting or under way already is joined, not done again. */
  take<Value>(name: string, work: () => Promise<Value>): Promise<Value> {
    const same = this.waiting.get(name)
    // Sound: a name is always given to the same kind of work.
    if (same) return same as Promise<Value>
    const begin = () => (this.stopped ? new Promise<Value>(() => undefined) : work())
    const mine = this.last.then(begin).finally(() => this.waiting.delete(name))
    this.waiting.set(name, mine)
    this.last = mine.catch(() => undefined)
    return mine
  }

  /** What has not begun is never begun. */
  stop(): void {
    this.stopped = true
  }
}

/** Whether this change of a payment moves cash through this till's drawer: only then it opens by itself. Pure. */
function movesCash(payment: Payment, before: Payment | null): boolean {
  if (before === null) return payment.channel === 'cash'
  if (isPaidInCash(payment) && !isPaidInCash(before)) return true
  return payment.givenBack.slice(before.givenBack.length).some(({ way }) => way === 'cash')
}

/** Only a receipt printer has a connector for a drawer. */
function opensDrawer({ drawer, method }: ReceiptSettings): boolean {
  return drawer && method !== 'system'
}

/** `receipt-1A2B3C4D`, its copies `receipt-1A2B3C4D-copy-2`. */
function fileName({ payment, copy }: NextReceipt): string {
  return `receipt-${paymentNumber(payment)}${copy > 1 ? `-copy-${copy}` : ''}`
}
