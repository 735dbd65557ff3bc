import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Sealer } from '../../electron/main/vault/sealer'
import { type PracticeService, startPracticeService } from '../../electron/practice'
import { isOpen } from '../../shared/payment/actions'
import type { Sale } from '../../shared/payment/sale'
import { countKill, type Figures, noFigures } from './figures'
import type { FindingKind } from './proof/finding'
import { type KeptSale, readLedgerCopy } from './proof/ledger-copy'
import { forgotten } from './proof/memory'
import { reconcile } from './proof/reconciliation'
import { type Opened, type Place, whyNot } from './till/opening'
import type { TillProcess } from './till/till-process'
import { type Cashiers, createCashiers } from './world/cashier'
import { arm, drawKillMoment, type KillMoment } from './world/kill-moment'
import { createPressJournal, type PressJournal } from './world/press-journal'
import { bringToRest } from './world/rest'
import { openRoad, type Road } from './world/road'
import { createSeeded, type Seeded } from './world/seeded'

/** How the tills of a shop are started and examined. */
export interface TillKind {
  start(dataFolder: string): TillProcess
  /** Waits until it sells, and does what its screen asks for before. */
  open(till: TillProcess, place: Place): Promise<Opened>
  /** What opens the vault of a data folder; null while there is none. */
  sealer(dataFolder: string): Promise<Sealer | null>
  /** About how long a start takes: kills at a start come within it. */
  startMs: number
  /** A kill that finds no better moment comes after so long, ms. */
  patience: number
  /** How long a last start may take to bring every sale to its end, ms. */
  restMs: number
}

/** A shop: one service with its books, one till's data folder, and people who press on. */
export interface Shop {
  service: PracticeService
  road: Road
  place: Place
  dataFolder: string
  journal: PressJournal
  cashiers: Cashiers
  seeded: Seeded
  onPress(listener: () => void): void
  figures: Figures
  /** The ledger as it was when last looked at. */
  kept: Map<string, KeptSale>
  close(): Promise<void>
}

/** The service's log holds so many requests, and then forgets the oldest. */
const logSize = 2_000

/** Customers who decide in half a second, and sessions that are over in seconds. */
const pace = { approvalSeconds: 0.4, speed: 10, sessionSeconds: { mobile: 5, card: 3 } }

/** Opens a new shop in which nothing has happened yet. */
export async function openShop(seed: number, parent = tmpdir()): Promise<Shop> {
  const dataFolder = mkdtempSync(path.join(parent, 'kaunta-shop-'))
  const service = await startPracticeService({ ...pace, webhooks: 'off' })
  const road = await openRoad(service.port)
  const seeded = createSeeded(seed)
  const journal = createPressJournal()
  let amount = 1_000
  let pressListener: (() => void) | null = null
  const cashiers = createCashiers({
    seeded: createSeeded(seeded.seed()),
    journal,
    nextAmount: () => amount++,
    pressed() {
      pressListener?.()
      pressListener = null
    },
  })
  return {
    ...{ service, road, dataFolder, journal, cashiers, seeded },
    place: { ...service, address: road.address },
    figures: noFigures(),
    kept: new Map(),
    onPress: listener => {
      pressListener = listener
    },
    async close() {
      await road.stop()
      await service.stop()
      rmSync(dataFolder, { recursive: true, force: true })
    },
  }
}

/** Starts the shop's till, lets people sell, kills it, and looks at what is left. */
export async function killOnce(shop: Shop, kind: TillKind): Promise<void> {
  const moment = drawKillMoment(shop.seeded, kind.startMs)
  const { figures, seeded, road } = shop
  // Not before it was connected: an address that nobody answers at is not saved.
  road.cut(shop.kept.size > 0 && seeded.chance(0.1))
  const startedAt = performance.now()
  const till = kind.start(shop.dataFolder)
  let killed = false
  const strike = () => {
    killed = true
    till.kill()
  }
  figures.starts += 1
  if (moment.at === 'start') setTimeout(strike, moment.afterMs)
  const opened = await kind.open(till, shop.place)
  if (opened?.selling) figures.startMs.push(performance.now() - startedAt)
  else if (opened) found(shop, 'start failed', opened.why)
  if (moment.at !== 'start') armLater(shop, till, { moment, strike, patience: kind.patience })
  if (opened?.selling) await shop.cashiers.work(till)
  else if (!killed) strike()
  await finish(shop, till, () => killed)
  countKill(figures, moment.at)
  examine(shop, await kind.sealer(shop.dataFolder))
}

interface Armed {
  moment: KillMoment
  strike: () => void
  /** A kill that finds no better moment comes after so long, ms. */
  patience: number
}

/** Half of the tills sell for a while before the moment is waited for. */
function armLater(shop: Shop, till: TillProcess, { moment, strike, patience }: Armed): void {
  const { road, onPress, seeded } = shop
  const quietMs = seeded.chance(0.5) ? seeded.between(0, patience) : 0
  const timers = [
    setTimeout(() => arm(moment, { road, onPress, onSale: till.onSale }, strike), quietMs),
    setTimeout(strike, quietMs + patience),
  ]
  till.ended.then(() => timers.forEach(clearTimeout))
}

async function finish(shop: Shop, till: TillProcess, killed: () => boolean): Promise<void> {
  const { code, signal, stderr } = await till.ended
  shop.road.watch(null)
  if (!killed()) found(shop, 'crashed by itself', `${code ?? signal}: ${stderr}`)
}

/** Looks at the ledger that the last till left, on a copy of it. */
export function examine(shop: Shop, sealer: Sealer | null): void {
  const { figures, service } = shop
  const { sales, findings, hotJournal } = readLedgerCopy(shop.dataFolder, sealer)
  figures.findings.push(...findings, ...forgotten(shop.kept, sales, shop.journal.takeShown()))
  const open = [...sales.values()].map(({ sale }) => sale).filter(isOpen)
  const executed = new Set(service.control.payments().map(each => each.idempotencyKey))
  const unanswered = (sale: Sale) => sale.phase === 'sending' && executed.has(sale.idempotencyKey)
  figures.hotJournals += hotJournal ? 1 : 0
  figures.openAtKill += open.length
  figures.executedUnanswered += open.some(unanswered) ? 1 : 0
  shop.kept = sales
}

/** A last start that nobody kills: brings every sale to its end, and holds all sides together. */
export async function closeBooks(shop: Shop, kind: TillKind): Promise<void> {
  const { service, road, journal, figures } = shop
  road.cut(false)
  const till = kind.start(shop.dataFolder)
  const opened = await kind.open(till, shop.place)
  if (!opened?.selling) found(shop, 'start failed', whyNot(opened))
  else for (const sale of await bringToRest(till, kind.restMs)) found(shop, 'not taken up', sale)
  till.kill()
  await till.ended
  examine(shop, await kind.sealer(shop.dataFolder))
  const requests = service.control.requests()
  if (requests.length >= logSize) throw new Error('The service has forgotten its first requests')
  const payments = service.control.payments()
  const presses = journal.presses()
  const evidence = { presses, kept: shop.kept, payments, requests, told: road.told() }
  figures.findings.push(...reconcile(evidence))
  figures.presses += presses.length
  figures.sales += shop.kept.size
  figures.payments += payments.length
  figures.creates += requests.filter(({ path: at }) => /\/(create|pay)$/.test(at)).length
  figures.paid += [...shop.kept.values()].filter(({ sale }) => sale.outcome === 'paid').length
}

export function found(shop: Shop, kind: FindingKind, detail: string): void {
  shop.figures.findings.push({ kind, detail })
}
