import { z } from 'zod'
import { personSchema } from './person'

/** What the audit log holds: actions at this till that are not a payment's events. */
export const auditActionSchema = z.enum([
  'signed-in',
  'locked',
  'pin-wrong',
  'pin-paused',
  'person-added',
  'person-changed',
  'person-removed',
  'staff-set-aside',
  'settings-saved',
  'connection-saved',
  'connection-chosen',
  'account-decided',
  'reference-asked',
  'authority-added',
  'authority-removed',
  'passphrase-created',
  'passphrase-changed',
  'exported',
  'update-chosen',
  'update-refused',
  'shop-joined',
  'lost-till-replaced',
  'shop-left',
  'owners-view-opened',
  'owners-view-closed',
  'shop-administered',
  'shop-put-back',
  'shop-forked',
  'later-payments-found',
  'later-payments-taken-back',
  'shop-entry-too-large',
  'handed-over-twice',
  'backup-made',
  'backup-failed',
  'backup-daily-begun',
  'backup-daily-ended',
  'restore-begun',
  'restored',
  'restore-confirmed',
  'ledger-set-aside',
  'day-closed',
  'customer-forgotten',
  'approved',
  'not-done',
  'change-seen',
  'till-copy-opened',
  'till-file-gone',
  'older-till-opened',
  'older-till-acknowledged',
  'recovery-code-made',
  'recovery-code-shown',
  'recovery-code-printed',
])

export type AuditAction = z.infer<typeof auditActionSchema>

const longestFact = 300

/** A text that may be longer than a fact is. */
export function factText(text: string): string {
  return text.slice(0, longestFact)
}

/** Facts of an entry. Never a secret, never a PIN, never a customer. */
export const auditDetailSchema = z.record(
  z.string().max(40),
  z.union([z.string().max(longestFact), z.number(), z.boolean(), z.null()]),
)

export type AuditDetail = z.infer<typeof auditDetailSchema>

/** One entry, as it is kept. */
export const auditEntrySchema = z.strictObject({
  /** Wall clock, ms since the epoch. */
  at: z.number(),
  /** Who did it, with the name of then; null on a till without staff, or where no person was signed in. */
  person: personSchema.nullable(),
  action: auditActionSchema,
  detail: auditDetailSchema,
})

export type AuditEntry = z.infer<typeof auditEntrySchema>

/** An entry with its place in the log; the first is 1. */
export type NumberedEntry = AuditEntry & { number: number }
