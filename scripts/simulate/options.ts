import { randomInt } from 'node:crypto'
import { readOptions } from '../command'
import { Problem } from '../problem'

/** What a simulation runs. */
export interface SimulateOptions {
  seeds: number
  from: number
  jobs: number
  /** Tells the history of the first seed instead. */
  trace: boolean
  /** Hunts the planted bugs instead. */
  planted: boolean
}

export const usage =
  'Use: npm run simulate -- [--seeds 10000] [--from SEED] [--jobs 2] [--trace] [--planted]'

/** Reads the command's arguments; a seed that is not given is drawn. */
export function readSimulateOptions(args: string[], cores: number): SimulateOptions {
  const { seeds, from, jobs, trace, planted } = parse(args)
  return {
    seeds: whole('--seeds', seeds) ?? 10_000,
    from: whole('--from', from) ?? randomInt(1_000_000_000),
    jobs: Math.max(1, whole('--jobs', jobs) ?? cores),
    trace: trace ?? false,
    planted: planted ?? false,
  }
}

function parse(args: string[]) {
  const text = { type: 'string' } as const
  const flag = { type: 'boolean' } as const
  const options = { seeds: text, from: text, jobs: text, trace: flag, planted: flag }
  return readOptions(usage, { args, options }).values
}

function whole(name: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  if (!/^\d{1,15}$/.test(text)) throw new Problem(`${name} is a whole number.`, usage)
  return Number(text)
}
