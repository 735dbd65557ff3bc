import { timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { restoredCopySchema } from '../../../shared/backup'
import { personSchema, roleSchema } from '../../../shared/person'
import { defaultGuardedSettings, guardedSettingsSchema } from '../../../shared/settings'
import { withAddedSettings } from './added-settings'
import { effortSchema } from './derivation'

/** What is kept of a PIN. The effort is kept with it, so that new ones can ask for more. */
const pinLockSchema = z.strictObject({
  effort: effortSchema,
  salt: z.base64().min(1),
  hash: z.base64().min(1),
})

const personKeptSchema = z.strictObject({
  ...personSchema.shape,
  role: roleSchema,
  pin: pinLockSchema,
  /** How many digits the PIN has: the owner may ask for longer ones later. */
  digits: z.int().min(1),
})

const keysSchema = z.strictObject({
  apiKey: z.string().min(1),
  apiSecret: z.string().min(1),
  /** ms since the epoch. */
  savedAt: z.number(),
})

const documentSchema = z.strictObject({
  version: z.literal(1),
  settings: guardedSettingsSchema,
  /** For the address and path in the settings of the same connection: both change at once. */
  keys: z.strictObject({ sandbox: keysSchema.nullable(), production: keysSchema.nullable() }),
  /** Empty: everybody may do everything. */
  people: z.array(personKeptSchema).max(200),
  /** Kept so that it can be printed again, and wraps daily backups. */
  recovery: z.strictObject({ code: z.string(), madeAt: z.number() }).nullable(),
  /** What daily backups are encrypted with where there is no recovery code. */
  backupPassphrase: z.string().nullable(),
  /** Where the shop database is, with the till's role and password. */
  shopAddress: z.string().nullable(),
  /** The same with an owner's role: this computer shows the shop, and takes no payment. */
  ownersAddress: z.string().nullable(),
  /** The till's role in the shop database whose place another machine has taken. */
  replacedRole: z.string().nullable(),
  /** The copy that this till was restored from, until an owner confirms that it goes on from there. */
  restored: restoredCopySchema.nullable(),
  /**
   * A ledger knew a later state of this document, until an owner has acknowledged that. `since`: when the audit log of
   * this one ended, wall clock, ms; null where it has no entry.
   */
  older: z.strictObject({ since: z.number().nullable() }).nullable(),
})

/** All that decides about money, people or trust. It is sealed as one row. */
export type TillDocument = z.infer<typeof documentSchema>
export type KeptPerson = TillDocument['people'][number]
export type PinLock = KeptPerson['pin']

/** Of a till in which nothing was done yet. */
export const emptyDocument: TillDocument = {
  version: 1,
  settings: defaultGuardedSettings,
  keys: { sandbox: null, production: null },
  people: [],
  recovery: null,
  backupPassphrase: null,
  shopAddress: null,
  ownersAddress: null,
  replacedRole: null,
  restored: null,
  older: null,
}

/** Throws a ZodError for what could not be read back. */
export function encodeDocument(document: TillDocument): Buffer {
  return Buffer.from(JSON.stringify(documentSchema.parse(document)))
}

/**
 * 'newer': a later app wrote it, as its version says or a field that this one does not know. A setting that it lacks
 * has its default. Throws for what no app wrote.
 */
export function decodeDocument(bytes: Buffer): TillDocument | 'newer' {
  const json: unknown = JSON.parse(bytes.toString('utf8'))
  if (z.object({ version: z.int().min(2) }).safeParse(json).success) return 'newer'
  const { settings } = z.looseObject({ settings: z.unknown() }).parse(json)
  const parsed = documentSchema.safeParse({
    ...Object(json),
    settings: withAddedSettings(settings, defaultGuardedSettings),
  })
  if (parsed.success) return parsed.data
  if (parsed.error.issues.every(({ code }) => code === 'unrecognized_keys')) return 'newer'
  throw parsed.error
}

/** Whether there is in it what only a protected till may hold. */
export function holdsSecret({ keys, people, recovery, ...kept }: TillDocument): boolean {
  const { shopAddress, ownersAddress } = kept
  const secrets = [keys.production, keys.sandbox, recovery, shopAddress, ownersAddress]
  return people.length > 0 || secrets.some(secret => secret !== null)
}

/** Whether the text is an API secret of this till. */
export function hasSecret({ keys }: TillDocument, typed: string): boolean {
  return [keys.production, keys.sandbox].some(kept => {
    const [expected, given] = [Buffer.from(kept?.apiSecret ?? ''), Buffer.from(typed.trim())]
    const isSameLength = kept !== null && expected.length === given.length
    return isSameLength && timingSafeEqual(expected, given)
  })
}
