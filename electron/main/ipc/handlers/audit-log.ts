import { success } from '../../../../shared/ipc/result'
import type { AuditLog } from '../../audit-log/audit-log'
import type { Handlers } from '../register'

const pageLength = 100

/** The till's own record. */
export function auditLogHandlers(record: AuditLog): Handlers['record'] {
  return {
    list({ before }) {
      const found = record.list({ before, limit: pageLength + 1 })
      return success({ acts: found.slice(0, pageLength), more: found.length > pageLength })
    },
  }
}
