import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { Hono } from 'hono'
import { type Environment, KeyRing } from './access/keys'
import { RateLimiter } from './access/rate-limiter'
import type { AnswerFormName } from './answers/forms'
import { createPaymentFields } from './answers/payment-fields'
import { addCheckoutRoutes } from './checkout'
import { ServiceTime, Timers } from './clock'
import { isLoopback, type PracticeEnv, type Reply, refuse, toResponse } from './http'
import { Answers } from './merchant/answers'
import { Operations } from './merchant/operations'
import { addMerchantRoutes, createMerchant } from './merchant/routes'
import { type CompleteOptions, completeOptions, type PracticeOptions } from './options'
import { type Journal, noJournal, openJournal } from './payments/journal'
import type { Payment } from './payments/payment'
import { PaymentStore } from './payments/payment-store'
import type { ScenarioInfo } from './scenarios/scenario'
import { scenarios } from './scenarios/table'
import { ServiceSettings } from './settings'

/** Builds a service's parts, in the order in which they need each other. */
function createParts(options: CompleteOptions, address: string) {
  const { clock, pathPrefix, ids, rateLimit, hooks } = options
  const timers = new Timers(clock)
  const time = new ServiceTime(clock)
  const settings = new ServiceSettings(options)
  const keys = new KeyRing(options.keys, options.environment)
  const limiter = new RateLimiter(rateLimit, { clock, time })
  const fieldsOf = createPaymentFields(time, address)
  const onChange = (payment: Payment) => hooks.changed(payment, fieldsOf(payment))
  const store = new PaymentStore({ journal: openBooks(options), clock, timers, onChange })
  const answers = new Answers({ settings, time, fieldsOf })
  const operations = new Operations({ store, clock, answers, settings, ids })
  const merchant = createMerchant({ keys, limiter, operations })
  const parts = { time, keys, limiter, store, operations, settings }
  return { ...parts, clock, timers, hooks, merchant, pathPrefix }
}

function openBooks({ booksFile, booksSeal, booksKeepMs, clock }: CompleteOptions): Journal {
  if (booksFile === null) return noJournal
  const keepFrom = booksKeepMs === null ? 0 : clock.wall() - booksKeepMs
  return openJournal(booksFile, { seal: booksSeal, keepFrom })
}

type Parts = ReturnType<typeof createParts>

const notFound: Reply = refuse(404, 'not_found', 'There is nothing at this path.')

const otherHost: Reply = refuse(
  421,
  'misdirected_request',
  'This service answers on 127.0.0.1 and localhost only.',
)

/**
 * A web site can give its own name the address 127.0.0.1 (DNS rebinding), and then reads what this service answers:
 * the browser still sends that name.
 */
function isThisComputer(host: string | undefined): boolean {
  const address = `http://${host}`
  return host !== undefined && URL.canParse(address) && isLoopback(new URL(address))
}

/** Everything that the service answers, as one Hono app. */
function createApp(parts: Parts): Hono<PracticeEnv> {
  const { hooks, time } = parts
  const app = new Hono<PracticeEnv>()

  app.use(async (context, next) =>
    isThisComputer(context.req.header('host')) ? next() : toResponse(otherHost),
  )
  app.use(async (context, next) => {
    const { incoming, outgoing } = context.env
    const exchange = hooks.opened(context.req.method, context.req.path, incoming.headers)
    context.set('exchange', exchange)
    await next()
    exchange.ended('answered', context.res.status)
    // Set at the end, so that a late answer too has the time at which it is sent.
    if (!outgoing.headersSent) outgoing.setHeader('date', time.httpDate())
  })
  addMerchantRoutes(app, parts)
  addCheckoutRoutes(app, parts)

  app.notFound(() => toResponse(notFound))
  app.onError(error => toResponse(refuse(500, 'internal_error', error.message)))
  return app
}

/** The parts of a service. */
export interface ServiceParts {
  time: ServiceTime
  keys: KeyRing
  limiter: RateLimiter
  store: PaymentStore
  operations: Operations
  settings: ServiceSettings
}

/** A running practice service. */
export interface PracticeService {
  /** `http://127.0.0.1:port` */
  address: string
  port: number
  pathPrefix: string
  environment: Environment
  apiKey: string
  apiSecret: string
  /** The form of the answers at the start. */
  answers: AnswerFormName
  /** What can be made to happen, and by which customer's number. */
  scenarios: readonly ScenarioInfo[]
  parts: ServiceParts
  /** Ends what is in progress and frees the port. May be called again. */
  stop(): Promise<void>
}

/** No other computer in the network can reach it. */
const loopback = '127.0.0.1'

async function listen(server: Server, port: number): Promise<number> {
  server.listen(port, loopback)
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

async function close(server: Server, { timers, hooks, store }: Parts): Promise<void> {
  timers.cancelAll()
  hooks.stopped()
  const closed = once(server, 'close')
  server.close()
  server.closeAllConnections()
  await closed
  store.close()
}

function run(server: Server, port: number, options: CompleteOptions): PracticeService {
  const address = `http://${loopback}:${port}`
  const parts = createParts(options, address)
  // The till runs in the same process: its global Request and Response must stay.
  const answer = getRequestListener(createApp(parts).fetch, {
    overrideGlobalObjects: false,
  })
  server.on('request', answer)
  parts.store.resume()
  let stopped: Promise<void> | null = null
  const { pathPrefix, environment, apiKey, apiSecret, answers } = options
  return {
    address,
    port,
    pathPrefix,
    environment,
    apiKey,
    apiSecret,
    answers,
    scenarios,
    parts,
    stop() {
      stopped ??= close(server, parts)
      return stopped
    },
  }
}

/**
 * Starts a payment service that keeps the whole contract (§1–§9) and moves no money. Rejects when
 * an option is not possible, the port is taken (`EADDRINUSE`) or the books cannot be read.
 */
export async function startPracticeService(
  options: PracticeOptions = {},
): Promise<PracticeService> {
  const complete = completeOptions(options)
  const server = createServer()
  const port = await listen(server, complete.port)
  try {
    return run(server, port, complete)
  } catch (error) {
    server.close()
    throw error
  }
}
