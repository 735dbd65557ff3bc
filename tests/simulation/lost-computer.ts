import type { SeededRandom } from '../support/seeded-random'
import { checkLookup, isLost } from './rules/restored'
import type { Payment } from './simulated-service/payment'
import type { Trace } from './world/trace'
import type { World } from './world/world'

const minute = 60_000
const hour = 60 * minute
/** Until another computer is there, and until an owner goes on with it, ms. */
const timesWithoutTill = [10_000, 10_000, 5 * minute, hour, 26 * hour]

interface LostComputerDeps {
  world: World
  /** A stream of its own. */
  random: SeededRandom
  trace: Trace
  isDone: () => boolean
  letPass: (duration: number) => Promise<void>
  setClock: () => void
}

/** In one schedule of eight the shop makes a backup, loses its computer later, and goes on from the backup on another one. */
export class LostComputer {
  private readonly hasRestore: boolean
  private backup: { restore: () => void; keys: string } | null = null
  private backupAt = 0
  private lostAt = 0

  constructor(private readonly deps: LostComputerDeps) {
    this.hasRestore = deps.random.chance(1 / 8)
  }

  /** So many events are to come: the backup is made after one of them, and the computer lost after a later one. */
  plan(events: number): void {
    const { random } = this.deps
    this.backupAt = random.int(1, events - 1)
    this.lostAt = random.int(this.backupAt + 1, Math.min(events, this.backupAt + 12))
  }

  /** After an event; answers with which keys another till goes on now, and null where none does. */
  async after(event: number, keys: string): Promise<string | null> {
    if (!this.hasRestore) return null
    if (event === this.backupAt) this.backup = { restore: this.deps.world.backUp(keys), keys }
    if (event === this.lostAt && this.backup) return this.lose(this.backup, keys)
    const lost = this.lostPayments()
    if (lost.length > 0 && this.deps.random.chance(0.3))
      void this.lookUp(this.deps.random.pick(lost))
    return null
  }

  private async lose({ restore, keys }: { restore: () => void; keys: string }, later: string) {
    const { world, random, trace, letPass } = this.deps
    trace.note('the computer is gone, with all that is on it')
    world.machine.crash()
    await letPass(random.pick(timesWithoutTill))
    if (random.chance(0.2)) this.deps.setClock()
    world.armCommit('fine', 0)
    trace.note('its backup is restored on another one')
    restore()
    await letPass(random.pick(timesWithoutTill))
    trace.note('an owner says that the till goes on from there')
    world.cashier.goOn()
    // Since then the shop may have other keys.
    return random.chance(0.5) ? keys : later
  }

  /** A person asks again for some of what the backup had under way. */
  tryAgain(): void {
    const { random, world } = this.deps
    const unknown = world.scene.committed.open().filter(({ phase }) => phase === 'unknown')
    for (const payment of unknown) if (random.chance(0.5)) world.cashier.press(payment, 'try-again')
  }

  /** What only the till that is gone asked for; two payments with one reference no till can tell apart. */
  private lostPayments(): Payment[] {
    const { scene, books } = this.deps.world
    const all = scene.facts.restored ? books.payments() : []
    const isAlone = ({ reference }: Payment) =>
      all.filter(each => each.reference === reference).length === 1
    return all.filter(each => isLost(scene, each) && isAlone(each))
  }

  /** A customer shows the reference of what they paid for. */
  private async lookUp(execution: Payment): Promise<void> {
    const { world, trace } = this.deps
    const { reference } = execution
    trace.note(`${reference} is looked up`)
    const process = world.machine.process()
    const asked = world.machine.guarded(engine => engine.references.lookUp(reference))
    // What the till throws is its own affair: `guarded` has seen it.
    const found = typeof asked === 'string' ? null : await asked.catch(() => null)
    trace.note(() => `${reference} is found: ${JSON.stringify(found)}`)
    if (process && found?.ok) checkLookup(world.scene, { execution, process, found: found.value })
  }

  /** All of it is found by its reference, with the keys of its account. */
  async lookUpAll(): Promise<void> {
    for (const execution of this.lostPayments()) {
      if (this.deps.isDone()) return
      void this.lookUp(execution)
      await this.deps.letPass(minute)
    }
  }
}
