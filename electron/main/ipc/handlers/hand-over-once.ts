import { failure, type Result, success } from '../../../../shared/ipc/result'
import type { Sale } from '../../../../shared/payment/sale'
import type { Person } from '../../../../shared/person'
import type { OthersAsked } from '../../../../shared/shop-meeting'
import type { PaymentEngine } from '../../payments/engine'
import type { ShopDatabase } from '../../shop/shop-database'

interface HandOverScene {
  shop: Pick<ShopDatabase, 'session' | 'view'>
  /** Who pressed the button. */
  by: Person | null
}

/**
 * Hands goods over once a reference (money rule 11): the other tills are asked first, where there are any. A till
 * that cannot ask them decides alone, and says so.
 */
export function handOverOnce(
  engine: Pick<PaymentEngine, 'handOver' | 'mayHandOver' | 'ledger'>,
  saleId: string,
  { shop, by }: HandOverScene,
): Result<HandedOver> | Promise<Result<HandedOver>> {
  const here = (others: OthersAsked) => {
    const done = engine.handOver(saleId, by)
    return done.ok ? success({ sale: done.value, others }) : done
  }
  const reference = engine.ledger.find(saleId)?.reference ?? null
  // What cannot be handed over here must not be taken from the other tills.
  if (reference === null || !engine.mayHandOver(saleId)) return here('alone')
  const session = shop.session()
  if (session === null) return here(shop.view() === null ? 'alone' : 'not-asked')
  return session.handOver.ask({ reference, saleId, person: by?.name ?? '' }).then(answer => {
    if (answer.state !== 'handed-over')
      return here(answer.state === 'granted' ? 'asked' : 'not-asked')
    const { at, person, till } = answer
    return {
      ...failure('already-handed-over', `Goods were handed over for ${reference}`),
      handedOver: { saleId, at, by: person === '' ? null : person, till },
    }
  })
}

interface HandedOver {
  sale: Sale
  others: OthersAsked
}
