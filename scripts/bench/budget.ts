/** One line of the budgets (DESIGN §13): what was measured, as a ratio to a floor of the same run. */
export interface BudgetLine {
  what: string
  /** What the floor is, in words. */
  against: string
  floor: Spread
  ours: Spread
  unit: 'ms' | 'MB' | 'bytes'
  /** The largest ratio of the medians. */
  budget: number
}

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

export function isOver({ floor, ours, budget }: BudgetLine): boolean {
  return ours.median / floor.median > budget
}

/** The lines as a table for a terminal. */
export function budgetTable(lines: readonly BudgetLine[]): string {
  const rows = lines.map(line => {
    const { what, against, floor, ours, unit, budget } = line
    return [
      what,
      `${withSpread(ours)} ${unit}`,
      `${withSpread(floor)} ${unit}`,
      `${(ours.median / floor.median).toFixed(2)}×`,
      `≤ ${budget.toFixed(2)}×`,
      isOver(line) ? 'over' : 'ok',
      `floor: ${against}`,
    ]
  })
  const all = [['', 'Kaunta', 'floor', 'ratio', 'budget', '', ''], ...rows]
  const widths = all[0]?.map((_, column) => Math.max(...all.map(row => row[column]?.length ?? 0)))
  const text = all.map(row =>
    row.map((cell, column) => cell.padEnd(widths?.[column] ?? 0)).join('  '),
  )
  return `${text.map(line => line.trimEnd()).join('\n')}\n`
}

function withSpread({ median, least, most }: Spread): string {
  const digits = median < 10 ? 3 : 0
  return `${median.toFixed(digits)} (${least.toFixed(digits)} to ${most.toFixed(digits)})`
}
