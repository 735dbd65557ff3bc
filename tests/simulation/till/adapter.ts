import type { EngineSettings } from '../../../electron/main/payments/engine-settings'
import type { Clock } from '../../../electron/main/platform/clock'
import type { Random } from '../../../electron/main/platform/random'
import type { ServiceClient } from '../../../electron/main/service'
import type { Transport } from '../../../electron/main/service/transport'
import type { Ledger } from '../../../electron/main/store/ledger/ledger'
import type { SendingLimits } from '../../../shared/payment/freshness'
import type { Payment } from '../../../shared/payment/payment'
import {
  joinWords,
  type StatusWords,
  statusWordsSchema,
} from '../../../shared/payment/status-words'
import type { Person } from '../../../shared/person'
import { shippedWords, testEngineSettings } from '../../support/parts'
import { buildEngine } from '../../support/payments/build-engine'
import type { OneTillEngine } from '../../support/payments/engine'
import { secretOf } from '../simulated-service/request'
import type { Parts } from './parts'

/*
 * Only this file of the simulation knows what a payment engine asks for.
 */

/** The dependencies of a payment engine, as the simulated world gives them. */
export interface EngineParts {
  ledger: Ledger
  client: ServiceClient
  clock: Clock
  random: Random
  settings: () => EngineSettings
  /** Who is signed in. */
  person: () => Person | null
}

/** A client of the service on a transport that the world makes. */
export function openClient(
  { createServiceClient }: Parts,
  transport: Transport,
  clock: Clock,
  keys: string,
  serviceNow: () => number,
): ServiceClient {
  const apiKey = { reveal: () => keys }
  const apiSecret = { reveal: () => secretOf(keys) }
  return createServiceClient({
    address: 'https://pay.example',
    pathPrefix: 'service',
    keys: () => ({ apiKey, apiSecret }),
    clock,
    serviceNow,
    transport,
  })
}

/** A bug planted from outside: it is placed between the engine and its dependencies. */
export type Wrap = (parts: EngineParts) => EngineParts

/** A payment engine on these parts, on a production connection. */
export function openEngine(
  { SalesEngine }: Parts,
  parts: EngineParts,
  fault: (error: unknown) => void,
): OneTillEngine {
  const engine = buildEngine({ kind: 'production', ...parts, fault }, SalesEngine)
  // Without other tills its presses are answered at once.
  return engine as OneTillEngine
}

/** The settings of a shop as they ship, in its currency, with the keys of an account and the connection's own words. */
export function shopSettings(account: string, currency: string, own: StatusWords): EngineSettings {
  const words = joinWords(shippedWords, statusWordsSchema.parse(own))
  return { ...testEngineSettings, currency, discountLimit: 100, account, words }
}

/** How long a payment may wait before its push needs a person, or a new sale (money rule 7). */
export function limitsOf(
  settings: EngineSettings,
  { channel }: Pick<Payment, 'channel'>,
): SendingLimits {
  return settings.limits(channel)
}
