import { z } from 'zod'
import { serviceKindSchema } from '../connection'

/** The first practice sale: offered until somebody has made it or does not want it. */
export const lessonSettingsSchema = z.strictObject({
  open: z.boolean(),
  /** The connection that was in use before the lesson, to go on with afterwards. */
  goOnWith: serviceKindSchema.nullable(),
})

export type LessonSettings = z.infer<typeof lessonSettingsSchema>

/** No lesson is going on. */
export const lessonOver: LessonSettings = { open: false, goOnWith: null }
