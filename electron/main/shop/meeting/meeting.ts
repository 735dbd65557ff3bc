import { ZodError } from 'zod'
import type {
  FromShop,
  OtherTillsHistory,
  OtherTillsSale,
  ShopDay,
} from '../../../../shared/shop-meeting'
import { LedgerDamaged } from '../../ledger/rows/codec'
import type { ShopConnection } from '../connection'
import { shopFailure } from '../failure'
import { readOtherTillsSale, searchOtherTills } from './other-tills'
import { readShopDay } from './shop-day'
import type { WarmConnection } from './warm-connection'

/** What the other tills shipped, for the screens. A database that is away is an answer. */
export interface OtherTills {
  find(query: { text: string; limit: number }): Promise<FromShop<OtherTillsSale[]>>
  /** Null where the shop has no such payment. */
  history(of: { till: string; saleId: string }): Promise<FromShop<OtherTillsHistory | null>>
  /** All tills, this one included. `from` is ms of the wall clock. */
  day(from: number): Promise<FromShop<ShopDay>>
}

/** They reject with what is no failure of the database, for example an answer that is none. */
export function createOtherTills(warm: Pick<WarmConnection, 'use'>): OtherTills {
  async function ask<Value>(
    work: (connection: ShopConnection) => Promise<Value>,
  ): Promise<FromShop<Value>> {
    try {
      return { state: 'answered', value: await warm.use(work) }
    } catch (error) {
      if (error instanceof ZodError || error instanceof LedgerDamaged) throw error
      return { state: 'away', fault: shopFailure(error) }
    }
  }
  return {
    find: query => ask(connection => searchOtherTills(connection, query)),
    history: of => ask(connection => readOtherTillsSale(connection, of)),
    day: from => ask(connection => readShopDay(connection, from)),
  }
}
