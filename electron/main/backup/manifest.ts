import { z } from 'zod'
import { contentSchema, type OpenKey } from '../store/key-file'

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

/** It holds the key. What the till and its ledgers have is read from their own files: see `contentsOf`. */
const manifestSchema = z.strictObject({
  version: z.literal(1),
  app: z.string().max(40),
  /** Wall clock, ms. */
  madeAt: count,
  files: z
    .array(z.strictObject({ name: z.enum(backupFiles), size: count }))
    .max(backupFiles.length),
  /** The till's key, and `key.json` without what wraps it. */
  key: z.strictObject({ till: key, content: contentSchema }),
})

/** What a backup says of itself. */
export type Manifest = z.infer<typeof manifestSchema>

/** What is sealed in a backup's header: the manifest, and the key of its files. */
export const sealedSchema = z.strictObject({ manifest: manifestSchema, filesKey: key })

/** The key that the databases of a backup open with. */
export function keyIn({ key: kept }: Pick<Manifest, 'key'>): OpenKey {
  return { key: Buffer.from(kept.till, 'base64'), content: kept.content }
}
