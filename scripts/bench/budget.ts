/** One line of the budgets: what was measured in this run, and what it is held to. */
export interface BudgetLine {
  what: string
  ours: Spread
  unit: 'ms' | 's' | 'MB' | 'kB' | 'reads' | 'more'
  /** Measured in the same run; null where the budget is a limit of its own. */
  floor: Floor | null
  /** Null where there is none: the line says what something costs. */
  budget: Budget | null
}

/** What was reached, and what is next: the bench fails where the limit is passed. */
export interface Budget {
  limit: Bound
  goal: Bound
}

interface Floor {
  what: string
  measured: Spread
}

/** The largest ratio to the floor, a ratio that it stays below, or the largest value in the line's unit. */
export type Bound = { ratio: number } | { below: number } | { most: number }

/** The median of several runs, and the smallest and largest of them. */
export interface Spread {
  median: number
  least: number
  most: number
}

/** Throws a RangeError where nothing was measured. */
export function spreadOf(values: readonly number[]): Spread {
  const sorted = [...values].sort((one, other) => one - other)
  const middle = sorted[Math.floor(sorted.length / 2)]
  const [least] = sorted
  const most = sorted.at(-1)
  if (middle === undefined || least === undefined || most === undefined)
    throw new RangeError('Nothing was measured')
  return { median: middle, least, most }
}

/** One value that was not taken several times. */
export function only(value: number): Spread {
  return { median: value, least: value, most: value }
}

export function p95Of(values: readonly number[]): number {
  const sorted = [...values].sort((one, other) => one - other)
  return sorted[Math.ceil(sorted.length * 0.95) - 1] ?? Number.NaN
}

/** What was reached, and nothing more is wanted. */
export function kept(bound: Bound): Budget {
  return { limit: bound, goal: bound }
}

/** Whether the limit is passed. */
function isOver(line: BudgetLine): boolean {
  return line.budget !== null && !isWithin(line, line.budget.limit)
}

/** What cannot be compared, because a figure is not a number, is within nothing. */
function isWithin(line: BudgetLine, bound: Bound): boolean {
  if ('most' in bound) return line.ours.median <= bound.most
  const ratio = ratioOf(line) ?? Number.NaN
  return 'ratio' in bound ? ratio <= bound.ratio : ratio < bound.below
}

function verdictOf(line: BudgetLine): string {
  if (line.budget === null) return ''
  if (isOver(line)) return 'over'
  return isWithin(line, line.budget.goal) ? 'goal' : 'ok'
}

/** Of the whole bench: 1 where a limit is passed. */
export function exitCodeOf(lines: readonly BudgetLine[]): 0 | 1 {
  return lines.some(isOver) ? 1 : 0
}

/** The lines as a table for a terminal. */
export function budgetTable(lines: readonly BudgetLine[]): string {
  const rows = lines.map(line => [
    line.what,
    measured(line.ours, line.unit),
    line.floor ? measured(line.floor.measured, line.unit) : '',
    ratioOf(line)?.toFixed(2).concat('×') ?? '',
    boundText(line.budget?.goal, line.unit),
    boundText(line.budget?.limit, line.unit),
    verdictOf(line),
    line.floor ? `floor: ${line.floor.what}` : '',
  ])
  const all = [['', 'Kaunta', 'floor', 'ratio', 'goal', 'limit', '', ''], ...rows]
  const widths = all[0]?.map((_, column) => Math.max(...all.map(row => row[column]?.length ?? 0)))
  const text = all.map(row =>
    row.map((cell, column) => cell.padEnd(widths?.[column] ?? 0)).join('  '),
  )
  return `${text.map(line => line.trimEnd()).join('\n')}\n`
}

/** Of the medians; null without a floor. */
function ratioOf({ ours, floor }: BudgetLine): number | null {
  return floor && ours.median / floor.measured.median
}

function boundText(bound: Bound | undefined, unit: BudgetLine['unit']): string {
  if (bound === undefined) return ''
  if ('most' in bound) return `≤ ${bound.most} ${unit}`
  return 'ratio' in bound ? `≤ ${bound.ratio.toFixed(2)}×` : `< ${bound.below.toFixed(2)}×`
}

function measured({ median, least, most }: Spread, unit: BudgetLine['unit']): string {
  const digits = median < 10 ? 3 : median < 100 ? 1 : 0
  const text = (value: number) => value.toFixed(digits)
  const range = least === most ? '' : ` (${text(least)} to ${text(most)})`
  return `${text(median)}${range} ${unit}`
}
