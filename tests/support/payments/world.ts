import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { Clock } from '../../../electron/main/platform/clock'
import { systemClock } from '../../../electron/main/platform/clock'
import {
  createServiceClient,
  type PreparedRequest,
  type ServiceClient,
  type StatusRead,
} from '../../../electron/main/service'
import type { Ledger } from '../../../electron/main/store/ledger/ledger'
import { openLedger } from '../../../electron/main/store/ledger/open-ledger'
import { type PracticeService, startPracticeService } from '../../../electron/practice'
import type { PaymentEvent } from '../../../shared/payment/event'
import type { Sale } from '../../../shared/payment/sale'
import type { StatusWords } from '../../../shared/payment/status-words'
import { engineOn, testEngineSettings } from './engine'
import { ledgerIn, ledgerKey } from './ledger'
import { mobileDraft } from './sales'

/** A fault built into the till from outside, through what its parts are given. */
export interface Plant {
  ledger?: (ledger: Ledger) => Ledger
  client?: (client: ServiceClient) => ServiceClient
  words?: StatusWords
}

/** What a power cut at the moment of sending would have left on the disk. */
export interface Image {
  request: PreparedRequest
  sale: Sale | null
  body: string | null
  history: PaymentEvent[]
}

/** The till's records and what really happened at the service: what each rule checks. */
export interface World {
  service: PracticeService
  /** As the till sees it, a planted fault included. */
  ledger: () => Ledger
  sales: () => Sale[]
  /** One for each create that left, taken in the same instant. */
  images: Image[]
  /** Every status read that the service answered, before any planted fault could touch it. */
  reads: { reference: string; said: StatusRead }[]
  request: (phone: string, draft?: Parameters<typeof mobileDraft>[0]) => Sale | null
  engine: () => ReturnType<typeof engineOn>['engine']
  /** Ends the till and starts it again on the same file. */
  restart: () => Promise<void>
  until: (condition: () => boolean) => Promise<void>
}

const faster = 40

/** Real time, in which the till's own waits are short; the service's `expires_at` stays far away. */
const hastyClock: Clock = {
  ...systemClock,
  monotonic: () => systemClock.monotonic() * faster,
  after: (delay, action) => systemClock.after(delay / faster, action),
}

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'kaunta-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** Opens a copy of the ledger's files, as a start after a power cut would. */
function imageOf(file: string, request: PreparedRequest): Image {
  const copy = join(newFolder(), 'ledger.db')
  for (const suffix of ['', '-journal'])
    if (existsSync(file + suffix)) copyFileSync(file + suffix, copy + suffix)
  const opening = openLedger({ file: copy, key: ledgerKey })
  if (!opening.ok) return { request, sale: null, body: null, history: [] }
  const { ledger } = opening
  const sale = ledger.open().find(each => each.idempotencyKey === request.idempotencyKey) ?? null
  const body = sale && ledger.request(sale.id).body
  const image = { request, sale, body, history: sale ? ledger.history(sale.id) : [] }
  opening.close()
  return image
}

function realClient(service: PracticeService): ServiceClient {
  const { address, pathPrefix, apiKey, apiSecret } = service
  const keys = { apiKey: { reveal: () => apiKey }, apiSecret: { reveal: () => apiSecret } }
  return createServiceClient({ address, pathPrefix, keys: () => keys, clock: systemClock })
}

/** A till on a real ledger file and real HTTP to a practice service, with a fault planted or none. */
export async function openWorld(plant: Plant = {}): Promise<World> {
  const folder = newFolder()
  const service = await startPracticeService({ approvalSeconds: 0.02, speed: 100 })
  onTestFinished(() => service.stop())
  const images: World['images'] = []
  const reads: World['reads'] = []

  function watched(client: ServiceClient, file: string): ServiceClient {
    const create = (name: 'createMobilePayment' | 'createCardPayment') => {
      return (request: PreparedRequest) => {
        images.push(imageOf(file, request))
        return client[name](request)
      }
    }
    const read = (name: 'readMobilePayment' | 'readCardPayment') => async (reference: string) => {
      const answer = await client[name](reference)
      if (answer.class === 'ok') reads.push({ reference, said: answer.value })
      return answer
    }
    return {
      createMobilePayment: create('createMobilePayment'),
      createCardPayment: create('createCardPayment'),
      readMobilePayment: read('readMobilePayment'),
      readCardPayment: read('readCardPayment'),
      close: client.close,
    }
  }

  function start() {
    const { file, ledger: real, close } = ledgerIn(folder)
    const ledger = plant.ledger?.(real) ?? real
    const tapped = watched(realClient(service), file)
    const client = plant.client?.(tapped) ?? tapped
    const settings = { words: plant.words ?? testEngineSettings.words, webhookAddress: '' }
    const { engine } = engineOn({ ledger, client, clock: hastyClock, settings })
    return { ledger, engine, close }
  }

  let till = start()
  return {
    service,
    ledger: () => till.ledger,
    sales: () => till.ledger.recent(100),
    images,
    reads,
    engine: () => till.engine,
    request(phone, draft = {}) {
      const sold = till.engine.request(mobileDraft({ phone, ...draft }))
      return sold.ok ? sold.value : null
    },
    async restart() {
      await till.engine.stop()
      till.close()
      till = start()
      till.engine.start()
    },
    until,
  }
}

/** Waits for a condition; a test that waits in vain fails by its own time limit. */
async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise(resolve => setTimeout(resolve, 5))
}
