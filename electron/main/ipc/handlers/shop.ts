import { success } from '../../../../shared/ipc/result'
import type { ShopDatabase } from '../../shop/shop-database'
import type { Handlers } from '../register'

/** Joining and leaving a shop of many tills. */
export function shopHandlers(shop: ShopDatabase): Handlers['shop'] {
  return {
    saveAndTest: ({ address }) => shop.saveAndTest(address),
    forget() {
      shop.forget()
      return success(null)
    },
  }
}
