import type { LongDay } from '../../tests/bench/long-day'
import { measureLoaded } from '../../tests/bench/size'
import type { SecondWindow, WindowResult } from '../../tests/bench/window'
import type { Electron } from '../electron/provide'
import { type BudgetLine, kept, only, p95Of, spreadOf } from './budget'
import { loadedTable, print } from './details'
import { measureInstalled } from './installed'

/* The lines of what is measured in a window, and of the files that it loads. */

const bareWindow = 'a bare Electron window with one heading, in turns'

export function startLines({ bare, ours }: WindowResult): BudgetLine[] {
  const startMs = (figures: typeof bare) => spreadOf(figures.map(each => each.startMs))
  return [
    {
      what: 'start to a usable Charge screen',
      ours: startMs(ours),
      unit: 'ms',
      floor: { what: bareWindow, measured: startMs(bare) },
      budget: { goal: { ratio: 1.5 }, limit: { ratio: 1.95 } },
    },
  ]
}

export function memoryLines({ bare, ours }: WindowResult): readonly BudgetLine[] {
  const memory = (figures: typeof bare) => figures.flatMap(({ memoryMb }) => memoryMb ?? [])
  if (memory(bare).length === 0)
    return print('Memory: not measured, only Linux shares pages out among processes\n')
  return [
    {
      what: 'memory without work, whole process tree',
      ours: spreadOf(memory(ours)),
      unit: 'MB',
      floor: { what: bareWindow, measured: spreadOf(memory(bare)) },
      budget: { goal: { ratio: 1.15 }, limit: { ratio: 1.22 } },
    },
  ]
}

/** Has no budget: not every shop has a second display. */
export function secondWindowLines(memory: SecondWindow | null): readonly BudgetLine[] {
  if (memory === null)
    return print('A second window: not measured, two displays need Linux and root\n')
  return [
    {
      what: "memory with the customer's window",
      ours: spreadOf(memory.withCustomer),
      unit: 'MB',
      floor: { what: 'the till on one display, in turns', measured: spreadOf(memory.alone) },
      budget: null,
    },
  ]
}

/** kB after gzip. */
const loadedBudgets = {
  main: { goal: { most: 180 }, limit: { most: 235 } },
  renderer: { goal: { most: 145 }, limit: { most: 158 } },
} as const

export async function loadedLines(): Promise<BudgetLine[]> {
  const loaded = await measureLoaded()
  return (['main', 'renderer'] as const).map(side => {
    const files = loaded[side]
    print(loadedTable(side, files))
    const bytes = [...files.values()].reduce((sum, each) => sum + each, 0)
    return {
      what: `code loaded before the first screen, ${side}, after gzip`,
      ours: only(bytes / 1_000),
      unit: 'kB',
      floor: null,
      budget: loadedBudgets[side],
    }
  })
}

export async function installedLines(electron: Electron): Promise<readonly BudgetLine[]> {
  if (process.platform !== 'linux')
    return print('Installed size: not measured, its budget is for Linux\n')
  const size = await measureInstalled(electron)
  return [
    {
      what: 'installed size',
      ours: only(size.installed / 1_000_000),
      unit: 'MB',
      floor: { what: 'Electron itself', measured: only(size.electron / 1_000_000) },
      budget: kept({ ratio: 1.1 }),
    },
  ]
}

export function slowLine(keys: readonly number[]): BudgetLine {
  return {
    what: 'key press to screen, ten payments open, processor four times slower, p95',
    ours: only(p95Of(keys)),
    unit: 'ms',
    floor: null,
    budget: kept({ most: 100 }),
  }
}

export function longDayLines({ payments, early, end }: LongDay): BudgetLine[] {
  const day = `${payments.toLocaleString('en')} payments in one run`
  const more = (['handles', 'listeners', 'pageListeners'] as const).map(
    (name): BudgetLine => ({
      what: `${name} after ${day}, and after the first`,
      ours: only(end[name] - early[name]),
      unit: 'more',
      floor: null,
      budget: kept({ most: 0 }),
    }),
  )
  if (end.memoryMb === null || early.memoryMb === null) return more
  const memory: BudgetLine = {
    what: `memory after ${day}`,
    ours: only(end.memoryMb),
    unit: 'MB',
    floor: { what: 'after the first hundred', measured: only(early.memoryMb) },
    budget: kept({ ratio: 1.1 }),
  }
  return [memory, ...more]
}
