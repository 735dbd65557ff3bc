import { onTestFinished } from 'vitest'
import { systemClock } from '../../../electron/main/platform/clock'
import type {
  SecretText,
  ServiceClient,
  ServiceClientDeps,
  ServiceResponse,
} from '../../../electron/main/service'
import { createServiceClient } from '../../../electron/main/service/client'
import { type Reply, startHttpService } from './loopback-service'

export const apiKey = 'pk-test-0001'
export const apiSecret = 'sk-test-very-secret'

/** A payment's request as it was committed. */
export const prepared = {
  idempotencyKey: '6f2a4d0e-8a52-4c36-9f0e-2d1f1f0d7a11',
  body: '{"payment_type":"mobile","details":{"amount":5000,"currency":"TZS"}}',
}

/** The client under test, with the real clock; it is closed when the test ends. */
export function clientFor(
  address: string,
  overrides: Partial<ServiceClientDeps> = {},
): ServiceClient {
  const client = createServiceClient({
    address,
    pathPrefix: 'service',
    keys: () => ({ apiKey: secret(apiKey), apiSecret: secret(apiSecret) }),
    clock: systemClock,
    ...overrides,
  })
  onTestFinished(() => client.close())
  return client
}

/** A service that answers so, and what the till makes of one create there. */
export async function createAt(
  reply: Reply,
  overrides: Partial<ServiceClientDeps> = {},
  request: Parameters<ServiceClient['createMobilePayment']>[0] = prepared,
) {
  const endpoint = await startHttpService(reply)
  const answer = await clientFor(endpoint.address, overrides).createMobilePayment(request)
  return { endpoint, answer }
}

/** What the wire knows of one answer: its class, or whether the request was sent. */
export function told(answer: ServiceResponse<unknown>) {
  if (answer.class !== 'unreachable') return answer.class
  return { sent: answer.sent, reason: answer.reason }
}

export function secret(text: string): SecretText {
  return { reveal: () => text }
}

export function pause(ms: number): Promise<void> {
  return new Promise(resolve => setTimeout(resolve, ms))
}

/** A connection is closed some event-loop ticks after its answer. */
export function untilIdle(): Promise<void> {
  return pause(20)
}
