import type { ShopDatabase } from '../../electron/main/shop/shop-database'
import { failure } from '../../shared/ipc/result'

/** For tests of something else: a till in no shop of many tills. */
export const noShop: Pick<ShopDatabase, keyof ShopDatabase> = {
  view: () => null,
  session: () => null,
  isReplaced: () => false,
  follow: () => async () => undefined,
  others: {
    isInShop: () => false,
    sharers: () => 1,
    lease: async () => ({ state: 'not-asked' }),
    release: () => undefined,
    claim: async () => ({ state: 'not-asked' }),
    silent: () => undefined,
  },
  saveAndTest: async () => failure('not-selling', ''),
  setUp: async () => failure('not-selling', ''),
  takePlace: async () => failure('not-selling', ''),
  forget: () => undefined,
}
