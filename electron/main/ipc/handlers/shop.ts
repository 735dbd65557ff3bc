import { success } from '../../../../shared/ipc/result'
import type { ConnectionManager } from '../../connections/connection-manager'
import type { ShopDatabase } from '../../shop/shop-database'
import type { Handlers } from '../register'

/** Joining and leaving a shop of many tills. */
export function shopHandlers(
  shop: ShopDatabase,
  { putInPlace }: Pick<ConnectionManager, 'putInPlace'>,
): Handlers['shop'] {
  return {
    saveAndTest: ({ address }) => shop.saveAndTest(address),
    setUp: ({ address, ...place }) => shop.setUp(address, place),
    takePlace: asked => shop.takePlace(asked, putInPlace),
    forget() {
      shop.forget()
      return success(null)
    },
  }
}
