import { z } from 'zod'
import { openSealed, type Sealer, sealSurely } from './sealer'
import { secretProofSchema } from './secret-proof'
import type { StaffSeal } from './vault-document'

export const sealedStaffSchema = z.strictObject({
  /** Of the newest list: each change of it is one more. */
  generation: z.int().min(0),
  /** Whether there is anybody on it. */
  people: z.boolean(),
  /** One more with each change of the list and each PIN that was tried. */
  revision: z.int().min(0),
  tries: z.array(z.strictObject({ id: z.uuid(), wrong: z.int().min(0), pausing: z.boolean() })),
  /** How many entries the audit log had. */
  entries: z.int().min(0),
})

/** What the vault knows of the staff list, so that its file can be neither deleted nor exchanged unseen. */
export type SealedStaff = z.infer<typeof sealedStaffSchema>

export const noStaff: SealedStaff = {
  generation: 0,
  people: false,
  revision: 0,
  tries: [],
  entries: 0,
}

const recordSchema = sealedStaffSchema.extend({
  /** What proves the owner: of the API secrets that were saved; null where none ever was. */
  keys: z.strictObject({
    sandbox: secretProofSchema.nullable(),
    production: secretProofSchema.nullable(),
  }),
  /** Whether the settings were ever sealed, so that their seal cannot be left out. */
  settings: z.boolean(),
})

/** What vouches for everything that is sealed under one id of the vault. */
export type StaffRecord = z.infer<typeof recordSchema>

export interface OpenRecord {
  id: string
  record: StaffRecord
}

/** The id goes in with the name: a seal of another vault does not open here. */
export const nameUnder = (id: string, name: string) => `${id}/${name}`

const sealedName = 'staff/list'

/** Throws SealBroken. */
export function sealRecord(sealer: Sealer, { id, record }: OpenRecord): StaffSeal {
  const plain = Buffer.from(JSON.stringify(record))
  const value = sealSurely(sealer, nameUnder(id, sealedName), plain)
  return { method: sealer.method, value, people: record.people }
}

export function openRecord(sealer: Sealer, id: string, value: string): OpenRecord | null {
  const plain = openSealed(sealer, nameUnder(id, sealedName), value)
  const record = plain && recordSchema.safeParse(jsonIn(plain)).data
  return record ? { id, record } : null
}

/** Null where a keychain gives something else than it took. */
function jsonIn(plain: Buffer): unknown {
  try {
    return JSON.parse(plain.toString('utf8'))
  } catch {
    return null
  }
}

/** Whether all say the same of the people. Of one vault they are sealed together. */
export function agree(records: readonly OpenRecord[]): boolean {
  const said = records.map(({ record: { generation, people, tries } }) =>
    JSON.stringify([generation, people, tries]),
  )
  return new Set(said).size <= 1
}
