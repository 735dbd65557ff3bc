import { failure, type Result, success } from '../../../../shared/ipc/result'
import type { Sale } from '../../../../shared/payment/sale'
import type { Person } from '../../../../shared/person'
import type { WithEngine } from '../../connections/with-engine'
import type { OpenOutside } from '../../platform/open-outside'
import { type SendChannel, sendAddress } from '../exports/sent-text'
import { printTimeLimitMs, withinLimit } from './printer-trouble'
import type { ReceiptDrawing, ReceiptDrawingDeps } from './receipt-drawing'
import type { ReceiptMaker } from './receipt-maker'

/** Opens the next receipt of a sale as a message in the shop's own program. */
export type SendReceipt = (
  saleId: string,
  channel: SendChannel,
  by: Person | null,
) => Promise<Result<Sale>>

interface ReceiptSenderDeps extends Pick<ReceiptDrawingDeps, 'settings' | 'clock' | 'log'> {
  withEngine: WithEngine
  openOutside: OpenOutside
  viewOf: ReceiptDrawing['viewOf']
  noteFailure: ReceiptMaker['noteFailure']
}

interface Message {
  sale: Sale
  address: string
}

/** The till itself sends nothing: a person does, in the program that opens. */
export function createReceiptSender(deps: ReceiptSenderDeps): SendReceipt {
  const { withEngine, settings, clock, log } = deps

  return async (saleId, channel, by) => {
    const recorded = await record(saleId, channel, by)
    return recorded.ok ? open(recorded.value) : recorded
  }

  /** The receipt is recorded first: after a message that may have been opened, the next one is a copy. */
  function record(
    saleId: string,
    channel: SendChannel,
    by: Person | null,
  ): Promise<Result<Message>> {
    const receipt = { to: channel, automatic: false, by } as const
    return withEngine(({ receipts, kind }) => {
      const allowed = receipts.allow(saleId, receipt)
      if (!allowed.ok) return allowed
      const sale = receipts.next(allowed.value)
      const view = deps.viewOf(sale, sale.receiptCopies, kind, settings.get().receipts)
      const address = sendAddress(channel, sale, view)
      if (address === null) return failure('receipt-no-recipient', `Not known for ${channel}`)
      const begun = receipts.begin(saleId, receipt)
      return begun.ok ? success({ sale: begun.value, address }) : begun
    })
  }

  async function open({ sale, address }: Message): Promise<Result<Sale>> {
    try {
      await withinLimit(clock, printTimeLimitMs, () => deps.openOutside(address))
      return success(sale)
    } catch {
      // Without the reason: it can hold the address, and so the customer's number.
      log.warn('receipt-not-opened', {})
      const notOpened = failure('receipt-not-opened', 'No program took the message')
      await deps.noteFailure(sale.id, notOpened)
      return notOpened
    }
  }
}
