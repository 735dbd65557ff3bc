import type { SeededRandom } from '../support/seeded-random'
import { LastPresses } from './last-presses'
import { LostComputer } from './lost-computer'
import { drawWeather } from './network/weather'
import type { Wire } from './network/wire'
import { checkAllRead } from './rules/at-end'
import { isSurelyOver } from './rules/expiry'
import { factsOf, nameOf } from './rules/scene'
import type { Payment } from './simulated-service/payment'
import { accountOf } from './simulated-service/request'
import { ProcessIsDead } from './till/disk'
import { endCalm } from './world/facts'
import type { Trace } from './world/trace'
import type { World } from './world/world'

/** The events of a schedule, drawn from its seed. */
export interface ShopRun {
  /** Lets things happen, good and bad. */
  runEvents(): Promise<void>
  /** Makes the world well and lets time pass, until every sale has come to its end. */
  recover(): Promise<void>
  /** A person ends all that is asked of them, by what the screen offers, also once the customers took their goods. */
  endToDos(): Promise<void>
  end(): void
}

interface ShopRunDeps {
  world: World
  random: SeededRandom
  wire: Wire
  trace: Trace
  /** The schedule has nothing more to show. */
  isOver: () => boolean
  /** What the computer suffers from; by default the seed decides. */
  troubles?: Troubles | undefined
}

/** A till with anything open looks at its clocks every five seconds (heartbeat.ts). */
const heartbeatMs = 5_000
const minute = 60_000
const hour = 60 * minute
/** Four hours of a payment's life, and some more. */
const longestWait = 4.5 * hour
/** What the service may ask for, and a little more (simulated-service/pacing.ts). */
const longestPause = 130_000
/** Far more than any schedule has alarms: a till that needs more is spinning. */
const mostSteps = 20_000

const usual = {
  time: 50,
  cashier: 30,
  'in the nick of time': 5,
  weather: 4,
  'power-cut': 2,
  'power-cut-midway': 3,
  restart: 2,
  disk: 3,
  clock: 2,
  sleep: 2,
  keys: 2,
  callback: 4,
}

/** Nothing in these slows the till down. */
const peaceful: readonly string[] = [
  'time',
  'cashier',
  'in the nick of time',
  'weather',
  'callback',
]

/** Some shops have a computer whose clocks cannot be relied on, others a bad power supply. */
export type Troubles = keyof typeof eventWeights

const eventWeights = {
  usual,
  'bad clocks': { ...usual, clock: 14, sleep: 14 },
  'bad power': { ...usual, 'power-cut': 8, 'power-cut-midway': 12, disk: 6 },
}

