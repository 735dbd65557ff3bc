import { z } from 'zod'
import { type ConnectionKind, connectionKindSchema } from '../../../shared/connection'

export const ledgerKinds = ['practice', 'sandbox', 'production'] as const satisfies ConnectionKind[]

/**
 * The files of a data folder that a backup holds. Left out: the log, what was set aside, and `key.json`, whose
 * content is wrapped again on the other computer.
 */
export const backupFiles = [
  'till.db',
  'ledger-practice.db',
  'ledger-sandbox.db',
  'ledger-production.db',
  'practice-service.jsonl',
  'unseen-results.json',
  'preferences.json',
] as const

const count = z.int().nonnegative()
const key = z.base64().length(44)

/** Where a ledger's links end, and what is in it. */
const ledgerSchema = z.strictObject({
  links: count,
  value: z.string().max(64),
  sales: count,
  open: count,
})

export type LedgerFacts = z.infer<typeof ledgerSchema>

const ledgersSchema = z.strictObject({
  practice: ledgerSchema.nullable(),
  sandbox: ledgerSchema.nullable(),
  production: ledgerSchema.nullable(),
})

export type Ledgers = z.infer<typeof ledgersSchema>

/** The first part of a backup's content. It is encrypted like the rest, for it holds the key. */
export const manifestSchema = z.strictObject({
  version: z.literal(1),
  app: z.string().max(40),
  /** Wall clock, ms. */
  madeAt: count,
  shop: z.string().max(200),
  till: z.string().max(200),
  tillId: z.string().max(40),
  active: connectionKindSchema.nullable(),
  people: count,
  /** Of the till's document. */
  generation: count,
  files: z
    .array(
      z.strictObject({ name: z.enum(backupFiles), size: count, sha256: z.string().length(64) }),
    )
    .max(backupFiles.length),
  ledgers: ledgersSchema,
  key: z.strictObject({
    till: key,
    isProtected: z.boolean(),
    practice: key,
    ledgerIds: z.strictObject({ sandbox: z.string(), production: z.string() }),
  }),
})

export type Manifest = z.infer<typeof manifestSchema>
