import { z } from 'zod'
import { personSchema, roleSchema } from '../../../shared/person'
import { pinLockSchema } from './pin-lock'

const keptPersonSchema = z.strictObject({
  ...personSchema.shape,
  role: roleSchema,
  pin: pinLockSchema,
  /** How many digits the PIN has: the owner may ask for longer ones later. */
  digits: z.int().min(1),
  /** Wrong PINs since the last right one. */
  wrong: z.int().min(0),
  /** A pause after wrong PINs has begun, and was not seen to end. */
  pausing: z.boolean(),
})

/** Who may be at the till. Sealed as a whole: neither names nor PINs are plain on the disk. */
export const peopleSchema = z.strictObject({
  version: z.literal(1),
  /** One more with each change of the list; the vault and the audit log know the newest. */
  generation: z.int().min(0),
  /** One more with each change and each PIN that was tried. */
  revision: z.int().min(0),
  people: z.array(keptPersonSchema).max(200),
})

export type KeptPerson = z.infer<typeof keptPersonSchema>
export type People = z.infer<typeof peopleSchema>

/** The file: what is in it is sealed with a key that the vault seals. */
export const staffFileSchema = z.strictObject({ version: z.literal(1), sealed: z.base64().min(1) })

/** A file or document of a later app is not damage. */
export const newerSchema = z.object({ version: z.int().min(2) })
