import { expect, it } from 'vitest'
import { type BudgetLine, budgetTable, exitCodeOf, only } from '../../../scripts/bench/budget'

/** A line that is so many times its floor. */
function line(ratio: number): BudgetLine {
  return {
    ...{ what: 'record a payment', ours: only(ratio), unit: 'ms' },
    floor: { what: 'a bare commit', measured: only(1) },
    budget: { goal: { ratio: 1.6 }, limit: { ratio: 2.2 } },
  }
}

it.each([
  ['reached its goal', 1.6, 0, 'goal'],
  ['is between goal and limit', 2.2, 0, 'ok'],
  ['passed its limit', 2.3, 1, 'over'],
  ['is no number', Number.NaN, 1, 'over'],
])('the bench fails where a line passed its limit: one that %s', (_name, ratio, code, verdict) => {
  expect(exitCodeOf([line(1), line(ratio)])).toBe(code)
  expect(budgetTable([line(ratio)])).toMatch(new RegExp(`≤ 1\\.60× +≤ 2\\.20× +${verdict} `))
})
