import { blockNames } from '../../../../shared/day/standing'
import type { ShopDay } from '../../../../shared/shop-meeting'
import { byteOrderMark, csvLines, dayOf, momentCell, textCell, timeOf } from '../../platform/csv'
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
  'reference',
  'otherTill',
  'otherPerson',
  'otherAt',
]

/** What the last columns have, which only goods that were handed over twice fill. */
const notTwice = ['', '', '', '']

/** When the day began, and when it was asked for. Wall clock, ms. */
interface Moments {
  from: number
  at: number
}

/**
 * A line for each till, currency and block: no two blocks are added. Then a line for each till that handed over goods
 * which another till handed over too. Times are the shop's own.
 */
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
          ...notTwice,
        ])
    }),
  )
  return byteOrderMark + csvLines([headings, ...rows, ...twiceRows(day, { from, at })])
}

function twiceRows(day: ShopDay, { from, at }: Moments) {
  return day.twice.map(({ here, reference, till, person, at: otherAt }) => [
    ...[momentCell(from), momentCell(at), day.tills.find(({ name }) => name === here)?.shop ?? ''],
    ...[here, '', 'handedOverTwice', '', '', ''],
    ...[textCell(reference), till, person, momentCell(otherAt)],
  ])
}

/** Writes it in the export folder; returns where. As `writeNew`. */
export function writeShopDay(folder: string, day: ShopDay, moments: Moments): string {
  const name = `kaunta-all-tills-${dayOf(moments.at)}T${timeOf(moments.at).replaceAll(':', '-')}`
  return writeNew(folder, unused(folder, name, 'csv'), shopDayCsv(day, moments))
}
