import type { Payment } from '../../../shared/payment/payment'
import type { Call, Process } from '../network/call'
import { accountOf } from '../simulated-service/request'
import { type DraftFacts, readsDelivered } from '../world/facts'
import { factsOf, nameOf, type Scene } from './scene'

const minute = 60_000
/** Well above what the backoff, the gaps of the polling and an impatient person come to (10 and 17 of one payment). */
const mostCreates = 16
const mostReads = 40

/** What must hold whenever anything leaves the till. */
export function checkCall(scene: Scene, call: Call): void {
  keepsPace(scene, call)
  keepsStill(scene, call)
  noStorm(scene, call)
}

/** Longer than any gap between two reads of a young payment, ms. */
const longestGap = 12_500
const young = 100_000
/** Between two reads at the lowest rate that a 429 teaches, ms. */
const slowestGap = 5_000
/** With more of them reads can wait for each other. */
const fewPayments = 4

/** A payment whose reads fail slows no other: in calm times the others are read on. */
export function checkPace(scene: Scene, process: Process): void {
  const { calm } = scene.facts
  const now = scene.elapsed()
  // After a 429 without a window all open payments share a few reads.
  const gap = longestGap + (scene.facts.slowed.has(process) ? fewPayments * slowestGap : 0)
  if (calm.troubled === null || calm.since === null || now - calm.since <= gap) return
  const open = scene.committed.open()
  if (open.length > fewPayments) return
  for (const payment of open.filter(({ phase }) => phase === 'pending'))
    if (payment.reference !== calm.troubled && isHeldUp(scene, payment, process, gap))
      scene.report('pace', `${nameOf(payment)} is not read while ${calm.troubled} is in trouble`)
}

function isHeldUp(scene: Scene, payment: Payment, process: Process, gap: number): boolean {
  const { facts } = scene
  const now = scene.elapsed()
  if (payment.account !== accountOf(process.keys)) return false
  const { answers, executions, readFrom } = factsOf(scene, payment)
  const last = [...answers, ...readsDelivered(facts, payment)]
    .filter(({ call, saying }) => call.process === process && saying.about === 'payment')
    .sort((one, other) => one.deliveredAt - other.deliveredAt)
    .at(-1)
  if (!last || executions.some(({ createdAt }) => now - createdAt > young)) return false
  // A read of it is on the way, or its own last one failed.
  const isAskedAbout = facts.calls.some(
    ({ endedAt, process: its, text }) =>
      its === process && text === payment.reference && (endedAt ?? now) > last.deliveredAt,
  )
  if (isAskedAbout) return false
  return now - Math.max(last.deliveredAt, readFrom, facts.calm.since ?? now) > gap
}

/** How soon the first byte of a payment leaves that a person has just asked for, ms. */
export const atOnce = 1_500

/**
 * A create that a person has just pressed waits for no read, and for no trouble of another payment: it is the
 * probe itself. Only what the service asked of the account, rejected keys, or another create may hold it.
 */
export function checkPress(
  scene: Scene,
  { name, paymentId, creates }: DraftFacts,
  process: Process,
) {
  const { facts, committed } = scene
  const payment = paymentId === null ? null : committed.find(paymentId)
  if (!process.alive || process.diskFailedAt !== null || creates.length > 0) return
  if (payment?.phase !== 'ready') return
  const since = scene.elapsed() - atOnce
  const mayWaitUntil = facts.mayWaitUntil.get(process) ?? Number.NEGATIVE_INFINITY
  const isPaused = mayWaitUntil > scene.ticked() - atOnce
  const isKept = isPaused || facts.rejected.has(process)
  const hasOther = facts.calls.some(
    call =>
      call.operation === 'create' && call.process === process && (call.endedAt ?? since) >= since,
  )
  const isQueued = committed
    .open()
    .some(({ id, phase }) => id !== paymentId && ['ready', 'sending', 'unknown'].includes(phase))
  if (!isKept && !hasOther && !isQueued)
    scene.report('pace', `${name} was pressed ${atOnce} ms ago, and nothing has left`)
}

/** What the service asked of an account holds for every call of it. A new run knows of nothing. */
function keepsPace(scene: Scene, call: Call): void {
  const asking = scene.facts.slowest.get(call.process)
  if (!asking || call.at >= asking.quietUntil) return
  const early = asking.quietUntil - call.at
  scene.report(
    'pace',
    `call ${call.number} is ${early} ms too early after call ${asking.call.number}`,
  )
}

/** How long the till waits before each single read that finds out whether rejected keys work again, ms. */
const probeGaps = [1, 2, 5, 10].map(minutes => minutes * minute)

/** §5.6: once they are rejected, no run calls with the same keys again, but for those single reads. */
function keepsStill(scene: Scene, call: Call): void {
  const [first, ...later] = scene.facts.rejected.get(call.process) ?? []
  if (!first) return
  // What was on its way when the first rejection came is no probe.
  const probes = later.filter(({ call: { at } }) => at > first.deliveredAt)
  const last = probes.at(-1) ?? first
  const gap = probeGaps[Math.min(probes.length, probeGaps.length - 1)] ?? 0
  const isProbe = call.operation === 'read' && call.at - last.deliveredAt >= gap * 0.85
  if (!isProbe)
    scene.report('keys', `call ${call.number} goes with keys that call ${last.call.number} lost`)
}

function noStorm(scene: Scene, call: Call): void {
  const most = call.operation === 'create' ? mostCreates : mostReads
  const { calls } = scene.facts
  let same = 0
  for (let index = calls.length - 1; index >= 0; index--) {
    const other = calls[index] as Call
    if (call.at - other.at >= minute) break
    if (
      other.operation === call.operation &&
      other.text === call.text &&
      other.process === call.process
    )
      same += 1
  }
  if (same > most)
    scene.report('storm', `call ${call.number}: ${same} ${call.operation}s in a minute`)
}
