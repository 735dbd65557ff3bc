import { z } from 'zod'

/** How the till keeps other people out. */
export const staffSettingsSchema = z.strictObject({
  /** Minutes without a touch after which the till locks; 0 is never. */
  idleMinutes: z.int().min(0).max(240),
})

export type StaffSettings = z.infer<typeof staffSettingsSchema>

export const defaultStaffSettings: StaffSettings = { idleMinutes: 5 }
