import { z } from 'zod'

/** The languages that the till, and what it prints, speak. */
export const languageSchema = z.enum(['en', 'sw'])

export type Language = z.infer<typeof languageSchema>
