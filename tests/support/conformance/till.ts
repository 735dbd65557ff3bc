import { expect } from 'vitest'
import type { EngineSettings } from '../../../electron/main/payments/engine-settings'
import { systemClock } from '../../../electron/main/platform/clock'
import type { ServiceClient } from '../../../electron/main/service'
import { createServiceClient } from '../../../electron/main/service/client'
import type { Ledger } from '../../../electron/main/store/ledger/ledger'
import type { Draft } from '../../../shared/payment/draft'
import type { Payment } from '../../../shared/payment/payment'
import { createVirtualClock, settled, type VirtualClock } from '../payments/clock'
import { engineOn, type OneTillEngine } from '../payments/engine'
import { ledgerIn } from '../payments/ledger'
import { cardDraft, mobileDraft } from '../payments/payments'
import type { LoggedRequest } from '../practice/request-log'
import type { PracticeOptions, PracticeService } from '../practice/start'
import { testFolder } from '../temporary-folder'
import { apiKey, apiSecret, startService } from './service'

/** The till's real payment path: ledger file, payment engine and service client, on a virtual clock. */
export interface Till {
  clock: VirtualClock
  engine: OneTillEngine
  ledger: Ledger
  /** Requests a payment and waits until no HTTP is in progress. */
  sell(draft: Draft): Promise<Payment>
  /** The payment's present state. */
  payment(id: string): Payment
}

/** Stops virtual time while real HTTP is in progress. */
function createWire() {
  let inFlight = 0
  const watched =
    <Argument, Result>(call: (argument: Argument) => Promise<Result>) =>
    async (argument: Argument): Promise<Result> => {
      inFlight += 1
      try {
        return await call(argument)
      } finally {
        inFlight -= 1
      }
    }
  return {
    watch: (client: ServiceClient): ServiceClient => ({
      createMobilePayment: watched(client.createMobilePayment),
      readMobilePayment: watched(client.readMobilePayment),
      createCardPayment: watched(client.createCardPayment),
      readCardPayment: watched(client.readCardPayment),
      close: client.close,
    }),
    async quiet() {
      do await settled()
      while (inFlight > 0)
      // The work that the last answer set off may put something new on the wire.
      await settled()
      if (inFlight > 0) await this.quiet()
    },
  }
}

interface ServiceEndpoint {
  address: string
  pathPrefix?: string
}

type Settings = Partial<EngineSettings>
type Life = ReturnType<typeof begin>

/** Time, and the wire for which it waits. */
function begin() {
  const wire = createWire()
  return { wire, clock: createVirtualClock(() => wire.quiet()) }
}

/** A till at an endpoint; virtual time stands still while real HTTP is in progress. */
function openOn(endpoint: ServiceEndpoint, { wire, clock }: Life, settings: Settings): Till {
  const { ledger } = ledgerIn(testFolder())
  const { address, pathPrefix = 'service' } = endpoint
  const keys = { apiKey: { reveal: () => apiKey }, apiSecret: { reveal: () => apiSecret } }
  // Its timeouts are real ones: the wire is real.
  const real = createServiceClient({ address, pathPrefix, keys: () => keys, clock: systemClock })
  const client = wire.watch(real)
  const { engine } = engineOn({ ledger, client, clock, settings })
  engine.start()
  const payment = (id: string) => {
    const found = ledger.find(id)
    if (!found) throw new Error(`There is no payment ${id}`)
    return found
  }
  async function sell(draft: Draft): Promise<Payment> {
    const sold = engine.presses.request(draft)
    if (!sold.ok) throw new Error(`${sold.code}: ${sold.message}`)
    await clock.pass(0)
    return payment(sold.value.id)
  }
  return { clock, engine, ledger, sell, payment }
}

/** A till and the practice service that it sells with; both live on one clock. */
export async function openTill(
  options: PracticeOptions = {},
  settings: Settings = {},
): Promise<Till & { service: PracticeService }> {
  const life = begin()
  const service = await startService({ clock: life.clock, ...options })
  return { service, ...openOn(service, life, settings) }
}

/** A till on some other server, which says what a test has scripted. */
export function openTillAt(endpoint: ServiceEndpoint, settings: Settings = {}): Till {
  return openOn(endpoint, begin(), settings)
}

/** Every call that the till makes: creates and reads a mobile and a card payment. The requests, as they arrived. */
export async function everyRequest(): Promise<LoggedRequest[]> {
  const { engine, sell, service } = await openTill()
  for (const draft of [mobileDraft(), cardDraft()]) {
    const { id } = await sell(draft)
    await engine.actions.checkNow(id)
  }
  const requests = service.control.requests()
  expect(requests).toHaveLength(4)
  return requests
}
