import { type AuditEntry, auditEntrySchema, type NumberedEntry } from '../../../shared/audit-entry'
import { type Cell, decodeText } from '../database'

/** Thrown when a row cannot be what this app wrote: the audit log is damaged. */
export class AuditLogDamaged extends Error {
  override readonly name = 'AuditLogDamaged'
}

/** An entry as it is kept. Throws a ZodError for one that could not be read back. */
export function encodeEntry(action: AuditEntry): Buffer {
  return Buffer.from(JSON.stringify(auditEntrySchema.parse(action)))
}

/** Throws AuditLogDamaged for anything but an entry. */
export function readEntry(number: Cell | undefined, body: Cell | undefined): NumberedEntry {
  const decoded = Buffer.isBuffer(body) ? decodeText(body) : null
  const parsed = auditEntrySchema.safeParse(decoded?.ok ? fromJson(decoded.text) : null)
  if (typeof number !== 'number' || !parsed.success)
    throw new AuditLogDamaged('A row of the audit log is damaged')
  return { number, ...parsed.data }
}

function fromJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null // no action is null: the schema says that the row is damaged
  }
}
