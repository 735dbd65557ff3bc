import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { isOpen } from '../../shared/payment/actions'
import type { Payment } from '../../shared/payment/payment'
import { type PracticeService, startPracticeService } from '../support/practice/start'
import { createSeededRandom, type SeededRandom } from '../support/seeded-random'
import { type Cashiers, createCashiers, createPressJournal, type PressJournal } from './cashier'
import { type Figures, type FindingKind, noFigures } from './figures'
import {
  forgotten,
  type KeptPayment,
  type LedgerCopy,
  type OpensWith,
  readLedgerCopy,
} from './ledger-copy'
import type { Place } from './node-till'
import { openServiceProxy, type ServiceProxy } from './service-proxy'

/** A shop: one service with its books, one till's data folder, and people who press on. */
export interface Shop {
  service: PracticeService
  proxy: ServiceProxy
  place: Place
  dataFolder: string
  journal: PressJournal
  cashiers: Cashiers
  seeded: SeededRandom
  onPress(listener: () => void): void
  figures: Figures
  /** The ledger as it was when last looked at. */
  kept: Map<string, KeptPayment>
  close(): Promise<void>
}

/** Customers who decide in half a second, and sessions that are over in seconds. */
const pace = { approvalSeconds: 0.4, speed: 10, sessionSeconds: { mobile: 5, card: 3 } }

/** Opens a new shop in which nothing has happened yet. */
export async function openShop(seed: number, parent = tmpdir()): Promise<Shop> {
  const dataFolder = mkdtempSync(path.join(parent, 'kaunta-shop-'))
  const service = await startPracticeService({ ...pace, webhooks: 'off' })
  const proxy = await openServiceProxy(service.port)
  const seeded = createSeededRandom(seed)
  const journal = createPressJournal()
  let amount = 1_000
  let pressListener: (() => void) | null = null
  const cashiers = createCashiers({
    seeded: createSeededRandom(seeded.seed()),
    journal,
    nextAmount: () => amount++,
    pressed() {
      pressListener?.()
      pressListener = null
    },
  })
  return {
    service,
    proxy,
    dataFolder,
    journal,
    cashiers,
    seeded,
    place: { ...service, address: proxy.address },
    figures: noFigures(),
    kept: new Map(),
    onPress: listener => {
      pressListener = listener
    },
    async close() {
      await proxy.stop()
      await service.stop()
      rmSync(dataFolder, { recursive: true, force: true })
    },
  }
}

/** Looks at the ledger that a killed till left, and counts what the kill had met. */
export async function examineKilled(shop: Shop, by: OpensWith): Promise<void> {
  const { figures, service } = shop
  const { hotJournal } = await examine(shop, by)
  const open = [...shop.kept.values()].map(({ payment }) => payment).filter(isOpen)
  const executed = new Set(service.control.payments().map(each => each.idempotencyKey))
  const unanswered = (payment: Payment) =>
    payment.phase === 'sending' && executed.has(payment.idempotencyKey)
  figures.hotJournals += hotJournal ? 1 : 0
  figures.openAtKill += open.length
  figures.executedUnanswered += open.some(unanswered) ? 1 : 0
}

/** Looks at the ledger that the last till left, on a copy of it. */
export async function examine(shop: Shop, by: OpensWith): Promise<LedgerCopy> {
  const copy = await readLedgerCopy(shop.dataFolder, by)
  const forgot = forgotten(shop.kept, copy.payments, shop.journal.takeShown())
  shop.figures.findings.push(...copy.findings, ...forgot)
  shop.kept = copy.payments
  return copy
}

export function found(shop: Shop, kind: FindingKind, detail: string): void {
  shop.figures.findings.push({ kind, detail })
}
