import type { UpdateStatus } from '../../../shared/updates'
import type { Clock } from '../platform/clock'
import type { Log } from '../platform/log'
import type { AuditLog } from '../store/audit-log'
import { UpdateRefused } from './refusal'

/** What the settings show about the newer version. */
export interface UpdateStatusKeeper {
  get(): UpdateStatus
  show(next: UpdateStatus): void
  /** Shows and logs why there is no newer version. */
  refuse(error: unknown): void
}

export interface UpdateStatusDeps {
  auditLog: Pick<AuditLog, 'writeIfPossible'>
  clock: Clock
  log: Log
  changed: () => void
}

export function createUpdateStatus(deps: UpdateStatusDeps): UpdateStatusKeeper {
  let status: UpdateStatus = { name: 'unasked' }

  function show(next: UpdateStatus): void {
    status = next
    deps.changed()
  }

  return {
    get: () => status,
    show,
    refuse(error) {
      const refused =
        error instanceof UpdateRefused ? error : new UpdateRefused('unreachable', String(error))
      deps.log.warn('update-refused', { reason: refused.why })
      const before = status
      show({ name: 'refused', why: refused.why, at: deps.clock.wall() })
      // A shop without network is not news; a list or package that is not the publisher's is.
      const isNews = before.name !== 'refused' || before.why !== refused.why
      if (refused.why !== 'unreachable' && isNews)
        deps.auditLog.writeIfPossible('update-refused', null, { why: refused.why })
    },
  }
}
