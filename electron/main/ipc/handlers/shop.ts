import { success } from '../../../../shared/ipc/result'
import type { ConnectionManager } from '../../connections/connection-manager'
import type { ShopDatabase } from '../../shop/shop-database'
import type { Handlers } from '../register'
import { stillOf } from './handler-deps'

/** Joining and leaving a shop of many tills. */
export function shopHandlers(
  shop: Pick<ShopDatabase, keyof ShopDatabase>,
  connections: Pick<ConnectionManager, 'putInPlace'>,
): Handlers['shop'] {
  return {
    saveAndTest: ({ address }, caller) => shop.saveAndTest(address, stillOf(caller)),
    setUp: ({ address, ...place }, caller) => shop.setUp(address, place, stillOf(caller)),
    takePlace: (asked, caller) =>
      shop.takePlace(asked, build => connections.putInPlace(build), stillOf(caller)),
    forget() {
      shop.forget()
      return success(null)
    },
  }
}
