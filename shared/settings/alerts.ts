import { z } from 'zod'

/** Sounds and notifications. */
export const alertSettingsSchema = z.strictObject({
  volume: z.enum(['off', 'quiet', 'normal', 'loud']),
  /** A soft tick while a customer decides. */
  waitingTick: z.boolean(),
  /** A notification of the desktop when the till is not in front. */
  notices: z.boolean(),
  /** Whether such a notification says how much: others can see the desktop. */
  noticeAmounts: z.boolean(),
  /** Whether a voice of this computer says PAID and the amount of the payment on the screen. */
  spoken: z.boolean().default(false),
})

export type AlertSettings = z.infer<typeof alertSettingsSchema>

export const defaultAlerts: AlertSettings = {
  volume: 'normal',
  waitingTick: false,
  notices: true,
  noticeAmounts: true,
  spoken: false,
}
