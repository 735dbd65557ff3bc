import { z } from 'zod'
import type { Vault } from '../vault'
import { sealedStaffSchema } from '../vault/staff-record'

const keysSchema = z.strictObject({
  apiKey: z.string(),
  apiSecret: z.string(),
  place: z.string(),
})

const dataKinds = ['practice', 'sandbox', 'production', 'staff', 'auditLog'] as const
const dataKeySchema = z.base64().nullable()

/** What the vault holds, unsealed: only ever in memory, and inside a backup's encryption. */
export const secretsSchema = z.strictObject({
  keys: z.strictObject({ sandbox: keysSchema.nullable(), production: keysSchema.nullable() }),
  dataKeys: z.strictObject({
    practice: dataKeySchema,
    sandbox: dataKeySchema,
    production: dataKeySchema,
    staff: dataKeySchema,
    auditLog: dataKeySchema,
  }),
  staff: sealedStaffSchema,
  /** The newest generation of the guarded settings; 0 where none was sealed yet. */
  settingsGeneration: z.int().nonnegative(),
})

export type Secrets = z.infer<typeof secretsSchema>

/** The secrets of a vault that is open, or null where one of them cannot be opened now. */
export function exportSecrets(vault: Vault): Secrets | null {
  const staff = vault.staffSeal()
  const settings = vault.settingsSeal()
  const keys = { sandbox: keysOf(vault, 'sandbox'), production: keysOf(vault, 'production') }
  const dataKeys = dataKinds.map(kind => [kind, dataKeyOf(vault, kind)] as const)
  const isWhole =
    staff.state === 'open' &&
    (settings.state === 'open' || settings.state === 'absent') &&
    !Object.values(keys).includes('closed') &&
    !dataKeys.some(([, key]) => key === 'closed')
  if (!isWhole) return null
  return secretsSchema.parse({
    keys,
    dataKeys: Object.fromEntries(dataKeys),
    staff: staff.staff,
    settingsGeneration: settings.state === 'open' ? settings.seal.generation : 0,
  })
}

function keysOf(vault: Vault, kind: 'sandbox' | 'production') {
  const keys = vault.keys(kind)
  if (keys.state === 'absent') return null
  if (keys.state !== 'ready') return 'closed'
  const { apiKey, apiSecret, place } = keys
  return { apiKey: apiKey.reveal(), apiSecret: apiSecret.reveal(), place }
}

function dataKeyOf(vault: Vault, kind: (typeof dataKinds)[number]): string | null {
  // As if there were a file: no key is made here.
  const key = vault.dataKey(kind, true)
  if (key.state === 'missing') return null
  return key.state === 'ready' ? key.key.toString('base64') : 'closed'
}

/** A key of 32 bytes as the stores take it; null where the backup has none. */
export function dataKeyIn({ dataKeys }: Secrets, kind: (typeof dataKinds)[number]): Buffer | null {
  const kept = dataKeys[kind]
  return kept === null ? null : Buffer.from(kept, 'base64')
}

/**
 * Seals the secrets in a new vault: by this computer's keychain, else by the backup's passphrase, which the
 * till asks for from then on. False where they cannot be sealed. Throws what the vault's store throws.
 */
export async function importSecrets(
  vault: Vault,
  secrets: Secrets,
  passphrase: string,
): Promise<boolean> {
  if (vault.status().method === 'passphrase')
    if ((await vault.createPassphrase(passphrase)) !== 'done') return false
  for (const kind of dataKinds) {
    const key = dataKeyIn(secrets, kind)
    if (key && !vault.adoptDataKey(kind, key)) return false
  }
  for (const kind of ['sandbox', 'production'] as const) {
    const keys = secrets.keys[kind]
    if (keys && vault.saveKeys(kind, keys) !== 'done') return false
  }
  return true
}
