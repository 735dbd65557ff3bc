import type { EngineSettings } from '../../../electron/main/payments/engine-settings'
import type { Exchange, HttpResponse } from '../../../electron/main/service/exchange'
import { noWords } from '../../../shared/payment/status-words'
import { createSeededRandom, type SeededRandom } from '../../support/seeded-random'
import type { Call, Process } from '../network/call'
import { createTravel } from '../network/journeys'
import { createNetwork } from '../network/network'
import { createWeather, type Weather, type WeatherName } from '../network/weather'
import type { Wire } from '../network/wire'
import { atOnce, checkCall, checkPace, checkPress } from '../rules/at-any-call'
import { checkCreate, checkLeaving } from '../rules/at-call'
import { checkExecution } from '../rules/at-execution'
import type { Scene } from '../rules/scene'
import { createAnswerWriter } from '../simulated-service/answer-writer'
import type { Delivered } from '../simulated-service/books'
import { type Books, createBooks } from '../simulated-service/books'
import { drawDialect } from '../simulated-service/dialect'
import type { Payment } from '../simulated-service/payment'
import { accountOf } from '../simulated-service/request'
import { createSimulatedService, type ServiceEndpoint } from '../simulated-service/service'
import { shopSettings, type Wrap } from '../till/adapter'
import type { CommitFate, Disk } from '../till/disk'
import { createMachine, type Machine } from '../till/machine'
import type { Parts } from '../till/parts'
import { type Cashier, createCashier } from './cashier'
import {
  createFacts,
  draftOf,
  draftOfCall,
  endCalm,
  type Facts,
  noteBusy,
  noteCall,
  noteCalm,
  noteDelivery,
  notePause,
} from './facts'
import { Purchases } from './purchases'
import { backUp } from './restore'
import { StaffActs } from './staff-acts'
import type { Trace } from './trace'
import { createVirtualTime, type VirtualTime } from './virtual-time'
import { createWatch, type Watch } from './watch'

/** A shop, its till, its people, the network and the service: all that one seed tells. */
export interface World {
  time: VirtualTime
  scene: Scene
  machine: Machine
  cashier: Cashier
  weather: Weather
  service: ServiceEndpoint
  books: Books
  watch: Watch
  /** Makes a backup of the till with these keys; the function restores it. */
  backUp(keys: string): () => void
  /** What becomes of the next COMMIT but so many. */
  armCommit(fate: CommitFate, after: number): void
}

