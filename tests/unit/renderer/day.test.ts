import { describe, expect, it } from 'vitest'
import { countedAmount } from '../../../renderer/features/cash-up/counted-cash'
import { hourBars } from '../../../renderer/features/cash-up/currency-day'

const plot = { left: 0, right: 240, top: 0, bottom: 100 }
const money = (hour: number, amount: number) => ({ hour, tally: { sales: 1, amount } })

describe('the bars of a day', () => {
  it('are as tall as their money, and are in the order of their hours', () => {
    const { bars } = hourBars([money(9, 500), money(14, 1_000)], plot)
    const [nine, two] = bars
    expect(two?.height).toBeCloseTo(2 * (nine?.height ?? 0))
    expect(nine?.x).toBeLessThan(two?.x ?? 0)
    for (const { y, height } of bars) expect(y + height).toBeCloseTo(plot.bottom)
  })

  it('leave space for a working day, and for a shop that is open at night', () => {
    expect(hourBars([], plot).hours.map(({ hour }) => hour)).toEqual([
      8, 9, 10, 11, 12, 13, 14, 15, 16, 17,
    ])
    const night = hourBars([money(0, 1), money(23, 1)], plot)
    expect(night.hours.map(({ hour }) => hour)).toEqual([0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22])
    for (const { x, width } of night.bars) {
      expect(x).toBeGreaterThanOrEqual(plot.left)
      expect(x + width).toBeLessThanOrEqual(plot.right)
    }
  })

  it('name whole amounts only: there are no parts of a shilling', () => {
    const { amounts } = hourBars([money(9, 1)], plot)
    expect(amounts.map(({ amount }) => amount)).toEqual([0, 1])
  })
})

describe('counted cash', () => {
  it.each([
    ['', null],
    ['  ', null],
    ['0', 0],
    ['2,500', 2_500],
    ['1 500 000', 1_500_000],
    ['-5', 'bad'],
    ['12a', 'bad'],
    ['1500.50', 'bad'],
    ['1500 50', 'bad'],
    ['9999999999999999', 'bad'],
  ])('typed as "%s" is %s', (typed, counted) => {
    expect(countedAmount(typed, 'TZS')).toBe(counted)
  })
})
