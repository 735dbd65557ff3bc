import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { onTestFinished } from 'vitest'
import { z } from 'zod'
import {
  type PracticeClock,
  type PracticeOptions,
  type PracticeService,
  scenarios,
  startPracticeService,
} from '../../../electron/practice'
import { cardRequest } from '../conformance/contract'

/** An answer, read to its end. */
export interface ServiceResponse {
  status: number
  headers: Headers
  text: string
}

export const apiKey = 'test-api-key'
export const apiSecret = 'test-api-secret'

/** Starts a service for the running test and stops it with the test. */
export async function startService(options: PracticeOptions = {}): Promise<PracticeService> {
  const service = await startPracticeService({ apiKey, apiSecret, ...options })
  onTestFinished(() => service.stop())
  return service
}

/** The four paths of §4 under the default prefix. */
export const paths = {
  mobileCreate: '/service/merchant/payments/create',
  mobileStatus: '/service/merchant/payments/status',
  cardCreate: '/service/merchant/card/pay',
  cardStatus: '/service/merchant/card/status',
} as const

export const credentials = { 'x-api-key': apiKey, 'x-api-secret': apiSecret }

/** Sends `body`, as JSON unless it is a text already; headers given as null are left out. */
export async function post(
  service: PracticeService,
  path: string,
  body: unknown,
  headers: Record<string, string | null> = {},
): Promise<ServiceResponse> {
  const all = {
    'content-type': 'application/json',
    ...credentials,
    ...headers,
  }
  const kept = Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== null)
  const response = await fetch(service.address + path, {
    method: 'POST',
    headers: Object.fromEntries(kept),
    body: typeof body === 'string' ? body : JSON.stringify(body),
    redirect: 'manual',
  })
  return { status: response.status, headers: response.headers, text: await response.text() }
}

const plainPhone = '255712345678'

/** A mobile create body (§4.1), good unless changed. */
export const mobileBody = (changes: Record<string, unknown> = {}) => ({
  payment_type: 'mobile',
  details: { amount: 15000, currency: 'TZS' },
  phone_number: plainPhone,
  customer: { firstname: 'Asha', lastname: 'Mushi' },
  ...changes,
})

/** A card create body (§4.3), good unless changed. */
export const cardBody = (changes: Record<string, unknown> = {}, customer = {}) => ({
  payment_type: 'card',
  details: { amount: 120000, currency: 'TZS' },
  customer: {
    ...cardRequest.customer,
    firstname: 'Juma',
    lastname: 'Kileo',
    phone_number: plainPhone,
    email: 'juma@example.com',
    ...customer,
  },
  webhook_url: 'https://shop.example/hook',
  ...changes,
})

export const createMobile = (
  service: PracticeService,
  key: string,
  changes: Record<string, unknown> = {},
) => post(service, paths.mobileCreate, mobileBody(changes), { 'x-idempotency-key': key })

export const createCard = (service: PracticeService, key: string, customer = {}) =>
  post(service, paths.cardCreate, cardBody({}, customer), { 'x-idempotency-key': key })

export const readMobile = (service: PracticeService, referenceId: string) =>
  post(service, paths.mobileStatus, { referenceId })

export const readCard = (service: PracticeService, reference: string) =>
  post(service, paths.cardStatus, { reference })

const successSchema = z.strictObject({
  status: z.literal('success'),
  code: z.literal(200),
  data: z.record(z.string(), z.unknown()),
})

const errorSchema = z.strictObject({
  status: z.literal('error'),
  code: z.number(),
  error_code: z.string(),
  message: z.string(),
})

/** `data` of a success; throws on anything that is not §1's success envelope. */
export const dataOf = (answer: ServiceResponse) => successSchema.parse(JSON.parse(answer.text)).data

/** The error body; throws on anything that is not §7's. */
export const errorOf = (answer: ServiceResponse) => errorSchema.parse(JSON.parse(answer.text))

/** One text of `data`, such as the reference. */
export const textOf = (answer: ServiceResponse, field: string) =>
  z.string().parse(dataOf(answer)[field])

/** Opens a mobile payment and gives its reference. */
export const openMobile = async (service: PracticeService, key: string, phone = plainPhone) =>
  textOf(await createMobile(service, key, { phone_number: phone }), 'reference')

/** The number of a scenario, from the table that people read. */
export function phoneOf(id: string): string {
  const scenario = scenarios.find(each => each.id === id)
  if (!scenario) throw new Error(`There is no scenario ${id}.`)
  return scenario.phone
}

/** A merchant's end of §6: keeps notifications and answers them with one status after the other. */
export interface Shop {
  url: string
  received: { method: string; contentType: string; body: unknown }[]
}

async function takeDown(request: IncomingMessage): Promise<Shop['received'][number]> {
  const { method = '', headers } = request
  const contentType = headers['content-type'] ?? ''
  return { method, contentType, body: JSON.parse(await text(request)) }
}

/** Opens a shop that answers with `statuses` in order, and with the last of them from then on. */
export async function openShop(statuses: readonly [number, ...number[]] = [200]): Promise<Shop> {
  const received: Shop['received'] = []
  const server = createServer(async (request, response) => {
    received.push(await takeDown(request))
    const status = statuses[Math.min(received.length, statuses.length) - 1] ?? 200
    response.writeHead(status, { location: '/elsewhere' }).end()
  })
  await new Promise<void>(resolve => {
    server.listen(0, '127.0.0.1', resolve)
  })
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}/hook`, received }
}

interface Alarm {
  at: number
  action: () => void
}

/** A clock that moves only when a test lets time pass. */
export interface VirtualClock extends PracticeClock {
  /** Lets `ms` pass, firing every alarm at its own time. */
  pass(ms: number): void
  /** How many alarms are still set. */
  pending(): number
}

/** Begins at a round moment, so that times in answers can be foretold. */
export function createVirtualClock(start = Date.UTC(2026, 0, 1, 8)): VirtualClock {
  let now = start
  let alarms: Alarm[] = []
  const nextBefore = (end: number) =>
    alarms.filter(alarm => alarm.at <= end).sort((one, other) => one.at - other.at)[0]
  const remove = (alarm: Alarm) => {
    alarms = alarms.filter(each => each !== alarm)
  }
  return {
    wall: () => now,
    after(delay, action) {
      const alarm = { at: now + delay, action }
      alarms.push(alarm)
      return () => remove(alarm)
    },
    pass(ms) {
      const end = now + ms
      for (let alarm = nextBefore(end); alarm; alarm = nextBefore(end)) {
        now = alarm.at
        remove(alarm)
        alarm.action()
      }
      now = end
    },
    pending: () => alarms.length,
  }
}
