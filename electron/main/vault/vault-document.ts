import { z } from 'zod'
import { lockSchema } from './passphrase-lock'
import { secretProofSchema } from './secret-proof'

const sealed = z.base64().min(1)
const methodSchema = z.enum(['keychain', 'passphrase'])

/** Which keychain sealed it, by the operating system's name; null for a passphrase. */
const backendSchema = z.string().max(60).nullable()

const sealedKeysSchema = z.strictObject({
  apiKey: sealed,
  apiSecret: sealed,
  /** Null: by the vault's own method. */
  method: methodSchema.nullable(),
  backend: backendSchema,
  /** ms since the epoch. */
  savedAt: z.number(),
})

const connectionSchema = sealedKeysSchema.extend({
  /** Keys that could not be opened when others were saved: should their keychain come back, they are used. */
  earlier: z.array(sealedKeysSchema).max(10),
  /** What tells the owner by the API secret, where nothing can open it. */
  proof: secretProofSchema.nullable(),
})

const sealedKeySchema = z.strictObject({
  method: methodSchema,
  value: sealed,
  backend: backendSchema,
})

/**
 * Practice data is not real: without a keychain its key lies open, and says so. So does the audit log's
 * until a passphrase is chosen, for nothing real is on the till before.
 */
const openKeySchema = z.strictObject({ method: z.literal('none'), value: z.base64().min(1) })

const dataKindSchema = z.enum(['practice', 'sandbox', 'production', 'staff', 'auditLog'])

/** Names of files in the data folder: no path leads out of it. */
const keyedFileName = z.string().regex(/^(?:ledger-[a-z]+|audit-log)\.[\w.-]{1,150}$/)
const retiredFileName = z.string().regex(/^(?:ledger-[a-z]+|audit-log|staff)\.[\w.-]{1,150}$/)

/**
 * A key that could not be opened when a person started over, and the file that it opens: should its
 * keychain come back, so can they.
 */
const retiredKeySchema = z.strictObject({
  kind: dataKindSchema,
  /** A name in the data folder; null where there was no file. */
  file: retiredFileName.nullable(),
  /** ms since the epoch. */
  at: z.number(),
  key: z.union([sealedKeySchema, openKeySchema]),
})

/**
 * `people`, in the open, counts only where the seal's keychain is not there, and with it no other key: then it
 * tells a till without staff from one whose people cannot be read.
 */
const staffSealSchema = z.strictObject({ method: methodSchema, value: sealed, people: z.boolean() })

/** A file to be renamed: decided with the keys, carried out behind it, also after a crash. */
const moveSchema = z.strictObject({ from: keyedFileName, to: keyedFileName })

/** The vault's file. Nothing secret is plain in it, except the practice data key where noted. */
const documentSchema = z
  .strictObject({
    version: z.literal(1),
    /** How real secrets are sealed. Set by the first of them, and never changed silently. */
    method: methodSchema.nullable(),
    lock: lockSchema.nullable(),
    /** Random, the newest first; every seal is bound to one. None before the first secret. */
    ids: z.array(z.string().regex(/^[\w-]{22}$/)).max(20),
    connections: z.strictObject({
      sandbox: connectionSchema.nullable(),
      production: connectionSchema.nullable(),
    }),
    dataKeys: z.strictObject({
      practice: z.union([sealedKeySchema, openKeySchema]).nullable(),
      sandbox: sealedKeySchema.nullable(),
      production: sealedKeySchema.nullable(),
      staff: sealedKeySchema.nullable(),
      auditLog: z.union([sealedKeySchema, openKeySchema]).nullable(),
    }),
    /** What is known of the staff list: see staff-seal.ts. More than one where a keychain is not there. */
    staffSeals: z.array(staffSealSchema).max(10),
    /** What the vault knows of the guarded settings. More than one where a keychain is not there. */
    settingsSeals: z.array(sealedKeySchema).max(10),
    /** What the daily backups are encrypted with; null where none are made. */
    backupPassphrase: sealedKeySchema.nullable(),
    /** The shop database's address, role and password; null where the till is in none. */
    shopAddress: sealedKeySchema.nullable(),
    /** The role whose place another machine has taken, as the shop database said; null where it never did. */
    replacedRole: sealedKeySchema.nullable(),
    retired: z.array(retiredKeySchema),
    moves: z.array(moveSchema),
    /** Wrong passphrases since the last right one, and whether a pause after them was not seen to end. */
    tries: z.strictObject({ wrong: z.int().min(0), pausing: z.boolean() }),
  })
  .refine(document => (document.method === 'passphrase') === (document.lock !== null))

export type VaultDocument = z.infer<typeof documentSchema>
export type DataKind = keyof VaultDocument['dataKeys']
export type ConnectionKind = keyof VaultDocument['connections']
export type SealedKeys = z.infer<typeof sealedKeysSchema>
export type RetiredKey = VaultDocument['retired'][number]
export type SealedKey = z.infer<typeof sealedKeySchema>
export type StaffSeal = VaultDocument['staffSeals'][number]
export type FileMove = VaultDocument['moves'][number]
export type KeptDataKey = NonNullable<VaultDocument['dataKeys'][DataKind]>

export const EMPTY_DOCUMENT: VaultDocument = {
  version: 1,
  method: null,
  lock: null,
  ids: [],
  connections: { sandbox: null, production: null },
  dataKeys: { practice: null, sandbox: null, production: null, staff: null, auditLog: null },
  staffSeals: [],
  settingsSeals: [],
  backupPassphrase: null,
  shopAddress: null,
  replacedRole: null,
  retired: [],
  moves: [],
  tries: { wrong: 0, pausing: false },
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
  // No seal opens without an id, and the till writes both at once.
  const isWhole = parsed.success && (parsed.data.ids.length > 0 || !holdsSecrets(parsed.data))
  return isWhole ? { state: 'sound', document: parsed.data } : { state: 'damaged' }
}

interface SealedValue {
  /** What is sealed, so that one sealed value cannot stand in for another. */
  name: string
  /** Null: by the vault's own method. */
  method: 'keychain' | 'passphrase' | null
  value: string
}

/** All that is sealed and in use, but for the records of the staff list. */
export function sealedIn(document: VaultDocument): SealedValue[] {
  const { connections, dataKeys, settingsSeals } = document
  const keys = Object.entries(connections).flatMap(([kind, kept]) =>
    (kept ? [kept, ...kept.earlier] : []).map(({ method, apiSecret }) => ({
      name: `${kind}/api-secret`,
      method,
      value: apiSecret,
    })),
  )
  const data = Object.entries(dataKeys).flatMap(([kind, key]) =>
    key && key.method !== 'none' ? [{ ...key, name: `${kind}/data-key` }] : [],
  )
  const settings = settingsSeals.map(seal => ({ ...seal, name: 'settings/guard' }))
  const kept = Object.entries(keptNames).flatMap(([field, name]) => {
    const one = document[field as keyof typeof keptNames]
    return one ? [{ ...one, name }] : []
  })
  return [...keys, ...data, ...settings, ...kept]
}

/** What is sealed of the secrets that the till reads itself. */
export const keptNames = {
  backupPassphrase: 'backup/passphrase',
  shopAddress: 'shop-database/address',
  replacedRole: 'shop-database/replaced-role',
} as const

/** Whether anything is sealed in the vault, so that a record of the staff list has to be there too. */
export function holdsSecrets(document: VaultDocument): boolean {
  return document.lock !== null || document.staffSeals.length > 0 || sealedIn(document).length > 0
}
