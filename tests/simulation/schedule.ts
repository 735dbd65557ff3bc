import { createSeededRandom } from '../support/seeded-random'
import type { WeatherName } from './network/weather'
import { modelledWire, type Wire } from './network/wire'
import { checkEnd } from './rules/at-end'
import { checkCustomers } from './rules/customer-book'
import type { RuleName } from './rules/scene'
import { createShopRun, type Troubles } from './shop-run'
import type { Wrap } from './till/adapter'
import type { Disk } from './till/disk'
import { type Parts, realParts } from './till/parts'
import { noTrace, type Trace } from './world/trace'
import { createWorld } from './world/world'

/** A rule that was broken. */
export interface Violation {
  rule: RuleName
  text: string
}

/** What one schedule came to. */
export interface Outcome {
  seed: number
  violations: readonly Violation[]
  calls: number
}

export interface ScheduleOptions {
  disk: Disk
  wire?: Wire
  /** The weather at the beginning. */
  weather?: WeatherName
  parts?: Parts
  wrap?: Wrap
  trace?: Trace
  /** Goes on after a violation until this rule is broken: for bugs that break several. */
  until?: RuleName
  /** What the computer suffers from; by default the seed decides. */
  troubles?: Troubles | undefined
}

/** Lives through one schedule: the same seed and parts come to the same outcome, always. */
export async function runSchedule(seed: number, options: ScheduleOptions): Promise<Outcome> {
  const { disk, trace = noTrace, wire = modelledWire } = options
  const violations: Violation[] = []
  const isOver = () =>
    options.until ? violations.some(({ rule }) => rule === options.until) : violations.length > 0
  disk.empty()
  const world = createWorld({
    seed,
    disk,
    wire,
    weather: options.weather,
    parts: options.parts ?? realParts,
    wrap: options.wrap ?? (parts => parts),
    trace,
    report: (rule, text) => {
      trace.note(`!! ${rule}: ${text}`)
      violations.push({ rule, text })
    },
  })
  const shopRun = createShopRun({
    world,
    random: createSeededRandom(seed, 'life'),
    wire,
    trace,
    isOver,
    troubles: options.troubles,
  })
  await shopRun.runEvents()
  if (!isOver()) await shopRun.recover()
  if (!isOver()) checkEnd(world.scene, world.books, world.machine.engine())
  if (!isOver()) await shopRun.endToDos()
  const engine = world.machine.engine()
  if (engine && !isOver()) checkCustomers(world.scene, engine)
  shopRun.end()
  return { seed, violations, calls: world.scene.facts.calls.length }
}