export interface WorldDeps {
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
/** So long a till may wait after a 429, on its own clock, ms: what was asked, or a pause that it draws. */
const longestPause = 300_000
/** The longest that a 503 asks for, ms. */
const mostAsked = 600_000
/** The same where the till may measure a named moment by a wall clock that is wrong: it believes an hour at the most. */
const longestUndated = 3_600_000

/** A world at its beginning; its till is off. */
export function createWorld(deps: WorldDeps): World {
  const { disk, trace } = deps
  const random = createSeededRandom(deps.seed)
  const wallError = random.chance(0.1) ? random.int(-3 * day, 3 * day) : random.int(-3_000, 3_000)
  const time = createVirtualTime(wallError)
  const { elapsed, ticked } = time
  const dateError = drawDateError(random)
  // Cards are charged in shillings all the same: such a shop has two currencies.
  const currency = random.fork('shop currency').chance(0.4) ? 'KES' : 'TZS'
  const facts = createFacts(dateError)
  const scene: Scene = {
    facts,
    committed: disk.committed,
    cashUps: disk.cashUps,
    settings: shopSettings('A', currency, noWords),
    purchases: new Purchases(() => disk.committed.recent(100)),
    elapsed,
    ticked,
    report: deps.report,
  }
  const watch = createWatch(scene, trace)
  const commits = createCommitFates()

  const executed = (payment: Payment) => {
    trace.note(() => `  the service executes ${textOf(payment)}`)
    checkExecution(scene, payment, books.payments().slice(0, -1))
    draftOf(facts, payment)?.executions.push(payment)
    watch.disturbed()
  }
  const called = (call: Call) => {
    trace.note(() => `  call ${call.number}: ${call.operation} ${subjectOf(call)}`)
    if (call.operation === 'create') checkCreate(scene, call)
    checkPace(scene, call.process)
    noteCall(facts, call)
    checkCall(scene, call)
  }
  const subjectOf = (call: Call) =>
    call.operation === 'read' ? call.text : (draftOfCall(facts, call)?.name ?? 'without a draft')
  /** What a 429 teaches, and what a 503 asks of its payment or of the account. */
  const noteAsked = (call: Call, { status, headers }: HttpResponse) => {
    if (status === 429 && !('x-ratelimit-reset' in headers)) facts.slowed.add(call.process)
    if (status !== 503) return
    const asked = Number(headers['retry-after'] ?? 0) * 1_000
    const before = facts.busy.get(call.process) ?? []
    // Two payments that share a reference are one payment to whoever looks at the call alone.
    for (const payment of paymentsOf(call)) {
      const until = noteBusy(facts, call.process, { payment, asked, now: elapsed() })
      if (before.length > 0) waitsFor(call.process, longestPause + mostAsked)
      if (until === null || paymentsOf(call).length > 1) continue
      trace.note(`  call ${call.number} speaks for the service, until ${until}`)
      notePause(facts, { call, quietUntil: until })
      endCalm(facts, until)
    }
  }
  const paymentsOf = (call: Call): string[] => {
    if (call.operation === 'create') return [draftOfCall(facts, call)?.paymentId ?? []].flat()
    const account = accountOf(call.process.keys)
    return scene.committed
      .recent(100)
      .filter(payment => payment.reference === call.text && payment.account === account)
      .map(({ id }) => id)
  }
  const waitsFor = (process: Process, longest: number) => {
    const before = facts.mayWaitUntil.get(process) ?? 0
    facts.mayWaitUntil.set(process, Math.max(before, ticked() + longest))
  }
  const returned = (call: Call, exchange: Exchange, delivered: Delivered | null) => {
    trace.note(() => `  call ${call.number} (${call.fate}): ${outcomeOf(exchange, delivered)}`)
    // In this weather any answer may name a pause that only the till's own clock can measure.
    // It may have passed since the answer was written.
    const asksForPause =
      exchange.kind === 'response' &&
      (exchange.status === 429 || 'x-ratelimit-reset' in exchange.headers)
    if (asksForPause || weather.name() === 'throttling') {
      // Without a Date a till that has not learnt the service's clock measures by a wall clock that may be wrong.
      const isDated = exchange.kind === 'response' && 'date' in exchange.headers
      const longest = isDated ? longestPause : longestUndated
      waitsFor(call.process, longest)
    }
    if (exchange.kind === 'response') noteAsked(call, exchange)
    if (weather.name() === 'throttling') endCalm(facts, elapsed())
    else noteCalm(facts, delivered, elapsed())
    if (call.operation === 'create' && exchange.kind === 'response') {
      const drafted = draftOfCall(facts, call)
      const asked = Number(exchange.headers['retry-after'] ?? 0) * 1_000
      if (drafted && asked > 0) drafted.readFrom = elapsed() + asked
    }
    if (!delivered) return
    noteDelivery(facts, delivered)
    watch.disturbed()
    watch.promises.note(delivered)
  }

  const dialect = drawDialect(random.fork('dialect'))
  const weather = createWeather(random.fork('weather'), deps.weather)
  const isWell = () => weather.name() === 'perfect'
  const writer = createAnswerWriter({
    ...{ dialect, random: random.fork('writer'), elapsed, isWell },
    sharesReference: ({ reference }) =>
      books.payments().filter(payment => payment.reference === reference).length > 1,
  })
  const books = createBooks({
    random: random.fork('books'),
    elapsed,
    numbers: dialect.numbers,
    executed,
  })
  const service = createSimulatedService({
    books,
    writer,
    dialect,
    random: random.fork('service'),
    elapsed,
    dateError,
    isWell,
  })
  const travel = createTravel({
    time,
    random: random.fork('network'),
    weather,
    service,
    books,
    wire: deps.wire,
    left: call => checkLeaving(scene, call),
  })
  const network = createNetwork({
    time,
    travel,
    called,
    returned,
    askedForPause(call, quietUntil) {
      trace.note(`  call ${call.number} asks for quiet until ${quietUntil}`)
      notePause(facts, { call, quietUntil })
      endCalm(facts, quietUntil)
    },
  })
  const machine = createMachine({
    parts: deps.parts,
    wrap: deps.wrap,
    disk,
    time,
    random: random.fork('till'),
    transport: network.transport,
    settings: createSettingsOf(facts, currency),
    person: () => facts.signedIn,
    drawCommitFate: commits.draw,
    changed: watch.changed,
    committed: watch.disturbed,
    opened: watch.unannounced,
    faulty: text => deps.report('ledger', `the till has a fault: ${text}`),
    note: trace.note,
  })
  const cashier = createCashier({
    machine,
    random: random.fork('cashier'),
    facts,
    currency,
    elapsed,
    ticked,
    payments: () => disk.committed.recent(100),
    period: () => disk.committed.day.period,
    note: trace.note,
    staff: new StaffActs({ scene, machine, random: random.fork('staff'), note: trace.note }),
    pressed(drafted) {
      const process = machine.process()
      const sleeps = time.sleeps()
      const check = () => {
        // A computer that slept had no time to send.
        if (process && time.sleeps() === sleeps) checkPress(scene, drafted, process)
      }
      if (drafted.draft.customerSeesNoPrompt) return
      time.happens(atOnce, check)
    },
  })
  trace.begin(elapsed)
  trace.note(`the wall clock is wrong by ${wallError} ms, the service's Date by ${dateError} ms`)
  trace.note(() => `the service answers so: ${JSON.stringify(dialect)}`)
  return {
    time,
    scene,
    machine,
    cashier,
    weather,
    service,
    books,
    watch,
    backUp: keys => backUp({ disk, machine, scene, watch }, keys),
    armCommit: commits.arm,
  }
}

/** Some services have a wrong clock, or a proxy before them has: by minutes or by hours, ms. */
function drawDateError(random: SeededRandom): number {
  const error = random.weighted({
    none: 84,
    'a little ahead': 6,
    'minutes ahead': 5,
    'minutes behind': 1,
    hours: 4,
  })
  const errors: Record<typeof error, number> = {
    none: 0,
    'a little ahead': random.int(15_000, 90_000),
    'minutes ahead': random.pick([1, 1, 2, 3, 5, 10]) * 60_000,
    'minutes behind': random.int(-15, -1) * 60_000,
    hours: random.int(-6, 6) * 3_600_000,
  }
  return errors[error]
}

function textOf(payment: Payment): string {
  const { draft, reference, promptEndsAt, expiresAt, statedExpiry, course, oddity } = payment
  const words = course.map(({ from, word }) => `${word} from ${from}`).join(', ')
  const times = `prompt until ${promptEndsAt}, over at ${expiresAt}, states ${statedExpiry}`
  return `${draft} as ${reference}: ${times}; ${words} (${oddity})`
}

function outcomeOf(exchange: Exchange, delivered: Delivered | null): string {
  if (exchange.kind === 'failure') return `${exchange.code}, sent: ${exchange.sent}`
  const saying = delivered?.saying ?? { about: 'nothing' }
  if (saying.about !== 'payment') return `${exchange.status}, about ${saying.about}`
  const { words, meaning, reference, money } = saying
  const date = 'date' in exchange.headers ? '' : ', no Date'
  return `${exchange.status} ${JSON.stringify(words)} of ${reference}: ${meaning}, amount ${money}${date}`
}

/** The shop's settings, made once for each word that the connection learns: the till asks at each use. */
function createSettingsOf(facts: Facts, currency: string): (account: string) => EngineSettings {
  const made = new Map<string, EngineSettings>()
  return account => {
    const { words } = facts
    const key = JSON.stringify([account, words])
    const known = made.get(key) ?? shopSettings(account, currency, words)
    made.set(key, known)
    return known
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
