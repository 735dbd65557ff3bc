import type {
  Accepted,
  RateLimits,
  ServiceResponse,
  StatusRead,
  UnintelligibleReason,
  UnreachableReason,
} from '../../../electron/main/service'
import { morning } from './clock'

const limits: RateLimits = { retryAfter: null, limit: null, remaining: null, resetIn: null }

export function accepted(
  changes: Partial<Accepted> = {},
  serverDate: number | null = null,
): ServiceResponse<Accepted> {
  const value: Accepted = {
    reference: 'R-1',
    status: 'pending',
    money: { currency: 'TZS', value: 15_000 },
    expiresAt: morning + 120_000,
    checkoutUrl: null,
    checkoutFault: 'missing',
    apiVersion: '2026-01-01',
    unread: [],
    ...changes,
  }
  return { class: 'ok', value, serverDate, limits }
}

export function statusRead(status: string, changes: Partial<StatusRead> = {}): StatusRead {
  return {
    status,
    reference: 'R-1',
    money: { currency: 'TZS', value: 15_000 },
    providerStatus: null,
    createdAt: null,
    updatedAt: null,
    unread: [],
    ...changes,
  }
}

export function read(
  status: string,
  changes: Partial<StatusRead> = {},
  serverDate: number | null = null,
): ServiceResponse<StatusRead> {
  return { class: 'ok', value: statusRead(status, changes), serverDate, limits }
}

export function refused(
  httpStatus: number,
  serverDate: number | null = null,
): ServiceResponse<never> {
  return {
    class: 'refused',
    httpStatus,
    errorCode: 'some_code',
    message: 'no',
    serverDate,
    limits,
  }
}

export const unauthorized: ServiceResponse<never> = {
  class: 'unauthorized',
  httpStatus: 401,
  message: 'revoked',
  serverDate: null,
  limits,
}

export function throttled(retryAfter: number | null): ServiceResponse<never> {
  return {
    class: 'throttled',
    own: true,
    message: 'slow down',
    serverDate: null,
    limits: { ...limits, retryAfter },
  }
}

export function unreachable(
  sent: 'no' | 'maybe',
  reason: UnreachableReason = sent === 'no' ? 'connection-refused' : 'connection-lost',
): ServiceResponse<never> {
  return { class: 'unreachable', sent, reason, detail: 'CODE' }
}

export function unintelligible(reason: UnintelligibleReason): ServiceResponse<never> {
  return { class: 'unintelligible', httpStatus: 200, reason, detail: 'a field', limits }
}
