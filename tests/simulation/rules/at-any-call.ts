import type { Call } from '../network/call'
import type { Scene } from './scene'

const minute = 60_000
/** Far above what the backoff and the growing gaps of the polling come to. */
const mostCreates = 30
const mostReads = 60

/** What must hold whenever anything leaves the till. */
export function checkCall(scene: Scene, call: Call): void {
  keepsPace(scene, call)
  keepsStill(scene, call)
  noStorm(scene, call)
}

/** What the service asked of an account holds for every call of it. A new run knows of nothing. */
function keepsPace(scene: Scene, call: Call): void {
  const asking = scene.facts.slowest.get(call.process)
  if (!asking?.quietUntil || call.at >= asking.quietUntil) return
  const early = asking.quietUntil - call.at
  scene.report(
    'pace',
    `call ${call.number} is ${early} ms too early after call ${asking.call.number}`,
  )
}

/** §5.6: once they are rejected, no run calls with the same keys again. */
function keepsStill(scene: Scene, call: Call): void {
  const rejected = scene.facts.rejected.get(call.process)
  if (rejected)
    scene.report(
      'keys',
      `call ${call.number} goes with keys that call ${rejected.call.number} lost`,
    )
}

function noStorm(scene: Scene, call: Call): void {
  const same = scene.facts.calls.filter(
    other =>
      other.operation === call.operation &&
      other.text === call.text &&
      call.at - other.at < minute &&
      other.process === call.process,
  )
  const most = call.operation === 'create' ? mostCreates : mostReads
  if (same.length > most)
    scene.report('storm', `call ${call.number}: ${same.length} ${call.operation}s in a minute`)
}
