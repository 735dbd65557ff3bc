import { type NumberedAct, type RecordedAct, recordedActSchema } from '../../../shared/record'
import { type Cell, decodeText } from '../database'

/** Thrown when a row cannot be what this app wrote: the record is damaged. */
export class AuditLogDamaged extends Error {
  override readonly name = 'AuditLogDamaged'
}

/** An act as it is kept. Throws a ZodError for one that could not be read back. */
export function encodeEntry(act: RecordedAct): Buffer {
  return Buffer.from(JSON.stringify(recordedActSchema.parse(act)))
}

/** Throws AuditLogDamaged for anything but an act. */
export function readEntry(number: Cell | undefined, body: Cell | undefined): NumberedAct {
  const decoded = Buffer.isBuffer(body) ? decodeText(body) : null
  const parsed = recordedActSchema.safeParse(decoded?.ok ? fromJson(decoded.text) : null)
  if (typeof number !== 'number' || !parsed.success)
    throw new AuditLogDamaged('A row of the record is damaged')
  return { number, ...parsed.data }
}

function fromJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null // no act is null: the schema says that the row is damaged
  }
}
