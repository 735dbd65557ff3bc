import { z } from 'zod'

/** How the customer pays through the service. */
export type Channel = 'mobile' | 'card'

/** How the customer pays: through the service, or in cash, which staff record. */
export const methodSchema = z.enum(['mobile', 'card', 'cash'])

export type Method = z.infer<typeof methodSchema>
