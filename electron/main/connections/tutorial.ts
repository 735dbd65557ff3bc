import type { HandlersOf } from '../../../shared/ipc/handlers'
import { type Result, success } from '../../../shared/ipc/result'
import { statusOf } from '../../../shared/payment/status'
import type { Settings } from '../../../shared/settings'
import type { SettingsKeeper } from '../store/settings'
import type { ConnectionManager } from './connection-manager'

/** The window shows as many payments next to the tutorial. */
const tutorialSales = 30

/** Setting a till up: the first practice sale, and the list of what else there is to do. */
export class Tutorial implements HandlersOf<'tutorial'> {
  constructor(
    private readonly deps: {
      connections: Pick<ConnectionManager, 'choose' | 'engine'>
      settings: SettingsKeeper
      changed: () => void
    },
  ) {}

  begin(): Promise<Result<null>> {
    return this.#change(({ active, tutorial }) => {
      const goOnWith = (active === 'practice' ? null : active) ?? tutorial.goOnWith
      return { active: 'practice', tutorial: { ...tutorial, open: true, goOnWith } }
    })
  }

  end({ goOn }: { goOn: boolean }): Promise<Result<null>> {
    return this.#change(({ active, tutorial }) => {
      const made = tutorial.made || this.#isMade()
      return {
        active: goOn ? (tutorial.goOnWith ?? active) : active,
        tutorial: { ...tutorial, open: false, goOnWith: null, made },
      }
    })
  }

  closeList(): Result<null> {
    const { settings, changed } = this.deps
    settings.update(all => {
      const made = all.tutorial.made || this.#isMade()
      return { ...all, tutorial: { ...all.tutorial, open: false, made, listOpen: false } }
    })
    changed()
    return success(null)
  }

  /** One durable write, and another connection when the tutorial needs one. */
  async #change(
    how: (all: Settings) => Pick<Settings, 'active' | 'tutorial'>,
  ): Promise<Result<null>> {
    const changed = await this.deps.connections.choose(all => ({ ...all, ...how(all) }))
    this.deps.changed()
    return changed
  }

  /** Before the connection changes: its payments are in its own ledger. */
  #isMade(): boolean {
    const engine = this.deps.connections.engine()
    const payments = engine?.kind === 'practice' ? engine.ledger.recent(tutorialSales) : []
    return payments.some(payment => statusOf(payment) === 'paid')
  }
}
