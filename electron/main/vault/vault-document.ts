import { z } from 'zod'
import { lockSchema } from './passphrase-lock'

const sealed = z.base64().min(1)

const connectionSchema = z.strictObject({
  apiKey: sealed,
  apiSecret: sealed,
  /** ms since the epoch. */
  savedAt: z.number(),
})

const sealedKeySchema = z.strictObject({
  method: z.enum(['keychain', 'passphrase']),
  value: sealed,
})

/**
 * Practice data is not real: without a keychain its key lies open, and says so. So does the record's
 * until a passphrase is chosen, for nothing real is on the till before.
 */
const openKeySchema = z.strictObject({ method: z.literal('none'), value: z.base64().min(1) })

/** The vault's file. Nothing secret is plain in it, except the practice data key where noted. */
const documentSchema = z
  .strictObject({
    version: z.literal(1),
    /** How real secrets are sealed. Set by the first of them, and never changed silently. */
    method: z.enum(['keychain', 'passphrase']).nullable(),
    lock: lockSchema.nullable(),
    connections: z.strictObject({
      sandbox: connectionSchema.nullable(),
      production: connectionSchema.nullable(),
    }),
    dataKeys: z.strictObject({
      practice: z.union([sealedKeySchema, openKeySchema]).nullable(),
      sandbox: sealedKeySchema.nullable(),
      production: sealedKeySchema.nullable(),
      // These came later: a vault written before them is read as it always was.
      staff: sealedKeySchema.nullable().default(null),
      record: z.union([sealedKeySchema, openKeySchema]).nullable().default(null),
    }),
    /** People are kept beside this file: that theirs is gone is damage then, not a till without staff. */
    staffKept: z.boolean().default(false),
  })
  .refine(document => (document.method === 'passphrase') === (document.lock !== null))

export type VaultDocument = z.infer<typeof documentSchema>
export type DataKind = keyof VaultDocument['dataKeys']
export type ConnectionKind = keyof VaultDocument['connections']
export type KeptDataKey = NonNullable<VaultDocument['dataKeys'][DataKind]>

export const EMPTY_DOCUMENT: VaultDocument = {
  version: 1,
  method: null,
  lock: null,
  connections: { sandbox: null, production: null },
  dataKeys: { practice: null, sandbox: null, production: null, staff: null, record: null },
  staffKept: false,
}

export type ParsedDocument =
  | { state: 'sound'; document: VaultDocument }
  | { state: 'newer' }
  | { state: 'damaged' }

const newerSchema = z.object({ version: z.int().min(2) })

/** Judges what was read from the vault's file. A newer app's file is not damage. Pure. */
export function parseDocument(read: unknown): ParsedDocument {
  if (newerSchema.safeParse(read).success) return { state: 'newer' }
  const parsed = documentSchema.safeParse(read)
  return parsed.success ? { state: 'sound', document: parsed.data } : { state: 'damaged' }
}
