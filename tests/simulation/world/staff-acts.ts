import type { Person } from '../../../shared/person'
import type { SeededRandom } from '../../support/seeded-random'
import type { Scene } from '../rules/scene'
import { checkShift, movedNow } from '../rules/shifts'
import type { Machine } from '../till/machine'
import type { ShiftMark } from './facts'

/** In some shops two people work at one till: they sign in by turns, and look at their shifts. */
export class StaffActs {
  private readonly people: readonly Person[]

  /** `random`: a stream of its own. */
  constructor(
    private readonly deps: {
      scene: Scene
      machine: Pick<Machine, 'guarded'>
      random: SeededRandom
      note: (text: string | (() => string)) => void
    },
  ) {
    const { random, scene } = deps
    const names = random.chance(0.4) ? ['Asha', 'Juma'] : []
    this.people = names.map(name => ({ id: random.accountId(), name }))
    scene.facts.signedIn = this.people[0] ?? null
  }

  /** Before a press: sometimes the other person signs in, or looks at a shift. */
  takeTurn(): void {
    const { random, scene } = this.deps
    const other = this.people.find(({ id }) => id !== scene.facts.signedIn?.id)
    if (other && random.chance(0.4)) this.signIn(other)
    if (other && random.chance(0.15)) this.lookAtShift(other)
  }

  /** Only a running till takes a sign-in: what it finds on its disk at a start was pressed by the person before. */
  private signIn(person: Person): void {
    const { machine, scene, note } = this.deps
    machine.guarded(() => {
      note(`${person.name} signs in`)
      scene.facts.signedIn = person
    })
    if (scene.facts.signedIn === person) this.mark({ since: 'signIn', whose: person.id })
  }

  /** A cashier's own shift, or a manager's of everybody; who prints it begins the next. */
  private lookAtShift(other: Person): void {
    const { machine, random, scene, note } = this.deps
    const me = scene.facts.signedIn?.id ?? other.id
    const of = random.chance(0.7) ? me : ''
    const since = random.pick(['signIn', 'lastReport', 'cashUp'] as const)
    note(`the shift since ${since} of ${of || 'everybody'}`)
    machine.guarded(({ ledger: { day } }) => {
      const person = of || null
      const from = day.shiftMarks.start(since, { of: person, me })
      const { currencies } = day.shift({ from, person }, 0)
      checkShift(scene, { of, since, whose: since === 'signIn' ? me : of, currencies })
    })
    if (random.chance(0.6)) this.mark({ since: 'lastReport', whose: of })
  }

  /** As the app does at a sign-in and once a report is printed (outputs/shift.ts). */
  private mark({ since, whose }: Pick<ShiftMark, 'since' | 'whose'>): void {
    const { machine, scene } = this.deps
    const done = machine.guarded(({ ledger: { day } }) => {
      const { period } = day
      const mark = { since, whose, period, moved: movedNow(scene), isCertain: false }
      scene.facts.shiftMarks.push(mark)
      if (since === 'signIn') day.shiftMarks.signedIn(whose, 0)
      else day.shiftMarks.reported(whose || null, 0, day.place())
      mark.isCertain = true
    })
    if (typeof done === 'string') this.deps.note(`nothing is noted: ${done}`)
  }
}
