import { expect, it } from 'vitest'
import { newResults, recentOrder } from '../../../renderer/layout/recent-order'
import { applySale, forgetSales, useSales } from '../../../renderer/stores/sales-store'
import { recentLength } from '../../../shared/payment/recent'
import { accepted, failed, paid, refused, saleAfter, started, unrecognised } from './a-sale'

const named = (id: string, ...events: Parameters<typeof saleAfter>) => ({
  ...saleAfter(...events),
  id,
})
const good = named('good', started, accepted, paid)
const bad = named('bad', started, accepted, failed)
const no = named('no', started, refused)
const unclear = named('unclear', started, accepted, unrecognised)

it('lists new results with failures first, then what needs attention, then what was paid', () => {
  const ids = newResults([good, unclear, bad, no], null).map(({ id }) => id)
  expect(new Set(ids.slice(0, 2))).toEqual(new Set(['bad', 'no']))
  expect(ids.slice(2)).toEqual(['unclear', 'good'])
})

it('leaves out the sale on the screen, and what has a strip of its own', () => {
  const late = { ...good, id: 'late', late: true }
  expect(newResults([good, bad, late], 'bad').map(({ id }) => id)).toEqual(['good'])
})

it('keeps every sale that is open or waits for a person, and of the others the newest, however long the day', () => {
  const day = Array.from({ length: 500 }, (_, place) => named(`done ${place}`, started, refused))
  const kept = [named('open', started), unclear].map(sale => ({ ...sale, recordedAt: 0 }))
  const ids = recentOrder([...kept, ...day], []).map(({ id }) => id)
  expect(ids.slice(0, 2)).toEqual(['open', 'unclear'])
  expect(ids).toHaveLength(2 + recentLength)
})

it('orders only some more sales than it shows, however long the day, and shows the same', () => {
  const ends = [
    [started, refused],
    [started, accepted, paid],
    [started, accepted, unrecognised],
    [started],
  ] as const
  const day = Array.from({ length: 400 }, (_, n) =>
    named(String(n).padStart(5, '0'), ...(ends[n % 40 < 36 ? n % 2 : 2 + (n % 2)] ?? [])),
  )
  forgetSales()
  for (const sale of day) applySale(sale)
  const { byId, railIds } = useSales.getState()
  expect(railIds.length).toBe(2 * recentLength + 40)
  const inRail = railIds.flatMap(id => byId[id] ?? [])
  expect(recentOrder(inRail, [])).toEqual(recentOrder(day, []))
})
