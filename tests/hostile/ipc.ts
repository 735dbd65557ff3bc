import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { serialize } from 'node:v8'
import fc from 'fast-check'
import en from '../../resources/languages/en.json'
import type { LeastRole } from '../../shared/ipc/call'
import type { Result } from '../../shared/ipc/result'
import type { PaymentEvent } from '../../shared/payment/event'
import type { Payment } from '../../shared/payment/payment'
import { applyEvent, beginPayment } from '../../shared/payment/reducer'
import { canary, type HostileCall, hostileCalls, keptSecret, secretCanary } from './ipc-grammar'
import {
  beginShop,
  makeShop,
  openHostileTill,
  type Plant,
  type Shop,
  type Who,
  whoIsAt,
} from './ipc-till'

export interface IpcHunt {
  calls: number
  /** Of these, calls with an argument that this channel had not been asked with. */
  distinct: number
  /** How often each channel was asked. */
  channels: ReadonlyMap<string, number>
  tills: number
  ms: number
  seed: number
  /** How often each code, or `ok`, was answered. */
  classes: ReadonlyMap<string, number>
  /** The longest that one call kept main from everything else, ms. */
  slowest: { ms: number; call: string }
  failure: { message: string; again: string } | null
}

interface IpcHuntOptions {
  /** How many calls; the last till gets all of its own. */
  runs: number
  seed: number
  within?: number
  plant?: Plant
  perTill?: number | undefined
}

/** No test types a PIN or a key that is right here: so no caller does more than their role. */
const mayDo: Record<Who, (role: LeastRole) => boolean> = {
  'no staff': () => true,
  owner: () => true,
  cashier: role => role === 'anyone' || role === 'cashier',
  'signed out': role => role === 'anyone',
}

/** At the most so many calls are under way at a time. */
const atOnce = 32

/** Asks whole tills, one after the other, as each role in order. Ends at the first fault. */
export async function huntIpc(options: IpcHuntOptions): Promise<IpcHunt> {
  const { runs, seed, within = Number.POSITIVE_INFINITY, plant, perTill = 4_000 } = options
  const began = performance.now()
  const asked = new Set<number>()
  const found: IpcHunt = {
    calls: 0,
    distinct: 0,
    tills: 0,
    ms: 0,
    seed,
    failure: null,
    channels: new Map(),
    classes: new Map(),
    slowest: { ms: 0, call: '' },
  }
  while (found.calls < runs && found.failure === null && performance.now() - began < within) {
    const who = whoIsAt(found.tills)
    const count = Math.min(perTill, runs - found.calls)
    try {
      await askOneTill(found, asked, { who, seed: tillSeed(seed, found.tills), count, plant })
    } catch (error) {
      const message = error instanceof Error ? (error.stack ?? error.message) : String(error)
      found.failure = { message, again: `seed ${seed}, till ${found.tills}, as ${who}` }
    }
    found.tills += 1
  }
  return { ...found, ms: performance.now() - began }
}

/** Hunts with seeds that lie next to each other share no till's calls. */
function tillSeed(seed: number, till: number): number {
  return (seed + till * 1_000_003) | 0
}

interface OneTill {
  who: Who
  seed: number
  count: number
  plant: Plant | undefined
}

async function askOneTill(
  found: IpcHunt,
  asked: Set<number>,
  { who, seed, count, plant }: OneTill,
): Promise<void> {
  const shop = makeShop()
  try {
    const opened = await openHostileTill(shop, plant)
    try {
      const paymentId = await beginShop(opened, who)
      const calls = fc.sample(hostileCalls([paymentId]), { numRuns: count, seed })
      for (let at = 0; at < calls.length; at += atOnce) {
        await Promise.all(
          calls.slice(at, at + atOnce).map(call => askOnce(found, asked, opened.ask, who, call)),
        )
        await opened.settle(who)
      }
    } finally {
      await opened.till.stop()
    }
    leaksNothing(opened.lines.join('\n'), 'the log')
    await isSound(shop)
  } finally {
    shop.remove()
  }
}

async function askOnce(
  found: IpcHunt,
  asked: Set<number>,
  ask: (channel: string, argument: unknown) => Promise<Result<unknown>>,
  who: Who,
  { channel, argument, role }: HostileCall,
): Promise<void> {
  const sent = cloned(argument)
  if (sent === null) return
  const { arrived } = sent
  const start = performance.now()
  try {
    const answering = ask(channel, arrived)
    const ms = performance.now() - start
    if (ms > found.slowest.ms) found.slowest = { ms, call: shown(channel, argument).slice(0, 200) }
    const answered = await inTime(answering)
    found.calls += 1
    asked.add(printOf(channel, arrived))
    found.distinct = asked.size
    count(found.channels, channel)
    const fault = faultOf(answered) ?? (answered.ok && !mayDo[who](role) ? `Done as ${who}` : null)
    if (fault) throw new Error(fault)
    count(found.classes, answered.ok ? 'ok' : answered.code)
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    throw new Error(`${message}\n${shown(channel, argument)}`, { cause: error })
  }
}

