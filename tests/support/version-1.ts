import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Ledger } from '../../electron/main/store/ledger/ledger'
import type { DrawerKind } from '../../shared/day/drawer'
import type { Payment } from '../../shared/payment/payment'
import { type LaterEvent, mayFollow } from '../../shared/payment/transitions'
import { type BackedUpTill, filledTill, made } from './backup'
import { asha, closeDay, scene } from './day-payments'
import { morning } from './payments/clock'
import {
  eventsTo,
  failedOutcome,
  inCash,
  paymentAfter,
  recorded,
  samples,
  unrecognised,
} from './payments/payments'

const folder = resolve('tests/version-1')

/** What version 1 wrote, and each later version has to open: decision 43. */
export const version1 = {
  folder,
  till: join(folder, 'till'),
  backup: join(folder, 'backup.kaunta'),
  told: join(folder, 'told.json'),
}

/** What this version reads in the till. */
export function toldOf(till: BackedUpTill) {
  const { ledger, close } = till.ledger()
  const { shop, display, production } = till.settings.get()
  const { keys, people } = till.store.document()
  const told = {
    ...{ shop, display, account: production.account, keys: keys.production },
    people: people.map(({ name, role }) => ({ name, role })),
    ...saidBy(ledger),
  }
  close()
  return JSON.parse(JSON.stringify(told)) as typeof told
}

/** What this version reads in the ledger. */
function saidBy(ledger: Ledger) {
  const { payments } = ledger.lastSales(1_000)
  return {
    payments: payments.map(payment => ({
      payment,
      history: ledger.history(payment.id),
      // What the removal of a customer's data leaves is empty, and cash has none.
      request: hasRequest(payment) ? ledger.request(payment.id).body : null,
    })),
    sales: ledger.sales.viewsOf(payments),
    closing: { cashUp: ledger.day.cashUps.find(1), lines: ledger.day.cashUps.lines(1) },
    running: { ...ledger.day.report(morning + 9 * 3_600_000), until: 0 },
  }
}

function hasRequest({ channel, customerRemoved }: Payment): boolean {
  return channel !== 'cash' && customerRemoved === null
}

/**
 * Writes the files, from a till in which each type of event has happened once. Only for a version that was not
 * released yet.
 */
export async function writeVersion1(at: string): Promise<void> {
  const till = await filledTill(at, null)
  const display = { language: 'sw', theme: 'dark', textSize: '125' } as const
  till.settings.update(all => ({ ...all, display }))
  const { ledger, close } = till.ledger()
  for (const type of Object.keys(samples) as (keyof typeof samples)[])
    sell(ledger, type, { note: type })
  const cash = inCash({ person: asha })
  ledger.record(idOf(900), cash, { body: '' })
  sellInParts(ledger)
  moveCash(ledger, 'float', 20_000)
  moveCash(ledger, 'pay-in', 5_000)
  moveCash(ledger, 'pay-out', 3_000)
  closeDay(ledger, { counted: [{ currency: 'TZS', amount: 46_000 }] })
  moveCash(ledger, 'float', 46_000)
  sell(ledger, 'settled', { note: 'the second day' })
  close()
  const backup = await made(till)
  till.stop()
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(version1.till, { recursive: true })
  for (const name of files) cpSync(join(at, name), join(version1.till, name))
  cpSync(backup, version1.backup)
}

/** Ways into the states of a payment: each event may follow one of them. */
const phases = ['settled', 'pending', 'expired', 'unknown', 'sending', 'held', 'ready'] as const
const { name, value } = samples['objection-answered']
const objectedTo: LaterEvent = {
  ...unrecognised,
  doubt: 'objection',
  objections: [{ name, value }],
}
const ends = [unrecognised, failedOutcome, objectedTo, samples['cash-taken']]
const ended = ends.map(end => [...eventsTo('pending'), end])
const paths = [...phases.map(eventsTo), ...ended]

const files = ['key.json', 'till.db', 'ledger-production.db', 'preferences.json']

let sold = 0
const idOf = (number: number) => `0197a000-0000-7000-8000-${String(number).padStart(12, '0')}`

/** One sale with an item and a discount: a part in cash, the rest by phone. */
function sellInParts(ledger: Ledger): void {
  const item = { name: 'Rice', quantity: 1, price: 20_500 }
  const lines = [item, { name: '', quantity: 1, price: -500 }]
  const part = { sale: idOf(901), lines, total: 20_000 }
  const amount = { currency: 'TZS', value: 5_000 }
  ledger.record(part.sale, inCash({ ...part, amount, received: 5_000 }), { body: '' })
  sell(ledger, 'settled', { ...part, note: 'the rest' })
}

function sell(
  ledger: Ledger,
  type: keyof typeof samples,
  changes: Partial<ReturnType<typeof recorded>>,
): void {
  sold += 1
  const id = idOf(100 + sold)
  const draftId = `0197a000-0000-4000-8000-${String(sold).padStart(12, '0')}`
  const event = recorded({ ...changes, draftId, person: asha, idempotencyKey: `key-${sold}` })
  ledger.record(id, event, { body: `{"of":"${type}"}` })
  const sample = samples[type]
  const path = paths.find(each => mayFollow(paymentAfter(...each), sample)) ?? []
  const events = [...path, sample].map(each =>
    each.type === 'accepted' ? { ...each, reference: `R-${sold}` } : each,
  )
  ledger.append(id, ...events)
}

function moveCash(ledger: Ledger, kind: DrawerKind, value: number): void {
  sold += 1
  const draftId = `0197a000-0000-4000-8000-${String(sold).padStart(12, '0')}`
  const reason = kind === 'float' ? '' : 'for the record'
  const entry = { draftId, at: scene.at, kind, currency: 'TZS', value, reason, person: asha }
  ledger.day.drawer.add(entry)
}

export function keep(told: unknown): void {
  writeFileSync(version1.told, `${JSON.stringify(told)}\n`)
}
