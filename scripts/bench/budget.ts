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

interface Floor {
  what: string
  measured: Spread
}

/** The largest ratio to the floor, a ratio that it stays below, or the largest value in the line's unit. */
export type Budget = { ratio: number } | { below: number } | { most: number }

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

/** A budget that cannot be compared, because a figure is not a number, is over. */
function isOver(line: BudgetLine): boolean {
  const { budget } = line
  if (budget === null) return false
  if ('most' in budget) return !(line.ours.median <= budget.most)
  const ratio = ratioOf(line) ?? Number.NaN
  return 'ratio' in budget ? !(ratio <= budget.ratio) : !(ratio < budget.below)
}

/** Of the whole bench: 1 where a line is over. */
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
    budgetText(line),
    line.budget === null ? '' : isOver(line) ? 'over' : 'ok',
    line.floor ? `floor: ${line.floor.what}` : '',
  ])
  const all = [['', 'Kaunta', 'floor', 'ratio', 'budget', '', ''], ...rows]
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

function budgetText({ budget, unit }: BudgetLine): string {
  if (budget === null) return ''
  if ('most' in budget) return `≤ ${budget.most} ${unit}`
  return 'ratio' in budget ? `≤ ${budget.ratio.toFixed(2)}×` : `< ${budget.below.toFixed(2)}×`
}

function measured({ median, least, most }: Spread, unit: BudgetLine['unit']): string {
  const digits = median < 10 ? 3 : median < 100 ? 1 : 0
  const text = (value: number) => value.toFixed(digits)
  const range = least === most ? '' : ` (${text(least)} to ${text(most)})`
  return `${text(median)}${range} ${unit}`
}
