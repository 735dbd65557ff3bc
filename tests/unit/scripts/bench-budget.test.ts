import { describe, expect, it } from 'vitest'
import {
  type Budget,
  type BudgetLine,
  budgetTable,
  exitCodeOf,
  isOver,
  spreadOf,
} from '../../../scripts/bench/budget'

function line(ours: number, floor: number | null, budget: Budget | null): BudgetLine {
  return {
    ...{ what: 'record a sale', ours: spreadOf([ours]), unit: 'ms', budget },
    floor: floor === null ? null : { what: 'a bare commit', measured: spreadOf([floor]) },
  }
}

describe('a spread', () => {
  it('is the median, the least and the most, in any order', () => {
    expect(spreadOf([9, 1, 5])).toEqual({ median: 5, least: 1, most: 9 })
    expect(spreadOf([10, 9])).toEqual({ median: 10, least: 9, most: 10 })
  })

  it('of nothing is refused: it would be within every budget', () => {
    expect(() => spreadOf([])).toThrow(RangeError)
  })
})

describe('a line', () => {
  it.each<[string, number, number | null, Budget | null, boolean]>([
    ['the ratio itself', 15, 10, { ratio: 1.5 }, false],
    ['a larger ratio', 15.1, 10, { ratio: 1.5 }, true],
    ['a ratio below the limit', 9.9, 10, { below: 1 }, false],
    ['the ratio that it has to stay below', 10, 10, { below: 1 }, true],
    ['the most', 25, null, { most: 25 }, false],
    ['more than the most', 25.1, null, { most: 25 }, true],
    ['more than the most, near its floor', 26, 25, { most: 25 }, true],
    ['a floor that is no number', 10, Number.NaN, { ratio: 1.5 }, true],
    ['a ratio without a floor', 10, null, { ratio: 1.5 }, true],
    ['a figure that is no number', Number.NaN, 10, { most: 25 }, true],
    ['no budget', 99, 10, null, false],
    ['a floor that took no time', 10, 0, { ratio: 1.5 }, true],
  ])('with %s', (_, ours, floor, budget, over) => {
    expect(isOver(line(ours, floor, budget))).toBe(over)
    expect(exitCodeOf([line(1, 1, { ratio: 2 }), line(ours, floor, budget)])).toBe(over ? 1 : 0)
  })

  it('compares medians, not the extremes', () => {
    const ours = spreadOf([1, 1, 100])
    expect(isOver({ ...line(1, 1, { ratio: 1 }), ours })).toBe(false)
  })
})

describe('the table', () => {
  it('has a row for each line, with floor, ratio, budget and verdict', () => {
    const text = budgetTable([
      { ...line(3, 2, { ratio: 1.25 }), ours: spreadOf([2, 3, 4]) },
      line(120, null, { most: 120 }),
      line(9, 10, { below: 1 }),
    ])
    const rows = text.trimEnd().split('\n')
    const sale = 'record a sale'
    const floor = 'floor: a bare commit'
    expect(rows.map(row => row.split(/ {2,}/).join(' | '))).toEqual([
      ' | Kaunta | floor | ratio | budget',
      `${sale} | 3.000 (2.000 to 4.000) ms | 2.000 ms | 1.50× | ≤ 1.25× | over | ${floor}`,
      `${sale} | 120 ms | ≤ 120 ms | ok`,
      `${sale} | 9.000 ms | 10.0 ms | 0.90× | < 1.00× | ok | ${floor}`,
    ])
  })
})
