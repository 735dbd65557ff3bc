import { describe, expect, it } from 'vitest'
import { countedAmount } from '../../../renderer/features/cash-up/counted-cash'
import { hoursShown, partsOf } from '../../../renderer/features/cash-up/hour-chart'
import { heightsOf, stacked } from '../../../renderer/ui/bar-chart'

const money = (...values: number[]) => ({ values })

describe('a bar', () => {
  it('is as high as its parts together, each behind the one before it', () => {
    const bars = [money(300, 100, 0), money(200, 0, 600)]
    const height = heightsOf(bars)
    expect(bars.map(bar => stacked(bar, height))).toEqual([
      [
        { before: 0, size: 37.5 },
        { before: 37.5, size: 12.5 },
        { before: 50, size: 0 },
      ],
      [
        { before: 0, size: 25 },
        { before: 25, size: 0 },
        { before: 25, size: 75 },
      ],
    ])
  })

  it('leaves space for a line that is higher than all of them', () => {
    const height = heightsOf([{ ...money(500), line: 1_000 }])
    expect(height(500)).toBe(50)
  })

  it('is nothing where more was taken back than came', () => {
    const height = heightsOf([money(-5, 10)])
    expect(stacked(money(-5, 10), height)[0]).toEqual({ before: 0, size: 0 })
  })
})

describe('the hours of a day', () => {
  const shown = (...hours: number[]) => hoursShown(hours.map(hour => ({ hour })))

  it('are those from the first money to the last, and no others', () => {
    expect(shown(17, 9, 12)).toEqual([9, 10, 11, 12, 13, 14, 15, 16, 17])
    expect(shown(0, 23)).toHaveLength(24)
  })

  it('are eight where the money of fewer came, so that a bar is a bar', () => {
    expect(shown(9)).toEqual([9, 10, 11, 12, 13, 14, 15, 16])
    expect(shown(22)).toEqual([16, 17, 18, 19, 20, 21, 22, 23])
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

describe('the parts of a bar of all tills', () => {
  const nothing = { sales: 0, amount: 0 }
  const took = (name: string, amount: number) => ({
    ...{ id: name, name },
    hours:
      amount === 0
        ? []
        : [{ hour: 9, money: { mobile: { sales: 1, amount }, card: nothing, cash: nothing } }],
  })
  const named = (...amounts: number[]) =>
    partsOf(
      amounts.map((amount, n) => took(`Till ${n + 1}`, amount)),
      'Other tills',
    ).map(({ name, of }) => [name, of.length])

  it('are the tills that took money, in their order', () => {
    expect(named(5, 0, 70)).toEqual([
      ['Till 1', 1],
      ['Till 3', 1],
    ])
  })

  it('join the smallest where there are more tills than colours', () => {
    expect(named(50, 1, 60, 70, 2, 80, 90, 100).at(-1)).toEqual(['Other tills', 2])
    expect(named(50, 1, 60, 70, 2, 80, 90, 100).slice(0, 2)).toEqual([
      ['Till 1', 1],
      ['Till 3', 1],
    ])
  })
})
