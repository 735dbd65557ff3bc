import { blockNames } from '../../../shared/day/standing'
import type { ShopDay } from '../../../shared/shop-meeting'
import { byteOrderMark, csvLines, dayOf, momentCell, timeOf } from './csv'
import { unused, writeNew } from './new-file'

const headings = [
  'from',
  'at',
  'shop',
  'till',
  'currency',
  'block',
  'payments',
  'amount',
  'lastHeard',
]

/** When the day began, and when it was asked for. Wall clock, ms. */
interface Moments {
  from: number
  at: number
}

/** A line for each till, currency and block: no two blocks are added. Times are the shop's own. */
export function shopDayCsv(day: ShopDay, { from, at }: Moments): string {
  const tills = new Map(day.tills.map(till => [till.id, till]))
  const rows = day.currencies.flatMap(({ currency, tills: sold }) =>
    sold.flatMap(({ id, name, blocks }) => {
      const till = tills.get(id)
      const heard = till ? momentCell(at - till.ageMs) : ''
      return blockNames
        .filter(block => blocks[block].sales > 0)
        .map(block => [
          momentCell(from),
          momentCell(at),
          till?.shop ?? '',
          name,
          currency,
          block,
          blocks[block].sales,
          blocks[block].amount,
          heard,
        ])
    }),
  )
  return byteOrderMark + csvLines([headings, ...rows])
}

/** Writes it in the export folder; returns where. As `writeNew`. */
export function writeShopDay(folder: string, day: ShopDay, moments: Moments): string {
  const name = `kaunta-all-tills-${dayOf(moments.at)}T${timeOf(moments.at).replaceAll(':', '-')}`
  return writeNew(folder, unused(folder, name, 'csv'), shopDayCsv(day, moments))
}
