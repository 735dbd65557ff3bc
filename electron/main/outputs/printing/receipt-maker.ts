import type { ConnectionKind } from '../../../../shared/connection'
import { type Failure, failure, type Result, success } from '../../../../shared/ipc/result'
import type { ReceiptFailure } from '../../../../shared/payment/event'
import type { Payment } from '../../../../shared/payment/payment'
import type { Person } from '../../../../shared/person'
import type { ReceiptView } from '../../../../shared/receipt/receipt-view'
import type { ReceiptSale } from '../../../../shared/sale/receipt-sale'
import type { ReceiptSettings } from '../../../../shared/settings/receipts'
import type { WithEngine } from '../../connections/with-engine'
import type { Clock } from '../../platform/clock'
import { diskFailure } from '../../platform/disk-fault'
import type { Log } from '../../platform/log'
import type { OpenOutside } from '../../platform/open-outside'
import type { NewReceipt, NextReceipt } from '../../sales/receipt-record'
import type { SettingsKeeper } from '../../store/settings'
import { type SendTo, sendAddress } from '../exports/sent-text'
import type { Drawing, PrintWindow, UsePrintWindow } from './print-window'
import { PrinterTrouble, printTimeLimitMs, TimeLimitPassed, withinLimit } from './printer-trouble'
import type { Printers } from './printers'
import { type ReceiptPayment, receiptView, slipWords } from './receipt-view'

export interface ReceiptMakerParts {
  withEngine: WithEngine
  settings: SettingsKeeper
  printers: Printers
  useWindow: UsePrintWindow<ReceiptView>
  openOutside: OpenOutside
  clock: Clock
  log: Log
}

/** Why a receipt could not be made: because of the printer, the page or the disk. */
type Trouble = 'printer-failed' | 'receipt-not-shown' | 'receipt-not-saved'

type Work<Value> = (window: PrintWindow<ReceiptView>, signal: AbortSignal) => Promise<Result<Value>>

interface Making {
  window: PrintWindow<ReceiptView>
  signal: AbortSignal
  how: ReceiptSettings
  /** Draws it and records it. Only then may it come out: that cannot be undone. */
  next: () => Promise<Result<{ drawing: Drawing; receipt: NextReceipt }>>
}

/** Makes the receipts of payments: each is recorded before it comes out. Nothing is made before it is asked for. */
export class ReceiptMaker {
  constructor(private readonly parts: ReceiptMakerParts) {}

  /** Prints the next receipt of a payment. */
  print(
    paymentId: string,
    receipt: Pick<NewReceipt, 'automatic' | 'by'>,
  ): Promise<Result<Payment>> {
    return this.make(paymentId, { ...receipt, to: 'printer' }, ({ window, signal, how, next }) =>
      this.parts.printers.use(how, window, signal, async printer => {
        const made = await next()
        if (!made.ok) return made
        await printer.print(made.value.drawing, how.sheets)
        return success(made.value.receipt.payment)
      }),
    )
  }

  /** The same as a PDF; `save` answers where the file is. */
  savePdf(
    paymentId: string,
    by: Person | null,
    save: (pdf: Uint8Array, receipt: NextReceipt) => Promise<string>,
  ): Promise<Result<{ file: string }>> {
    return this.make(paymentId, { to: 'file', automatic: false, by }, async ({ next }) => {
      const made = await next()
      if (!made.ok) return made
      const { drawing, receipt } = made.value
      return success({ file: await save(await drawing.pdf(), receipt) })
    })
  }

  /** Opens the next receipt of a payment as a message in the shop's own program, where a person sends it. */
  async send(paymentId: string, to: SendTo, by: Person | null): Promise<Result<Payment>> {
    const recorded = await this.recordMessage(paymentId, to, by)
    if (!recorded.ok) return recorded
    const { payment, address } = recorded.value
    const { clock, log, openOutside } = this.parts
    try {
      await withinLimit(clock, printTimeLimitMs, () => openOutside(address))
      return success(payment)
    } catch {
      // Without the reason: it can hold the address, and so the customer's number.
      log.warn('receipt-not-opened', {})
      const notOpened = failure('receipt-not-opened', 'No program took the message')
      await this.noteFailure(payment.id, notOpened)
      return notOpened
    }
  }

  /** Uses the print window, within a time limit; its errors become failures. */
  async inWindow<Value>(trouble: Trouble, work: Work<Value>): Promise<Result<Value>> {
    const { clock, log, useWindow } = this.parts
    try {
      return await withinLimit(clock, printTimeLimitMs, signal =>
        useWindow(signal, window => work(window, signal)),
      )
    } catch (error) {
      log.warn('receipt-trouble', { trouble, error })
      if (error instanceof PrinterTrouble) return failure(error.code, error.message)
      const silent = error instanceof TimeLimitPassed && trouble === 'printer-failed'
      return diskFailure(silent ? 'printer-silent' : trouble, error)
    }
  }

