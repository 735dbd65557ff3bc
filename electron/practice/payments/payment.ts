import { z } from 'zod'

/** The two payment types of §1. */
export const channelSchema = z.enum(['mobile', 'card'])
export type Channel = z.infer<typeof channelSchema>

const change = { status: z.string(), providerStatus: z.string().nullable() }

/** A change of status that is still to come by itself. */
const plannedChangeSchema = z.discriminatedUnion('due', [
  z.strictObject({ due: z.literal('at'), at: z.number(), ...change }),
  z.strictObject({ due: z.literal('after-read'), ...change }),
])
export type PlannedChange = z.infer<typeof plannedChangeSchema>

const decidedBySchema = z.enum(['creation', 'scenario', 'checkout', 'control'])
export type DecidedBy = z.infer<typeof decidedBySchema>

/** One payment as the books hold it. Times are ms since the epoch; records are never mutated. */
export const paymentSchema = z.strictObject({
  account: z.string(),
  channel: channelSchema,
  reference: z.string(),
  amount: z.strictObject({ currency: z.string(), value: z.number() }),
  status: z.string(),
  /** What the card processor said; null until it reports (§3 rule 3). */
  providerStatus: z.string().nullable(),
  createdAt: z.number(),
  updatedAt: z.number(),
  expiresAt: z.number(),
  history: z.array(z.strictObject({ at: z.number(), by: decidedBySchema, ...change })),
  /** What is still to happen by itself, soonest first. */
  plan: z.array(plannedChangeSchema),
  scenario: z.string().nullable(),
  webhookUrl: z.string().nullable(),
  /** The secret part of a card payment's checkout address. */
  checkoutToken: z.string().nullable(),
  idempotencyKey: z.string(),
  /** The body of the create request, as sent: a repeat must have the same. */
  request: z.string(),
  /** The body and the HTTP status of its first answer, which most forms repeat. */
  answer: z.string(),
  answerStatus: z.number(),
  /** How many requests found this payment by its key, the one that created it included. */
  attempts: z.number(),
})
export type Payment = Readonly<z.infer<typeof paymentSchema>>

/** The only status that the contract names (§3); every other one is a result. */
export const pending = 'pending'

interface Change {
  status: string
  providerStatus: string | null
}

function changed(payment: Payment, change: Change, at: number, by: DecidedBy): Payment {
  const { status, providerStatus } = change
  const history = [...payment.history, { at, by, status, providerStatus }]
  return { ...payment, status, providerStatus, updatedAt: at, history }
}

/** Applies every planned change that is due at `now`, each dated by when it was due. */
export function advance(payment: Payment, now: number): Payment {
  const [next, ...later] = payment.plan
  if (next?.due !== 'at' || next.at > now) return payment
  return advance({ ...changed(payment, next, next.at, 'scenario'), plan: later }, now)
}

/** Applies the change that follows a status read, if it is the next one. */
export function afterRead(payment: Payment, now: number): Payment {
  const [next, ...later] = payment.plan
  if (next?.due !== 'after-read') return payment
  return { ...changed(payment, next, now, 'scenario'), plan: later }
}

/** A person or a test decides the payment: its planned changes no longer happen. */
export function decide(payment: Payment, change: Change, now: number, by: DecidedBy): Payment {
  return { ...changed(payment, change, now, by), plan: [] }
}

/** When the next change comes by itself, ms since the epoch, or null. */
export function nextDue(payment: Payment): number | null {
  const next = payment.plan[0]
  return next?.due === 'at' ? next.at : null
}
