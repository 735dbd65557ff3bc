import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import type { Environment } from './access/keys'
import type { AnswerFormName } from './answers/forms'
import { createApp } from './app'
import type { PracticeControl } from './control/control'
import { type CompleteOptions, completeOptions, type PracticeOptions } from './options'
import { createParts, type Parts } from './parts'
import type { ScenarioInfo } from './scenarios/scenario'
import { scenarios } from './scenarios/table'

/** A running practice service. */
export interface PracticeService {
  /** `http://127.0.0.1:port` */
  address: string
  port: number
  pathPrefix: string
  environment: Environment
  apiKey: string
  apiSecret: string
  /** What the control plane asks for; null where there is none. */
  controlToken: string | null
  /** The form of the answers at the start; the control can change it. */
  answers: AnswerFormName
  /** What can be made to happen, and by which customer's number. */
  scenarios: readonly ScenarioInfo[]
  control: PracticeControl
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

async function close(server: Server, { timers, notifier, books }: Parts): Promise<void> {
  timers.cancelAll()
  notifier.stop()
  const closed = once(server, 'close')
  server.close()
  server.closeAllConnections()
  await closed
  books.close()
}

function run(server: Server, port: number, options: CompleteOptions): PracticeService {
  const address = `http://${loopback}:${port}`
  const parts = createParts(options, address)
  // The till runs in the same process: its global Request and Response must stay.
  const answer = getRequestListener(createApp(parts, options.controlToken).fetch, {
    overrideGlobalObjects: false,
  })
  server.on('request', answer)
  parts.store.resume()
  let stopped: Promise<void> | null = null
  const { pathPrefix, environment, apiKey, apiSecret, controlToken, answers } = options
  return {
    address,
    port,
    pathPrefix,
    environment,
    apiKey,
    apiSecret,
    controlToken,
    answers,
    scenarios,
    control: parts.control,
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
