import { type Failure, failure, type Result, success } from '../../../shared/ipc/result'
import type { RefundHow } from '../../../shared/payment/event'
import { restOf } from '../../../shared/payment/purchase'
import type { Sale } from '../../../shared/payment/sale'
import type { Person } from '../../../shared/person'
import type { OthersAsked } from '../../../shared/shop-meeting'
import { AlreadyHandedOver } from '../store/ledger/errors'
import type { Ledger } from '../store/ledger/ledger'
import type { SaleActions } from './sale-actions'

/** What happens after PAID: the goods are handed over, or the money is given back. */
export interface HandingOver {
  /** `by`: who pressed, where the other tills were asked since; `others`: what came of that. */
  handOver(saleId: string, by?: Person | null, others?: OthersAsked): Result<HandedOver>
  /** Writes down that the money was given back. PAID and all its facts stay what they were. */
  recordRefund(saleId: string, how: RefundHow, reason: string): Result<Sale>
}

export interface HandedOver {
  sale: Sale
  others: OthersAsked
}

/** They throw what the ledger throws. */
export function createHandingOver(
  ledger: Pick<Ledger, 'find' | 'partsOf'>,
  { perform, now }: Pick<SaleActions, 'perform' | 'now'>,
): HandingOver {
  /** Once per reference; a second try learns when it was done and by whom (money rule 11). */
  function handOver(
    saleId: string,
    by?: Person | null,
    others: OthersAsked = 'alone',
  ): Result<HandedOver> {
    const sale = ledger.find(saleId)
    if (sale && sale.handedOverAt !== null) return alreadyHandedOver(sale)
    if (sale?.refund) return alreadyRefunded(sale.id, sale.refund)
    if (sale && restOf(sale, ledger.partsOf(sale)) > 0)
      return failure('parts-do-not-cover', 'The parts do not cover the sum')
    try {
      const done = perform(saleId, 'hand-over', { type: 'goods-handed-over', ...now(by) })
      return done.ok ? success({ sale: done.value, others }) : done
    } catch (error) {
      if (error instanceof AlreadyHandedOver) return alreadyHandedOver(error.sale)
      throw error
    }
  }

  /** Once per sale; a second try learns when it was recorded and by whom. */
  function recordRefund(saleId: string, how: RefundHow, reason: string): Result<Sale> {
    const sale = ledger.find(saleId)
    if (sale?.refund) return alreadyRefunded(sale.id, sale.refund)
    return perform(saleId, 'record-refund', { type: 'refunded', ...now(), how, reason })
  }

  return { handOver, recordRefund }
}

function alreadyHandedOver({ id, handedOverAt, handedOverBy }: Sale): Failure {
  const by = handedOverBy?.name ?? null
  const handedOver = { saleId: id, at: handedOverAt ?? 0, by, till: null }
  return { ...failure('already-handed-over', `Goods were handed over for sale ${id}`), handedOver }
}

function alreadyRefunded(saleId: string, refund: NonNullable<Sale['refund']>): Failure {
  const refunded = { at: refund.at, by: refund.person?.name ?? null, how: refund.how }
  return {
    ...failure('already-refunded', `A refund is recorded for sale ${saleId}`),
    refunded,
  }
}
