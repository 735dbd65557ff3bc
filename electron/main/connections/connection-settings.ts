import type { AuditAction, AuditDetail, AuditEntry } from '../../../shared/audit-entry'
import type { ConnectionKind, ConnectionTestResult, ServiceKind } from '../../../shared/connection'
import type { ParsedOf } from '../../../shared/ipc/contract'
import { type Caller, type HandlersOf, stillOf } from '../../../shared/ipc/handlers'
import { type Result, success } from '../../../shared/ipc/result'
import type { Language } from '../../../shared/language'
import type { Person } from '../../../shared/person'
import type { Clock } from '../platform/clock'
import type { Random } from '../platform/random'
import type { ResolveProxy } from '../service'
import type { Ledger } from '../store/ledger/ledger'
import type { SettingsKeeper } from '../store/settings'
import type { TillStore } from '../store/till-store'
import { addAuthority } from './authorities'
import type { ConnectionManager } from './connection-manager'
import { saveAndTest } from './connection-saver'

/** What connections need of the computer. */
export interface ConnectionComputer {
  /** The way that this computer takes to an address: Chromium's words for it. */
  resolveProxy: ResolveProxy
  /** Lets a person choose a file of certificates; null where they chose none. */
  chooseCertificateFile: (language: Language) => Promise<string | null>
}

interface ConnectionSettingsDeps extends ConnectionComputer {
  connections: Pick<ConnectionManager, 'choose' | 'engine' | 'reopen'>
  settings: SettingsKeeper
  store: TillStore
  clock: Clock
  random: Random
  /** Who is signed in. */
  person: () => Person | null
  changed: () => void
}

/** The till's connections to the service, as an owner sets them up. */
export class ConnectionSettings implements HandlersOf<'connection'> {
  constructor(private readonly deps: ConnectionSettingsDeps) {}

  async saveAndTest(
    typed: ParsedOf<'connection', 'saveAndTest'>,
    caller?: Caller,
  ): Promise<Result<{ result: ConnectionTestResult; detail: string; saved: boolean }>> {
    const { connections, settings, changed } = this.deps
    const decided = this.#entryBy('account-decided')
    const approval = caller?.approvedBy ? { approvedBy: caller.approvedBy.name } : {}
    const tested = await saveAndTest(typed, {
      ...this.deps,
      ledger: kind => this.#ledger(kind),
      decision: detail => decided({ ...detail, ...approval }),
      stillAdmitted: stillOf(caller),
    })
    if (tested.ok && tested.value.saved && settings.get().active === typed.kind)
      await connections.reopen()
    changed()
    return tested
  }

  async addAuthority(
    { kind }: { kind: ServiceKind },
    caller?: Caller,
  ): Promise<Result<{ added: boolean }>> {
    const { store, settings, chooseCertificateFile } = this.deps
    const added = this.#entryBy('authority-added')
    const done = await addAuthority(kind, {
      store,
      chooseCertificateFile: () => chooseCertificateFile(settings.get().display.language),
      stillAdmitted: stillOf(caller),
      added: ({ subject, fingerprint }) => added({ kind, subject, fingerprint }),
    })
    if (done.ok && done.value.added) await this.#trustChanged(kind)
    return done
  }

  async removeAuthorities({ kind }: { kind: ServiceKind }): Promise<Result<null>> {
    this.deps.settings.update(all => ({ ...all, [kind]: { ...all[kind], authorities: [] } }))
    await this.#trustChanged(kind)
    return success(null)
  }

  choose({ kind }: { kind: ConnectionKind }): Promise<Result<null>> {
    return this.deps.connections.choose(all => ({ ...all, active: kind }))
  }

  /** New connections use the certificates that are trusted now. */
  async #trustChanged(kind: ServiceKind): Promise<void> {
    const { connections, settings, changed } = this.deps
    if (settings.get().active === kind) await connections.reopen()
    changed()
  }

  /** Names the person who is signed in now, also when another one is when it is written. */
  #entryBy(action: AuditAction): (detail: AuditDetail) => AuditEntry {
    const by = this.deps.person()
    return detail => this.deps.store.entry(action, by, detail)
  }

  /** Only the connection in use has its ledger open. */
  #ledger(kind: ServiceKind): Ledger | null {
    const engine = this.deps.connections.engine()
    return engine?.kind === kind ? engine.ledger : null
  }
}