  /** A sample with these settings; it carries the mark of the connection in use. */
  drawSample(window: PrintWindow<ReceiptView>, how: ReceiptSettings): Promise<Drawing> {
    const { active, shop } = this.parts.settings.get()
    const payment = samplePayment(shop.currency, this.parts.clock.wall())
    const sale = sampleSale(payment)
    return window.draw(this.viewOf({ payment, sale, copy: null }, active ?? 'practice', how))
  }

  private async make<Value>(
    paymentId: string,
    receipt: NewReceipt,
    work: (making: Making) => Promise<Result<Value>>,
  ): Promise<Result<Value>> {
    const asked = await this.parts.withEngine(({ receipts, kind }) => {
      const next = receipts.next(paymentId, receipt)
      return next.ok ? success({ next: next.value, kind }) : next
    })
    if (!asked.ok) {
      if (receipt.automatic) await this.noteTooLate(paymentId)
      return asked
    }
    const { next: drawn, kind } = asked.value
    const how = this.parts.settings.get().receipts
    let begun = false
    const trouble = receipt.to === 'printer' ? 'printer-failed' : 'receipt-not-saved'
    const made = await this.inWindow(trouble, (window, signal) => {
      const next: Making['next'] = async () => {
        const drawing = await window.draw(this.viewOf(drawn, kind, how))
        const recorded = await this.parts.withEngine(({ receipts }) =>
          receipts.begin(paymentId, receipt),
        )
        if (!recorded.ok) return recorded
        begun = true
        return success({ drawing, receipt: recorded.value })
      }
      return work({ window, signal, how, next })
    })
    if (!made.ok && (begun || receipt.automatic)) await this.noteFailure(paymentId, made)
    return made
  }

  /** The receipt is recorded first: after a message that may have been opened, the next one is a copy. */
  private recordMessage(
    paymentId: string,
    to: SendTo,
    by: Person | null,
  ): Promise<Result<{ payment: Payment; address: string }>> {
    const receipt = { to: to.channel, automatic: false, by } as const
    return this.parts.withEngine(({ receipts, kind }) => {
      const next = receipts.next(paymentId, receipt)
      if (!next.ok) return next
      const view = this.viewOf(next.value, kind, this.parts.settings.get().receipts)
      const address = sendAddress(to, next.value.payment, view)
      if (address === null) return failure('receipt-no-recipient', `Not known for ${to.channel}`)
      const begun = receipts.begin(paymentId, receipt)
      return begun.ok ? success({ payment: begun.value.payment, address }) : begun
    })
  }

  /** What a receipt shows; its `copy` is null for a sample. */
  private viewOf(
    receipt: { payment: ReceiptPayment; sale: ReceiptSale; copy: number | null },
    kind: ConnectionKind,
    how: ReceiptSettings,
  ): ReceiptView {
    const { shop, display } = this.parts.settings.get()
    const language = how.language === 'till' ? display.language : how.language
    const words = slipWords[language]
    const at = this.parts.clock.wall()
    return receiptView({ ...receipt, kind, at, shop, settings: how, language, words })
  }

  /** A receipt that may not have come out is in the payment's history, and so on its screen. */
  private async noteFailure(paymentId: string, { code }: Failure): Promise<void> {
    const reason = failureReasons[code]
    if (reason) await this.parts.withEngine(({ receipts }) => receipts.failed(paymentId, reason))
  }

  /** It was no longer due when the printer was free, and no person has made a receipt meanwhile. */
  private async noteTooLate(paymentId: string): Promise<void> {
    await this.parts.withEngine(({ receipts }) => {
      const next = receipts.next(paymentId, { automatic: false })
      if (!next.ok) return next
      const { sale, payment } = next.value
      const isMissing = sale.state === 'paid' && sale.copies === 0
      return isMissing ? receipts.failed(paymentId, 'too-late') : success(payment)
    })
  }
}

const failureReasons: Partial<Record<Failure['code'], ReceiptFailure>> = {
  'printer-missing': 'no-printer',
  'printer-queue-closed': 'queue-closed',
  'printer-off': 'off',
  'printer-not-one': 'not-one',
  'printer-paper-out': 'paper-out',
  'printer-cover-open': 'cover-open',
  'printer-stopped': 'stopped',
  'printer-failed': 'printer',
  'printer-silent': 'no-answer',
  'receipt-not-saved': 'file',
  'receipt-not-opened': 'no-program',
}

/** A payment that does not exist, for the preview and the test print. */
export function samplePayment(currency: string, now: number): ReceiptPayment {
  return {
    amount: { currency, value: 123_456 },
    lines: [],
    recordedAt: now,
    channel: 'mobile',
    msisdn: '255700000123',
    note: '',
    person: null,
    reference: '0a1b2c3d-4e5f-4a6b-8c7d-9e0f1a2b3c4d',
  }
}

/** Its sale, which is paid with it. */
function sampleSale({ amount, recordedAt, reference }: ReceiptPayment): ReceiptSale {
  return {
    ...{ state: 'paid', total: amount.value, missing: 0, inCash: false, received: null },
    paidBy: [{ by: 'mobile', value: amount.value }],
    ...{ paidAt: recordedAt, givenBack: [], changed: false, references: [reference ?? ''] },
    ...{ mayHaveNumber: true, number: 1, copies: 0 },
  }
}
