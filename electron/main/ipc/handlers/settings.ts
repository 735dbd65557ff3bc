import type { AuditAction, AuditDetail, AuditEntry } from '../../../../shared/audit-entry'
import type { AuthorityView } from '../../../../shared/authority'
import type { ConnectionKind, ServiceKind } from '../../../../shared/connection'
import type { SavedSection } from '../../../../shared/ipc/calls/settings'
import { type Caller, type Handlers, stillOf } from '../../../../shared/ipc/handlers'
import { success } from '../../../../shared/ipc/result'
import { statusOf } from '../../../../shared/payment/status'
import {
  type StatusWords,
  statusWordsSchema,
  type WordMeaning,
} from '../../../../shared/payment/status-words'
import type { Settings } from '../../../../shared/settings'
import type { TutorialSettings } from '../../../../shared/settings/tutorial'
import { addAuthority } from '../../connections/authorities'
import { saveAndTest } from '../../connections/connection-saver'
import type { Ledger } from '../../store/ledger/ledger'
import type { ChangeSettings, HandlerDeps } from './handler-deps'

/** The settings that the owner changes. */
export function settingsHandlers(
  change: ChangeSettings,
  { staff }: HandlerDeps,
): Handlers['settings'] {
  return {
    save(saved) {
      const result = change(all => withSection(all, saved))
      if (saved.section === 'staff') staff.idleChanged()
      return result
    },
    saveDisplay: display => change(all => ({ ...all, display })),
    saveAlerts: alerts => change(all => ({ ...all, alerts })),
  }
}

function withSection(all: Settings, { section, value }: SavedSection): Settings {
  if (section === 'words') return withWords(all, all.active ?? 'practice', value)
  return section === 'timeouts' ? { ...all, ...value } : { ...all, [section]: value }
}

/** The till's connections to the service. */
export function connectionHandlers(deps: HandlerDeps): Handlers['connection'] {
  const { connections, settings, computer } = deps

  /** New connections use the certificates that are trusted now. */
  async function trustChanged(kind: ServiceKind): Promise<void> {
    if (settings.get().active === kind) await connections.reopen()
    deps.changed()
  }

  /** Names the person who is signed in now, also when another one is when it is written. */
  function entryBy(action: AuditAction): (detail: AuditDetail) => AuditEntry {
    const by = deps.staff.person()
    return detail => deps.store.entry(action, by, detail)
  }

  /** Only the connection in use has its ledger open. */
  function ledger(kind: ServiceKind): Ledger | null {
    const engine = connections.engine()
    return engine?.kind === kind ? engine.ledger : null
  }

  return {
    async saveAndTest(typed, caller) {
      const decided = entryBy('account-decided')
      const tested = await saveAndTest(typed, {
        ...deps,
        ...computer,
        ledger,
        decision: detail => decided({ ...detail, ...approvalOf(caller) }),
        stillAdmitted: stillOf(caller),
      })
      if (tested.ok && tested.value.saved && settings.get().active === typed.kind)
        await connections.reopen()
      deps.changed()
      return tested
    },
    async addAuthority({ kind }, caller) {
      const added = entryBy('authority-added')
      const done = await addAuthority(kind, {
        ...deps,
        ...computer,
        chooseCertificateFile: () =>
          computer.chooseCertificateFile(settings.get().display.language),
        stillAdmitted: stillOf(caller),
        added: ({ subject, fingerprint }: AuthorityView) => added({ kind, subject, fingerprint }),
      })
      if (done.ok && done.value.added) await trustChanged(kind)
      return done
    },
    async removeAuthorities({ kind }) {
      settings.update(all => ({ ...all, [kind]: { ...all[kind], authorities: [] } }))
      await trustChanged(kind)
      return success(null)
    },
    choose: ({ kind }) => connections.choose(all => ({ ...all, active: kind })),
  }
}

function approvalOf(caller: Caller | undefined): AuditDetail {
  return caller?.approvedBy ? { approvedBy: caller.approvedBy.name } : {}
}

/** The window shows as many sales next to the tutorial. */
const tutorialSales = 30

/** Setting a till up: the first practice sale, and the list of what else there is to do. */
export function tutorialHandlers(deps: HandlerDeps): Handlers['tutorial'] {
  /** One durable write, and another connection when the tutorial needs one. */
  const change = async (how: (all: Settings) => Pick<Settings, 'active' | 'tutorial'>) => {
    const changed = await deps.connections.choose(all => ({ ...all, ...how(all) }))
    deps.changed()
    return changed
  }
  /** Before the connection changes: its sales are in its own ledger. */
  const isMade = () => {
    const engine = deps.connections.engine()
    const sales = engine?.kind === 'practice' ? engine.ledger.recent(tutorialSales) : []
    return sales.some(sale => statusOf(sale) === 'paid')
  }
  return {
    begin: () =>
      change(({ active, tutorial }) => ({
        active: 'practice',
        tutorial: { ...tutorial, open: true, goOnWith: serviceOf(active) ?? tutorial.goOnWith },
      })),
    end: ({ goOn }) =>
      change(({ active, tutorial }) => ({
        active: goOn ? (tutorial.goOnWith ?? active) : active,
        tutorial: { ...tutorial, open: false, goOnWith: null, made: tutorial.made || isMade() },
      })),
    closeList() {
      deps.settings.update(all => {
        const made = all.tutorial.made || isMade()
        return { ...all, tutorial: { ...all.tutorial, open: false, made, listOpen: false } }
      })
      deps.changed()
      return success(null)
    },
  }
}

function serviceOf(active: Settings['active']): TutorialSettings['goOnWith'] {
  return active === 'practice' ? null : active
}

/** The settings with a connection's own status words. */
function withWords(all: Settings, kind: ConnectionKind, words: StatusWords): Settings {
  return { ...all, [kind]: { ...all[kind], words } }
}

/**
 * The meaning that a manager gives a status word is kept for that connection (money rule 5). A word that
 * does not fit in the list stays on the sale's record alone: a full list must not stop the till.
 */
export function withMeaning(
  all: Settings,
  kind: ConnectionKind,
  status: string | null,
  meaning: WordMeaning,
): Settings {
  const { words } = all[kind]
  const known = new Set([...words[meaning], status?.trim().toLowerCase() ?? ''])
  const next = statusWordsSchema.safeParse({ ...words, [meaning]: [...known] })
  return next.success ? withWords(all, kind, next.data) : all
}