const knownCodes: ReadonlySet<string> = new Set(Object.keys(en.errors))
/** What only a till or a disk that is broken may say: these are whole. */
const broken: ReadonlySet<string> = new Set(['till-fault', 'storage-failed', 'record-failed'])
/** A message is for the log: bounded, whatever was asked. */
const longestMessage = 2_000

/** What is wrong with an answer to a hostile argument, or null. Looks at it without any schema. */
function faultOf(answered: Result<unknown>): string | null {
  if (({} as { polluted?: unknown }).polluted !== undefined) return 'A prototype was changed'
  const given: unknown = answered
  if (typeof given !== 'object' || given === null) return 'No answer'
  const text = JSON.stringify(answered)
  if (text.includes(secretCanary) || text.includes(keptSecret))
    return 'A planted secret is in the answer'
  if (answered.ok === true)
    return isDeepStrictEqual(Object.keys(answered), ['ok', 'value']) ? null : `Odd: ${text}`
  return faultOfFailure(answered, text)
}

function faultOfFailure(
  { ok, code, message }: Exclude<Result<unknown>, { ok: true }>,
  text: string,
): string | null {
  if (ok !== false || typeof message !== 'string') return `Odd: ${text.slice(0, 300)}`
  if (!knownCodes.has(code)) return `Unknown code: ${code}`
  if (broken.has(code)) return `${code}: ${message}`
  if (message.length > longestMessage) return `A message of ${message.length} characters`
  // Behind its schema, a failure may name what it is about, such as a printer.
  const unread = code === 'bad-argument' || code === 'card-number-typed'
  return unread && text.includes(canary)
    ? `What was asked is in the answer: ${text.slice(0, 300)}`
    : null
}

/** As Electron does it: what cannot be cloned, for it is too deep, never comes to main. */
function cloned(argument: unknown): { arrived: unknown } | null {
  try {
    return { arrived: structuredClone(argument) }
  } catch {
    return null
  }
}

/** Of a million, one pair in ten thousand runs is taken for the same: 52 bits. */
function printOf(channel: string, argument: unknown): number {
  const hash = createHash('sha1').update(channel).update(serialize(argument)).digest()
  return hash.readUIntBE(0, 6) * 16 + (hash.readUInt8(6) >> 4)
}

function count(counts: ReadonlyMap<string, number>, kind: string): void {
  ;(counts as Map<string, number>).set(kind, (counts.get(kind) ?? 0) + 1)
}

function shown(channel: string, argument: unknown): string {
  try {
    return `${channel} ${fc.stringify(argument).slice(0, 1_500)}`
  } catch {
    return `${channel} (something too deep to show)`
  }
}

function inTime<Value>(answering: Promise<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('No answer within a minute')), 60_000)
    answering.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}

/** What must hold of the shop afterwards: it opens, and every payment is what its history makes of it. */
async function isSound(shop: Shop): Promise<void> {
  const strayed = shop.strayed()
  if (strayed.length > 0) throw new Error(`Files outside: ${strayed.join(', ')}`)
  for (const name of readdirSync(shop.dataFolder))
    leaksNothing(readFileSync(join(shop.dataFolder, name), 'latin1'), name)
  const { till } = await openHostileTill(shop)
  try {
    // Main's own view and handlers: reading it needs no sign-in.
    if (till.state().stage.name === 'first-run') throw new Error('It started over')
    await till.handlers.connection.choose({ kind: 'practice' })
    const { stage } = till.state()
    if (stage.name !== 'selling') throw new Error(`It does not open: ${JSON.stringify(stage)}`)
    const recent = await till.handlers.payments.recent(undefined)
    if (!recent.ok || recent.value.payments.length === 0) throw new Error('Its payments are gone')
    for (const payment of recent.value.payments) await followsFromItsHistory(payment)
  } finally {
    await till.stop()
  }

  async function followsFromItsHistory({ id }: Payment): Promise<void> {
    const history = await till.handlers.payments.history({ paymentId: id })
    if (!history.ok) throw new Error(`No history of ${id}: ${history.code}`)
    const { payment, events } = history.value
    if (!isDeepStrictEqual(replay(id, events), payment)) throw new Error(`${id} is not its history`)
  }
}

function replay(id: string, [first, ...rest]: readonly PaymentEvent[]): Payment {
  if (first?.type !== 'recorded') throw new Error(`${id} does not begin with its record`)
  return rest.reduce(applyEvent, beginPayment(id, first))
}

function leaksNothing(text: string, where: string): void {
  if (text.includes(secretCanary) || text.includes(keptSecret))
    throw new Error(`A planted secret is in ${where}`)
}
