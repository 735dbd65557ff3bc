import type { Payment } from '../../../shared/payment/payment'
import { PaymentEngine, type PaymentEngineDeps } from '../payments/engine'
import { AcrossTills } from './across-tills'
import { Charging } from './charging'
import { Closing } from './closing'
import type { OtherTills } from './other-tills'
import { Presses, type PressesDeps } from './presses'
import { ReceiptRecord } from './receipt-record'
import { SaleActions } from './sale-actions'
import { Undo } from './undo'

interface SalesEngineDeps
  extends Omit<PaymentEngineDeps, 'tills'>,
    Pick<PressesDeps, 'keepMeaning' | 'keepRuling'> {
  /** Null for a till that can be in no shop of many tills: its presses are answered at once. */
  others: OtherTills | null
}

/** The sales of one connection, on the engine of their payments: what a person presses, receipts and closing. */
export class SalesEngine extends PaymentEngine {
  readonly sales: SaleActions
  readonly charging: Charging
  readonly presses: Presses
  readonly undo: Undo
  readonly receipts: ReceiptRecord
  readonly closing: Closing

  constructor(deps: SalesEngineDeps) {
    super({ ...deps, tills: () => deps.others?.sharers() ?? 1 })
    const { actions, elapsed, openPayments, poller, sendQueue } = this
    const shared = {
      ...{ ...deps, actions, elapsed, openPayments, poller, sendQueue },
      serviceClock: this.accountGate.serviceClock,
      reread: (committed: Payment) => this.reread(committed),
    }
    this.sales = new SaleActions({ ...shared, payments: actions })
    this.charging = new Charging(shared)
    const acrossTills = new AcrossTills(shared)
    const { sales, charging } = this
    this.presses = new Presses({ ...shared, sales, acrossTills, charging })
    this.undo = new Undo(shared)
    this.receipts = new ReceiptRecord(shared)
    this.closing = new Closing(shared)
  }
}
