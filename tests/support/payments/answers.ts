import type {
  Accepted,
  AnswerFacts,
  RateLimits,
  ServiceResponse,
  StatusRead,
  UnintelligibleReason,
  UnreachableReason,
} from '../../../electron/main/service'
import { morning } from './clock'

/** What a usual answer says, in short. */
interface AnswerFields {
  status: string
  /** Null is what the answer does not name. */
  reference: string | null
  money: { currency: string | null; value: number | null }
}

/** The facts of an enveloped answer that says this. */
function factsOf({ status, reference, money }: AnswerFields): AnswerFacts {
  const { value, currency } = money
  return {
    isEnvelope: true,
    references: reference === null ? [] : [reference],
    words: [status],
    hasStatus: true,
    mentions: [],
    amounts: value === null ? [] : [{ value, text: String(value) }],
    currencies: currency === null ? [] : [currency.toUpperCase()],
  }
}

const limits: RateLimits = { retryAfter: null, limit: null, remaining: null, resetIn: null }

const asked: AnswerFields['money'] = { currency: 'TZS', value: 15_000 }

export function accepted(
  { money = asked, ...changes }: Partial<Accepted & AnswerFields> = {},
  serverDate: number | null = null,
): ServiceResponse<Accepted> {
  const reference = changes.reference ?? 'R-1'
  const status = changes.status ?? 'pending'
  const value: Accepted = {
    reference,
    status,
    facts: factsOf({ reference, status, money }),
    expiresAt: morning + 120_000,
    checkoutUrl: null,
    checkoutFault: 'missing',
    apiVersion: '2026-01-01',
    unread: [],
    ...changes,
  }
  return { class: 'ok', value, serverDate, limits }
}

export function statusRead(
  status: string,
  {
    reference = 'R-1',
    money = asked,
    ...changes
  }: Partial<StatusRead & Omit<AnswerFields, 'status'>> = {},
): StatusRead {
  const facts = factsOf({ status, reference, money })
  const { providerStatus: value } = changes
  const mentions = value ? [{ kind: 'text', name: 'provider_status', value } as const] : []
  return {
    facts: { ...facts, mentions },
    providerStatus: null,
    createdAt: null,
    updatedAt: null,
    unread: [],
    ...changes,
  }
}

export function read(
  status: string,
  changes: Parameters<typeof statusRead>[1] = {},
  serverDate: number | null = null,
): ServiceResponse<StatusRead> {
  return { class: 'ok', value: statusRead(status, changes), serverDate, limits }
}

export function refused(
  httpStatus: number,
  serverDate: number | null = null,
): ServiceResponse<never> {
  const said = { errorCode: 'some_code', message: 'no' }
  return { class: 'refused', httpStatus, ...said, serverDate, limits }
}

export const unauthorized: ServiceResponse<never> = {
  class: 'unauthorized',
  httpStatus: 401,
  errorCode: 'unauthorized',
  message: 'revoked',
  serverDate: null,
  limits,
}

export function throttled(retryAfter: number | null): ServiceResponse<never> {
  const said = { errorCode: null, message: 'slow down', serverDate: null }
  return { class: 'throttled', own: true, ...said, limits: { ...limits, retryAfter } }
}

export function unreachable(
  sent: 'no' | 'maybe',
  reason: UnreachableReason = sent === 'no' ? 'connection-refused' : 'connection-lost',
): ServiceResponse<never> {
  return { class: 'unreachable', sent, reason, detail: 'CODE' }
}

/** `text`: what came whole, where nobody can read it. */
export function unintelligible(
  reason: UnintelligibleReason,
  text: string | null = null,
): ServiceResponse<never> {
  return { class: 'unintelligible', httpStatus: 200, reason, detail: 'a field', text, limits }
}
