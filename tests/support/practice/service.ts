import { createServer, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { onTestFinished } from 'vitest'
import { z } from 'zod'
import type { Clock as PracticeClock } from '../../../electron/practice/clock'
import { scenarios } from '../../../electron/practice/scenarios/table'
import { cardRequest, mobileRequest } from '../conformance/contract'
import {
  apiKey,
  apiSecret,
  call,
  createCard as createCardAs,
  createMobile,
  dataOf as dataAs,
  type RawAnswer,
  startService,
} from '../conformance/service'
import { openPort } from '../parts'
import type { PracticeOptions, PracticeService } from './start'

export const credentials = { 'x-api-key': apiKey, 'x-api-secret': apiSecret }

/** Sends `body`, as JSON unless it is a text already; headers given as null are left out. */
export const post = (
  service: PracticeService,
  path: string,
  body: unknown,
  headers: Record<string, string | null> = {},
): Promise<RawAnswer> => call(service, path, { body, headers })

/** A mobile create body (§4.1), good unless changed. */
export const mobileBody = (changes: Record<string, unknown> = {}) => ({
  ...mobileRequest,
  ...changes,
})

/** A card create body (§4.3), good unless changed. */
export const cardBody = (changes: Record<string, unknown> = {}, customer = {}) => ({
  ...cardRequest,
  details: { amount: 120000, currency: 'TZS' },
  customer: { ...cardRequest.customer, ...customer },
  ...changes,
})

export const createCard = (service: PracticeService, key: string, customer = {}) =>
  createCardAs(service, key, cardBody({}, customer))

/** `data` of a success; throws on anything that is not §1's success envelope. */
export const dataOf = (answer: RawAnswer) => dataAs(answer, z.record(z.string(), z.unknown()))

/** One text of `data`, such as the reference. */
export const textOf = (answer: RawAnswer, field: string) => z.string().parse(dataOf(answer)[field])

/** Opens a mobile payment and gives its reference. */
export const openMobile = async (
  service: PracticeService,
  key: string,
  phone = mobileRequest.phone_number,
) => textOf(await createMobile(service, key, { phone_number: phone }), 'reference')

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
  const port = await openPort(server)
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
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

/** A practice service on a clock of its own, which begins at `start`. */
export async function startOnClock(options: PracticeOptions = {}, start?: number) {
  const clock = createVirtualClock(start)
  return { clock, service: await startService({ ...options, clock }) }
}
