import type { ParsedOf } from '../../../shared/ipc/contract'
import type { HandlersOf } from '../../../shared/ipc/handlers'
import { type Result, success } from '../../../shared/ipc/result'
import type {
  FromShop,
  OtherTillsHistory,
  OtherTillsPayment,
  ShopDay,
} from '../../../shared/shop-meeting'
import type { Clock } from '../platform/clock'
import type { ShopDatabase } from '../shop/shop-database'
import type { ShopSession } from '../shop/shop-session'
import type { SettingsKeeper } from '../store/settings'
import type { ExportFolder } from './exports/new-file'

type Answer<Value> = Promise<Result<FromShop<Value>>>

/** What the other tills of a shop have. A database that is away is an answer, and selling goes on. */
export class Meeting implements HandlersOf<'meeting'> {
  constructor(
    private readonly parts: {
      shop: Pick<ShopDatabase, 'session' | 'view' | 'ownersDay'>
      settings: Pick<SettingsKeeper, 'get'>
      clock: Pick<Clock, 'wall'>
      exportFolder: ExportFolder
    },
  ) {}

  find(query: ParsedOf<'meeting', 'find'>): Answer<readonly OtherTillsPayment[]> {
    const place = this.parts.settings.get().shop
    return this.ask(others => others.find({ ...query, place }))
  }

  history(of: ParsedOf<'meeting', 'history'>): Answer<OtherTillsHistory | null> {
    return this.ask(others => others.history(of))
  }

  async day({ day }: ParsedOf<'meeting', 'day'>): Answer<ShopDay> {
    const owners = await this.parts.shop.ownersDay(day)
    return owners ? success(owners) : this.ask(others => others.day(day))
  }

  async exportDay(of: ParsedOf<'meeting', 'exportDay'>): Answer<{ file: string }> {
    const { exportFolder, clock } = this.parts
    const asked = await this.day(of)
    if (!asked.ok) return asked
    if (asked.value.state !== 'answered') return success(asked.value)
    const day = asked.value.value
    const written = await exportFolder.exported(async () => {
      const { writeShopDay } = await import('./exports/day-files')
      return writeShopDay(exportFolder.path, day, clock.wall())
    })
    return written.ok ? success({ state: 'answered', value: written.value }) : written
  }

  private async ask<Value>(
    question: (session: ShopSession) => Promise<FromShop<Value>>,
  ): Answer<Value> {
    const { shop } = this.parts
    const session = shop.session()
    if (session) return success(await question(session))
    const view = shop.view()
    return success(view ? { state: 'away', fault: view.fault } : { state: 'alone' })
  }
}
