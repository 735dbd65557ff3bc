import { createSeededRandom } from '../support/seeded-random'
import { quantile } from './measuring'
import {
  type Customers,
  evenCustomers,
  everyInterval,
  follow,
  hurriedCustomers,
  ourPlan,
  type Plan,
  pauseOf,
  readFate,
  readsUntil,
} from './polling-model'

const payments = 20_000
const neverAnswered = 300_000
const farAway = 900_000

/** What a plan of polling costs and what it gives. Times in ms. */
export interface Measured {
  name: string
  median: number
  p95: number
  /** Reads a payment that was approved. */
  reads: number
  /** Reads of a payment that get no answer within 5 minutes. */
  inVain: number
}

export interface PollingResult {
  customers: string
  ours: Measured
  fixed: Measured[]
  /** Fixed intervals that are no worse in anything: there must be none. */
  better: Measured[]
  /** By which part every fixed interval is worse in its worst respect, at the least. */
  margin: number
  /** The fixed interval with that margin, in that respect. */
  closest: Comparison
}

/** One fixed interval and ours in one respect: times in ms, or reads a payment. */
interface Comparison {
  name: string
  respect: Respect
  its: number
  ours: number
}

const respects = ['median', 'p95', 'reads'] as const

export type Respect = (typeof respects)[number]

type MakePlan = (fraction: () => number, expiresAt: number) => Plan

/** From 1 to 10 s in quarters, as a clockwork and as a pause after each answer. */
const fixedPlans: [string, MakePlan][] = Array.from({ length: 37 }, (_, n) => 1 + n / 4).flatMap(
  seconds => [
    [`every ${seconds} s`, () => everyInterval(seconds * 1_000)],
    [`pause of ${seconds} s`, () => pauseOf(seconds * 1_000)],
  ],
)

/** Compares our polling with every fixed interval, for two kinds of customers. */
export function measurePolling(seed: number): PollingResult[] {
  const kinds: [string, Customers][] = [
    ['evenly between 5 and 90 s', evenCustomers],
    ['mostly early (log-normal)', hurriedCustomers],
  ]
  return kinds.map(([name, customers]) => compare(name, customers, seed))
}

function compare(name: string, customers: Customers, seed: number): PollingResult {
  const ours = measure(['ours', ourPlan], customers, seed)
  const fixed = fixedPlans.map(plan => measure(plan, customers, seed))
  const worst = fixed
    .map(each => worstOf(each, ours))
    .sort((one, other) => ratio(one) - ratio(other))
  const [closest] = worst
  if (!closest) throw new Error('Our plan was compared with nothing')
  const names = worst.filter(each => ratio(each) <= 1).map(each => each.name)
  const better = fixed.filter(each => names.includes(each.name))
  return { customers: name, ours, fixed, better, margin: ratio(closest) - 1, closest }
}

/** Where another plan is worst against ours. */
function worstOf(other: Measured, ours: Measured): Comparison {
  const compared = respects.map(respect => ({
    name: other.name,
    respect,
    its: other[respect],
    ours: ours[respect],
  }))
  return compared.reduce((worst, each) => (ratio(each) > ratio(worst) ? each : worst))
}

/** Above 1 the other is worse. */
function ratio({ its, ours }: Comparison): number {
  return its / ours
}

/** The same seed gives every plan the same customers. */
function measure([name, make]: [string, MakePlan], customers: Customers, seed: number): Measured {
  const approvals = createSeededRandom(seed).fraction
  const network = createSeededRandom(seed + 1).fraction
  const jitter = createSeededRandom(seed + 2).fraction
  const fate = () => readFate(network)
  const followed = Array.from({ length: payments }, () =>
    follow(customers(approvals), make(jitter, farAway), fate),
  )
  const delays = followed.map(({ delay }) => delay)
  const reads = followed.reduce((sum, each) => sum + each.reads, 0) / payments
  const vain = Array.from({ length: 500 }, () =>
    readsUntil(neverAnswered, make(jitter, neverAnswered), fate),
  )
  const inVain = vain.reduce((sum, each) => sum + each, 0) / vain.length
  return { name, median: quantile(delays, 0.5), p95: quantile(delays, 0.95), reads, inVain }
}
