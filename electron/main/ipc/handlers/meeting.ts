import { type Result, success } from '../../../../shared/ipc/result'
import type { FromShop } from '../../../../shared/shop-meeting'
import { writeShopDay } from '../../outputs/exports/day-files'
import type { ShopSession } from '../../shop/shop-session'
import type { Handlers } from '../register'
import { exported } from './day-papers'
import type { HandlerDeps } from './handler-deps'

/** What the other tills of a shop have. A database that is away is an answer, and selling goes on. */
export function meetingHandlers({
  shop,
  exportFolder,
  clock,
}: Pick<HandlerDeps, 'shop' | 'exportFolder' | 'clock'>): Handlers['meeting'] {
  async function ask<Value>(
    question: (session: ShopSession) => Promise<FromShop<Value>>,
  ): Promise<Result<FromShop<Value>>> {
    const session = shop.session()
    if (session) return success(await question(session))
    const view = shop.view()
    return success(view ? { state: 'away', fault: view.fault } : { state: 'alone' })
  }

  return {
    find: query => ask(others => others.find(query)),
    history: of => ask(others => others.history(of)),
    day: ({ from }) => ask(others => others.day(from)),
    async exportDay({ from }) {
      const asked = await ask(others => others.day(from))
      if (!asked.ok) return asked
      if (asked.value.state !== 'answered') return success(asked.value)
      const day = asked.value.value
      const written = await exported(async () =>
        writeShopDay(exportFolder, day, { from, at: clock.wall() }),
      )
      return written.ok ? success({ state: 'answered', value: written.value }) : written
    },
  }
}
