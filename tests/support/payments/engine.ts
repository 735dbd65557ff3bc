import { randomUUID } from 'node:crypto'
import { onTestFinished } from 'vitest'
import type { EngineSettings } from '../../../electron/main/payments/engine-settings'
import type { PaymentActions } from '../../../electron/main/payments/payment-actions'
import type { Clock } from '../../../electron/main/platform/clock'
import { type Random, systemRandom } from '../../../electron/main/platform/random'
import type { Charging } from '../../../electron/main/sales/charging'
import type { OtherTills } from '../../../electron/main/sales/other-tills'
import type { PressesDeps } from '../../../electron/main/sales/presses'
import type { SaleActions } from '../../../electron/main/sales/sale-actions'
import type { SalesEngine } from '../../../electron/main/sales/sales-engine'
import type { ServiceClient } from '../../../electron/main/service'
import type { Ledger } from '../../../electron/main/store/ledger/ledger'
import type { Person } from '../../../shared/person'
import { testEngineSettings } from '../parts'
import { testFolder } from '../temporary-folder'
import { buildEngine } from './build-engine'
import { createScriptedClient, type ScriptedClient } from './client'
import { createVirtualClock, type VirtualClock } from './clock'
import { ledgerIn, type OpenedLedger } from './ledger'

export { testEngineSettings }

/** An engine that asks no other till: its presses are answered at once. */
export type OneTillEngine = {
  presses: Pick<Charging, 'request' | 'requestAfterPrompt' | 'sendAgain'> &
    Pick<PaymentActions, 'sendNow' | 'tryAgain'> &
    Pick<SaleActions, 'handOver'>
} & SalesEngine

interface EngineParts extends Partial<Pick<PressesDeps, 'keepMeaning' | 'keepRuling'>> {
  ledger: Ledger
  client: ServiceClient
  clock: Clock
  /** Jitter: half of the ceiling unless told. */
  fraction?: () => number
  settings?: Partial<EngineSettings>
  /** Who is signed in: no one unless given. */
  person?: () => Person | null
}

interface EngineOn<Engine> {
  engine: Engine
  faults: unknown[]
  settings: EngineSettings
}

/** A payment engine on these parts, the faults it reported, and settings that can be changed under it. */
export function engineOn(parts: EngineParts & { others: OtherTills }): EngineOn<SalesEngine>
export function engineOn(parts: EngineParts): EngineOn<OneTillEngine>
export function engineOn({
  ledger,
  client,
  clock,
  fraction,
  settings,
  person = () => null,
  others = null,
  ...keeping
}: EngineParts & { others?: OtherTills | null }): EngineOn<SalesEngine> {
  const faults: unknown[] = []
  const current: EngineSettings = { ...testEngineSettings, ...settings }
  const random: Random = {
    ...systemRandom,
    fraction: fraction ?? (() => 0.5),
    idempotencyKey: () => randomUUID(),
  }
  const engine = buildEngine({
    ...{ ledger, client, clock, random, person, others, ...keeping },
    settings: () => current,
    fault: error => faults.push(error),
  })
  onTestFinished(() => engine.stop())
  return { engine, faults, settings: current }
}

interface OpenEngine<Engine> extends EngineOn<Engine>, OpenedLedger {
  folder: string
  client: ScriptedClient
  clock: VirtualClock
}

type OpenParts = Partial<
  Omit<EngineParts, 'ledger' | 'client' | 'clock'> &
    Pick<OpenEngine<unknown>, 'folder' | 'client' | 'clock'>
>

/**
 * A payment engine on a ledger, a scripted service and a virtual clock of its own; its folder goes with the test.
 * With the folder of one that was closed it is that till after a restart.
 */
export function openEngine(parts: OpenParts & { others: OtherTills }): OpenEngine<SalesEngine>
export function openEngine(parts?: OpenParts): OpenEngine<OneTillEngine>
export function openEngine({
  folder = testFolder(),
  client = createScriptedClient(),
  clock = createVirtualClock(),
  ...parts
}: OpenParts & { others?: OtherTills } = {}): OpenEngine<SalesEngine> {
  const opened = ledgerIn(folder)
  const on = engineOn({ ledger: opened.ledger, client, clock, ...parts })
  return { folder, ...opened, client, clock, ...on }
}
