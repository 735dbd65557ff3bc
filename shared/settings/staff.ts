import { z } from 'zod'

/** How the till keeps other people out. */
export const staffSettingsSchema = z.strictObject({
  /** Minutes without a touch after which the till locks; 0 is never. */
  idleMinutes: z.int().min(0).max(240),
  /** The fewest digits of a PIN. A person who can copy the data folder finds four by trying. */
  pinDigits: z.union([z.literal(4), z.literal(6)]),
})

export type StaffSettings = z.infer<typeof staffSettingsSchema>

export const defaultStaffSettings: StaffSettings = { idleMinutes: 5, pinDigits: 4 }
