import { answer } from '../../../../shared/ipc/answer'
import type { Record } from '../../audit-log/audit-log'
import type { Handlers } from '../register'

const pageLength = 100

/** The till's own record. */
export function recordHandlers(record: Record): Handlers['record'] {
  return {
    list({ before }) {
      const found = record.list({ before, limit: pageLength + 1 })
      return answer({ acts: found.slice(0, pageLength), more: found.length > pageLength })
    },
  }
}
