import type { Act, ActDetail } from '../../../../shared/record'
import type { HandlerDeps } from './handler-deps'

/** Puts an act of the person who is signed in on the record; throws AuditLogFailed. */
export type AuditCall = (act: Act, detail: ActDetail) => void

/** Writes on the till's own record, or holds what cannot be written before the passphrase was typed. */
export function createAuditCall({
  record,
  staff,
  person,
}: Pick<HandlerDeps, 'record' | 'staff' | 'person'>): AuditCall {
  return (act, detail) => {
    // Without staff nobody signs in, and Practice never asks for the passphrase (decision 4).
    const write = staff.at().state === 'none' ? record.writeOrHold : record.write
    write(act, person(), detail)
  }
}
