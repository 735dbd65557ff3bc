import { z } from 'zod'

/** How the customer pays. */
export const channelSchema = z.enum(['mobile', 'card'])

export type Channel = z.infer<typeof channelSchema>
