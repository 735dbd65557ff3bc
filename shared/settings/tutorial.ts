import { z } from 'zod'
import { serviceKindSchema } from '../connection'

/** Setting a till up: the first practice sale, and the list of what else there is to do. */
export const tutorialSettingsSchema = z.strictObject({
  open: z.boolean(),
  /** The connection that was in use before the tutorial, to go on with afterwards. */
  goOnWith: serviceKindSchema.nullable(),
  /** A practice sale was paid by the end of the tutorial. */
  made: z.boolean(),
  /** The list of what is to set up stays until all is done, or a person has closed it. */
  listOpen: z.boolean(),
})

export type TutorialSettings = z.infer<typeof tutorialSettingsSchema>

/** A till that is not set up yet. */
export const newTutorial: TutorialSettings = {
  open: true,
  goOnWith: null,
  made: false,
  listOpen: true,
}
