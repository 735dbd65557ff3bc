import { z } from 'zod'
import { personSchema } from './person'

/** What is put on the till's own record: acts that are not a sale's events. */
export const actSchema = z.enum([
  'signed-in',
  'locked',
  'pin-wrong',
  'pin-paused',
  'person-added',
  'person-changed',
  'person-removed',
  'staff-list',
  'staff-set-aside',
  'settings-saved',
  'settings-changed-outside',
  'settings-settled',
  'connection-saved',
  'connection-chosen',
  'account-decided',
  'reference-asked',
  'authority-added',
  'authority-removed',
  'passphrase-created',
  'exported',
  'update-chosen',
  'update-refused',
  'backup-made',
  'backup-failed',
  'backup-daily-begun',
  'backup-daily-ended',
  'restore-begun',
  'restored',
  'restore-confirmed',
  'ledger-set-aside',
  'ledger-brought-back',
  'day-closed',
  'customer-forgotten',
  'approved',
  'not-done',
  'record-begun',
  'change-seen',
  'change-acknowledged',
])

export type Act = z.infer<typeof actSchema>

/** Facts of an act. Never a secret, never a PIN, never a customer. */
export const actDetailSchema = z.record(
  z.string().max(40),
  z.union([z.string().max(300), z.number(), z.boolean(), z.null()]),
)

export type ActDetail = z.infer<typeof actDetailSchema>

/** One act, as it is kept. */
export const recordedActSchema = z.strictObject({
  /** Wall clock, ms since the epoch. */
  at: z.number(),
  /** Who did it, with the name of then; null on a till without staff, or where nobody was signed in. */
  person: personSchema.nullable(),
  act: actSchema,
  detail: actDetailSchema,
})

export type RecordedAct = z.infer<typeof recordedActSchema>

/** An act with its place on the record; the first is 1. */
export type NumberedAct = RecordedAct & { number: number }
