import type { AuthorityView } from '../../../../shared/authority'
import type { ServiceKind } from '../../../../shared/connection'
import { success } from '../../../../shared/ipc/result'
import type { ActDetail } from '../../../../shared/record'
import { addAuthority } from '../../connections/authority-adder'
import { saveAndTest } from '../../connections/connection-saver'
import type { Ledger } from '../../ledger/ledger'
import type { Caller, Handlers } from '../register'
import { createAuditCall } from './audit-call'
import type { HandlerDeps } from './handler-deps'

/** The till's connections to the service. */
export function connectionHandlers(deps: HandlerDeps): Handlers['connection'] {
  const { connections, settings } = deps
  const recordAct = createAuditCall(deps)

  /** Calls go on over new connections, which ask for certificates that are trusted now. */
  async function trustChanged(kind: ServiceKind): Promise<void> {
    if (settings.get().active === kind) await connections.reopen()
    deps.changed()
  }

  function recordAdded(kind: ServiceKind, authorities: readonly AuthorityView[]): void {
    for (const { subject, fingerprint } of authorities)
      recordAct('authority-added', { kind, subject, fingerprint })
  }

  /** Only the connection in use has its ledger open. */
  function ledger(kind: ServiceKind): Ledger | null {
    const engine = connections.engine()
    return engine?.kind === kind ? engine.ledger : null
  }

  return {
    async saveAndTest(typed, caller) {
      const recordDecision = (detail: ActDetail) =>
        recordAct('account-decided', { ...detail, ...approvalOf(caller) })
      const tested = await saveAndTest(typed, { ...deps, ledger, recordDecision })
      if (tested.ok && tested.value.saved && settings.get().active === typed.kind)
        await connections.reopen()
      deps.changed()
      return tested
    },
    async addAuthority({ kind }) {
      const record = (authorities: readonly AuthorityView[]) => recordAdded(kind, authorities)
      const done = await addAuthority(kind, { ...deps, record })
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

function approvalOf(caller: Caller | undefined): ActDetail {
  return caller?.approvedBy ? { approvedBy: caller.approvedBy.name } : {}
}
