import { z } from 'zod'
import { type ConnectionKind, connectionKindSchema } from '../../../shared/connection'
import { secretsSchema } from './vault-secrets'

/**
 * The files of a data folder that a backup holds, in the order in which a restore puts them. Left out: the
 * log, what was set aside, and `vault.json`, whose content is sealed again on the other computer.
 */
export const backupFiles = [
  'ledger-practice.db',
  'ledger-sandbox.db',
  'ledger-production.db',
  'audit-log.db',
  'practice-service.jsonl',
  'staff.json',
  'heads.json',
  'unseen-results.json',
  'settings.json',
] as const

export const ledgerKinds = ['practice', 'sandbox', 'production'] as const satisfies ConnectionKind[]

const count = z.int().nonnegative()

/** Where a store's hash chain ended, and what is in it. */
const storeSchema = z.strictObject({
  links: count,
  value: z.string().max(64),
  sales: count,
  open: count,
})

export type StoreFacts = z.infer<typeof storeSchema>

const storesSchema = z.strictObject({
  practice: storeSchema.nullable(),
  sandbox: storeSchema.nullable(),
  production: storeSchema.nullable(),
  auditLog: storeSchema.nullable(),
})

export type Stores = z.infer<typeof storesSchema>

/** The first part of a backup's content. It is encrypted like the rest, for it holds the keys. */
export const manifestSchema = z.strictObject({
  version: z.literal(1),
  app: z.string().max(40),
  /** Wall clock, ms. */
  madeAt: count,
  shop: z.string().max(200),
  till: z.string().max(200),
  tillId: z.string().max(40),
  active: connectionKindSchema.nullable(),
  files: z
    .array(
      z.strictObject({
        name: z.enum(backupFiles),
        size: count,
        sha256: z.string().length(64),
      }),
    )
    .max(backupFiles.length),
  stores: storesSchema,
  secrets: secretsSchema,
})

export type Manifest = z.infer<typeof manifestSchema>
