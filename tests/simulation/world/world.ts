import { createBooks } from '../far-end/books'
import type { Payment } from '../far-end/payment'
import { createFarEnd, type FarEnd } from '../far-end/service'
import type { Call, Delivery } from '../network/call'
import { createTravel } from '../network/journeys'
import { createNetwork } from '../network/network'
import { createWeather, type Weather, type WeatherName } from '../network/weather'
import type { Wire } from '../network/wire'
import { checkCall } from '../rules/at-any-call'
import { checkCreate } from '../rules/at-call'
import { checkExecution } from '../rules/at-execution'
import type { Scene } from '../rules/scene'
import { shopSettings, type Wrap } from '../till/adapter'
import type { CommitFate, Disk } from '../till/disk'
import { createMachine, type Machine } from '../till/machine'
import type { Parts } from '../till/parts'
import { type Cashier, createCashier } from './cashier'
import { createFacts, draftOf, noteCall, noteDelivery } from './facts'
import { createSeededRandom } from './seeded-random'
import type { Trace } from './trace'
import { createVirtualTime, type VirtualTime } from './virtual-time'
import { createWatch, type Watch } from './watch'

/** A shop, its till, its people, the network and the far end: all that one seed tells. */
export interface World {
  time: VirtualTime
  scene: Scene
  machine: Machine
  cashier: Cashier
  weather: Weather
  farEnd: FarEnd
  watch: Watch
  /** What becomes of the next COMMIT but so many. */
  armCommit(fate: CommitFate, after: number): void
}

export interface WorldNeeds {
  seed: number
  disk: Disk
  wire: Wire
  /** How it begins; drawn where it is not told. */
  weather: WeatherName | undefined
  parts: Parts
  wrap: Wrap
  report: Scene['report']
  trace: Trace
}

const day = 86_400_000

const noWords = { paid: [], failed: [] }

/** A world at its beginning; its till is off. */
export function createWorld(needs: WorldNeeds): World {
  const { disk, trace } = needs
  const random = createSeededRandom(needs.seed)
  const wallError = random.chance(0.1) ? random.int(-3 * day, 3 * day) : random.int(-3_000, 3_000)
  const time = createVirtualTime(wallError)
  const { elapsed } = time
  const dateError = random.chance(0.04) ? random.int(-6, 6) * 3_600_000 : 0
  const facts = createFacts(dateError !== 0)
  const scene: Scene = {
    facts,
    committed: disk.committed,
    settings: shopSettings('A', noWords),
    elapsed,
    report: needs.report,
  }
  const watch = createWatch(scene, trace)
  const commits = createCommitFates()

  const executed = (payment: Payment) => {
    const { draft, reference, expiresAt, statesExpiry } = payment
    const expiry = `until ${expiresAt}${statesExpiry ? '' : ', unsaid'}`
    trace.note(`  the far end executes ${draft} as ${reference}, ${expiry}`)
    checkExecution(scene, payment, books.payments().slice(0, -1))
    facts.drafts.get(payment.draft)?.executions.push(payment)
    watch.disturbed()
  }
  const called = (call: Call) => {
    trace.note(`  call ${call.number}: ${call.operation} ${subjectOf(call)}`)
    if (call.operation === 'create') checkCreate(scene, call)
    noteCall(facts, call)
    checkCall(scene, call)
  }
  const subjectOf = ({ operation, text }: Call) =>
    operation === 'read' ? text : (draftOf(facts, text)?.name ?? 'of nobody')
  const delivered = (delivery: Delivery) => {
    trace.note(`  call ${delivery.call.number} (${delivery.call.fate}): ${toldBy(delivery)}`)
    noteDelivery(facts, delivery)
    watch.promises.note(delivery)
  }

  const books = createBooks({ random: random.fork('books'), elapsed, executed })
  const farEnd = createFarEnd({ books, random: random.fork('service'), elapsed, dateError })
  const weather = createWeather(random.fork('weather'), needs.weather)
  const travel = createTravel({
    time,
    random: random.fork('network'),
    weather,
    farEnd,
    wire: needs.wire,
  })
  const network = createNetwork({ time, travel, called, delivered })
  const machine = createMachine({
    parts: needs.parts,
    wrap: needs.wrap,
    disk,
    time,
    random: random.fork('till'),
    client: network.client,
    settings: account => shopSettings(account, facts.words),
    drawCommitFate: commits.draw,
    changed: watch.changed,
    committed: watch.disturbed,
    note: trace.note,
  })
  const cashier = createCashier({
    machine,
    random: random.fork('cashier'),
    facts,
    elapsed,
    sales: () => disk.committed.recent(100),
    note: trace.note,
  })
  trace.begin(elapsed)
  trace.note(`the wall clock is wrong by ${wallError} ms, the service's Date by ${dateError} ms`)
  return { time, scene, machine, cashier, weather, farEnd, watch, armCommit: commits.arm }
}

function toldBy({ answer, quietUntil }: Delivery): string {
  const pause = quietUntil === null ? '' : `, quiet until ${quietUntil}`
  switch (answer.class) {
    case 'ok':
      return `ok ${answer.value.status}${'serverDate' in answer && answer.serverDate === null ? ', no Date' : ''}${pause}`
    case 'refused':
      return `refused ${answer.httpStatus}`
    case 'unreachable':
      return `unreachable (${answer.reason}), sent: ${answer.sent}`
    case 'unintelligible':
      return `unintelligible (${answer.reason})`
    default:
      return `${answer.class}${pause}`
  }
}

function createCommitFates() {
  let armed: { fate: CommitFate; after: number } | null = null
  return {
    arm(fate: CommitFate, after: number) {
      armed = { fate, after }
    },
    draw(): CommitFate {
      if (!armed || armed.after-- > 0) return 'fine'
      const { fate } = armed
      armed = null
      return fate
    },
  }
}
