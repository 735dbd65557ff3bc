import type { ConnectionKind } from '../../../../shared/connection'
import { failure, type Result } from '../../../../shared/ipc/result'
import type { Language } from '../../../../shared/language'
import type { ReceiptView } from '../../../../shared/receipt/receipt-view'
import type { ReceiptSettings } from '../../../../shared/settings/receipts'
import type { Clock } from '../../platform/clock'
import type { Log } from '../../platform/log'
import type { SettingsKeeper } from '../../store/settings'
import type { Drawing, PrintWindow, UsePrintWindow } from './print-window'
import { PrinterTrouble, printTimeLimitMs, TimeLimitPassed, withinLimit } from './printer-trouble'
import { type ReceiptSale, receiptView, type SlipWords } from './receipt-view'

/** Why a receipt could not be made: because of the printer, the page or the disk. */
type Trouble = 'printer-failed' | 'receipt-not-shown' | 'receipt-not-saved'

/** Draws receipts in the print window. */
export interface ReceiptDrawing {
  /** Uses the print window, within a time limit; its errors become failures. */
  inWindow<Value>(
    trouble: Trouble,
    work: (window: PrintWindow<ReceiptView>, signal: AbortSignal) => Promise<Result<Value>>,
  ): Promise<Result<Value>>
  /** What the receipt of a sale shows; `copy` is null for a sample. */
  viewOf(
    sale: ReceiptSale,
    copy: number | null,
    kind: ConnectionKind,
    how: ReceiptSettings,
  ): ReceiptView
  drawSample(window: PrintWindow<ReceiptView>, how: ReceiptSettings): Promise<Drawing>
}

export interface ReceiptDrawingDeps {
  /** The connection whose mark a sample carries. */
  kind: () => ConnectionKind
  settings: SettingsKeeper
  words: Record<Language, SlipWords>
  useWindow: UsePrintWindow<ReceiptView>
  clock: Clock
  log: Log
}

/** Draws nothing before it is asked to. */
export function createReceiptDrawing(deps: ReceiptDrawingDeps): ReceiptDrawing {
  const { settings, clock, log } = deps

  async function inWindow<Value>(
    trouble: Trouble,
    work: (window: PrintWindow<ReceiptView>, signal: AbortSignal) => Promise<Result<Value>>,
  ): Promise<Result<Value>> {
    try {
      return await withinLimit(clock, printTimeLimitMs, signal =>
        deps.useWindow(signal, window => work(window, signal)),
      )
    } catch (error) {
      log.warn('receipt-trouble', { trouble, error })
      if (error instanceof PrinterTrouble) return failure(error.code, error.message)
      const silent = error instanceof TimeLimitPassed && trouble === 'printer-failed'
      return failure(silent ? 'printer-silent' : trouble, String(error))
    }
  }

  function viewOf(
    sale: ReceiptSale,
    copy: number | null,
    kind: ConnectionKind,
    how: ReceiptSettings,
  ): ReceiptView {
    const { shop, display } = settings.get()
    const language = how.language === 'till' ? display.language : how.language
    const words = deps.words[language]
    return receiptView({ sale, kind, copy, at: clock.wall(), shop, settings: how, language, words })
  }

  function drawSample(window: PrintWindow<ReceiptView>, how: ReceiptSettings): Promise<Drawing> {
    const sale = sampleSale(settings.get().shop.currency, clock.wall())
    return window.draw(viewOf(sale, null, deps.kind(), how))
  }

  return { inWindow, viewOf, drawSample }
}

/** A sale that does not exist, for the preview and the test print. */
export function sampleSale(currency: string, now: number): ReceiptSale {
  return {
    amount: { currency, value: 123_456 },
    lines: [],
    purchase: null,
    received: null,
    recordedAt: now,
    channel: 'mobile',
    msisdn: '255700000123',
    note: '',
    person: null,
    reference: '0a1b2c3d-4e5f-4a6b-8c7d-9e0f1a2b3c4d',
    settledAt: now,
    refund: null,
    receiptNumber: 1,
  }
}