/** A life in this world. */
export function createShopRun({
  world,
  random,
  wire,
  trace,
  isOver,
  troubles,
}: ShopRunDeps): ShopRun {
  const { time, machine, scene, watch } = world
  const monotonicStops = random.chance(0.5)
  const drawn = random.weighted({ usual: 80, 'bad clocks': 10, 'bad power': 10 })
  const weights = eventWeights[troubles ?? drawn]
  let keys = 'A:1'
  const accounts = new Set(['A'])
  /** When the wall clock was last set back, and when the computer woke with a monotonic clock that had stopped. */
  let setBackAt = Number.NEGATIVE_INFINITY
  let wokeAt = Number.NEGATIVE_INFINITY
  let steps = 0
  const isDone = () => isOver() || steps > mostSteps
  /** After how many promise ticks the power fails, when something happens next. */
  let cutAfter: number | null = null

  /** Lets every promise go on that can, and looks at what is there. */
  async function settle(): Promise<void> {
    if (cutAfter !== null) await cutMidway(cutAfter)
    await nextTick()
    for (let idle = wire.idle(); idle; idle = wire.idle()) {
      await idle
      await nextTick()
    }
    watch.rest(machine.engine())
  }

  /** Whatever can go on without the world goes on before this resolves: a tick is behind all promises. */
  const nextTick = () => new Promise<void>(resolve => process.nextTick(resolve))

  /** A rejection that is not caught by now ends the process here, as it would end the till. */
  const eventLoop = () => new Promise<void>(resolve => setImmediate(resolve))

  async function cutMidway(ticks: number): Promise<void> {
    cutAfter = null
    for (let nextTick = 0; nextTick < ticks; nextTick++) await Promise.resolve()
    machine.crash()
  }

  /** What a timer of the till throws would end the real one. */
  function step(limit: number): boolean {
    steps += 1
    if (steps > mostSteps) return endlessly()
    try {
      return time.step(limit)
    } catch (error) {
      if (!(error instanceof ProcessIsDead)) scene.report('ledger', `uncaught: ${String(error)}`)
      return true
    }
  }

  function endlessly(): boolean {
    if (steps === mostSteps + 1) scene.report('storm', `${mostSteps} alarms and no end`)
    return false
  }

  async function letPass(duration: number): Promise<void> {
    const limit = time.elapsed() + duration
    while (!isDone() && step(limit)) await settle()
  }

  /** Goes to a moment that matters at the service, for a payment that the till thinks pending, and pushes again. */
  async function inTheNickOfTime(): Promise<void> {
    const pending = scene.committed.open().filter(({ phase }) => phase === 'pending')
    const [sale] = pending.length > 0 ? [random.pick(pending)] : []
    const payment = sale?.account && world.books.read(sale.account, sale.reference ?? '')
    if (!sale || !payment) return
    const moments = momentsOf(payment).filter(
      moment => moment > time.elapsed() && moment < time.elapsed() + 20 * minute,
    )
    if (moments.length === 0) return
    await letPass(random.pick(moments) - time.elapsed())
    if (machine.engine()) world.cashier.pushAgain(sale)
  }

  function momentsOf({ course, promptEndsAt, createdAt, statedExpiry }: Payment): number[] {
    const { settings, facts } = scene
    return [
      ...course.map(({ from }) => from + random.int(1, 2_000)),
      promptEndsAt - random.int(1, 3_000),
      // The till takes the prompt for gone.
      createdAt + settings.promptLifetimeMs + random.int(1_000, 30_000),
      // The end as the service's own clock has it, right or wrong.
      (statedExpiry ?? promptEndsAt) - facts.clock.dateError + random.int(3_000, 15_000),
    ]
  }

  /** A callback says that something is new (§6): true or forged, it changes nothing but the time of one read. */
  function hearCallback(): void {
    const sales = scene.committed.recent(100).filter(({ reference }) => reference !== null)
    if (sales.length === 0) return
    const { id, customer } = random.pick(sales)
    trace.note(`a callback about ${customer.lastName}`)
    machine.guarded(engine => engine.openPayments.readSoon(id))
  }

  function boot(): void {
    accounts.add(accountOf(keys))
    // A change unnoticed until now can no longer be noticed: the monotonic clock starts again at zero.
    if (scene.facts.clock.setBack) scene.facts.clock.setBackUnseen = true
    machine.boot(keys)
  }

  /** Between two looks of the till each clock can hide what the other shows. Off, it does not look. */
  const justAfter = (moment: number) => time.elapsed() - moment <= heartbeatMs

  function setClock(): void {
    const size = random.pick([2_000, 30_000, 5 * minute, hour, 48 * hour])
    const change = random.int(-size, size)
    trace.note(`the wall clock is set by ${change} ms`)
    time.setWallBy(change)
    scene.facts.clock.wasSet = true
    if (change >= 0) return
    scene.facts.clock.setBack = true
    setBackAt = time.elapsed()
    if (!machine.engine() || justAfter(wokeAt)) scene.facts.clock.setBackUnseen = true
  }

  function sleep(): void {
    const duration = random.int(5_000, random.pick([minute, 20 * minute]))
    trace.note(`the computer sleeps for ${duration} ms`)
    if (monotonicStops && justAfter(setBackAt)) scene.facts.clock.setBackUnseen = true
    time.sleep(duration, monotonicStops)
    if (monotonicStops) wokeAt = time.elapsed()
  }

  function armDisk(): void {
    const fate = random.pick(['fails', 'fails-yet-lasts', 'power-cut', 'power-cut-after'] as const)
    const after = random.int(0, 3)
    trace.note(`the disk: ${fate}, after ${after} more commits`)
    world.armCommit(fate, after)
  }

  async function changeKeys(): Promise<void> {
    const [account = '', number = ''] = keys.split(':')
    if (random.chance(0.4)) {
      trace.note(`the keys ${keys} are revoked`)
      return world.service.revoke(keys)
    }
    keys = random.chance(0.35)
      ? `${account === 'A' ? 'B' : 'A'}:1`
      : `${account}:${Number(number) + 1}`
    await restart()
  }

  async function restart(): Promise<void> {
    machine.stop()
    await settle()
    boot()
  }

  async function goOn(keysThere: string): Promise<void> {
    keys = keysThere
    boot()
    endCalm(scene.facts, time.elapsed())
    lostComputer.tryAgain()
    await settle()
  }

  const drawDuration = () =>
    random.weighted({ 2000: 50, 15000: 30, 70000: 14, 240000: 5, 720000: 1 })
  const eventActions: Record<keyof typeof usual, () => void | Promise<void>> = {
    time: () => letPass(random.int(0, Number(drawDuration()))),
    cashier: () => (machine.engine() ? world.cashier.takeAction() : boot()),
    'in the nick of time': inTheNickOfTime,
    weather() {
      world.weather.set(drawWeather(random))
      trace.note(`the weather: ${world.weather.name()}`)
    },
    'power-cut': machine.crash,
    'power-cut-midway'() {
      cutAfter = random.int(0, 12)
      world.cashier.takeAction()
    },
    restart,
    disk: armDisk,
    clock: setClock,
    sleep,
    keys: changeKeys,
    callback: hearCallback,
  }

  const lostComputer = new LostComputer({
    ...{ world, trace, isDone, letPass, setClock },
    random: random.fork('lost computer'),
  })

  const lastPresses = new LastPresses({
    ...{ world, isDone, settle },
    random: random.fork('last presses'),
  })

  async function runEvent(): Promise<void> {
    const name = random.weighted(weights)
    if (!peaceful.includes(name)) endCalm(scene.facts, time.elapsed())
    await eventActions[name]()
    if (!peaceful.includes(name)) endCalm(scene.facts, time.elapsed())
    await settle()
    await eventLoop()
  }

  /** Sales of the account in use that have yet to come to an end, or before a person, without anyone's help. */
  const waiting = () =>
    scene.committed
      .open()
      .filter(
        ({ phase, account }) =>
          phase !== 'held' &&
          (phase !== 'unknown' || !hasRested()) &&
          (account === null || account === accountOf(keys)),
      )
  let wellSince = 0
  const hasRested = () => time.elapsed() - wellSince > 2 * minute

  /** The end of some payments is four hours away, and a read or two behind it. */
  async function waitOut(): Promise<void> {
    wellSince = time.elapsed()
    const hasTime = () => time.elapsed() - wellSince < longestWait
    while (!isDone() && hasTime() && waiting().length > 0) await letPass(10_000)
    for (const sale of isDone() ? [] : waiting())
      if (factsOf(scene, sale).executions.every(payment => isSurelyOver(scene, payment)))
        scene.report('liveness', `${nameOf(sale)} comes to no end`)
  }

  /** The day's end: all that may still be found paid is read once. */
  async function checkAll(account: string): Promise<void> {
    await letPass(longestPause)
    const checkedAt = time.elapsed()
    machine.guarded(engine => engine.openPayments.checkAll())
    await letPass(minute)
    if (!isDone()) checkAllRead(scene, world.books, account, checkedAt)
  }

  /** After that every sale is looked at once more, whatever became of it. */
  async function checkSalesAgain(account: string): Promise<void> {
    scene.facts.lookedBack.set(account, time.elapsed())
    for (const sale of scene.committed.recent(100)) {
      if (isDone()) return
      world.cashier.press(sale, 'check-now')
      await settle()
    }
    await letPass(minute)
  }

  return {
    async runEvents() {
      boot()
      world.cashier.takeAction()
      const events = random.int(8, 40)
      lostComputer.plan(events)
      for (let event = 1; event <= events && !isDone(); event++) {
        await runEvent()
        const keysThere = await lostComputer.after(event, keys)
        if (keysThere !== null) await goOn(keysThere)
      }
    },
    async recover() {
      trace.note('the world is well again')
      world.weather.set('perfect')
      world.armCommit('fine', 0)
      // A sale is taken up again only with the keys of its own account.
      for (const account of accounts) {
        keys = `${account}:99`
        await restart()
        await waitOut()
        await checkAll(account)
        await checkSalesAgain(account)
        await lostComputer.lookUpAll()
        await eventLoop()
      }
    },
    async endToDos() {
      await lastPresses.endAll()
      await lastPresses.takeGoods()
      await lastPresses.endAll()
    },
    end: machine.crash,
  }
}
