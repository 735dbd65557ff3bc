import type { CustomerScene } from '../../../shared/customer-view'

/** What is shown: what main said, or that its time is over and the till asks a last time. */
export type SceneNow = CustomerScene | { name: 'lastAsk' }

/** So long after the time is over the till has asked and got no answer, ms: the cashier explains. */
const unansweredFor = 30_000

/**
 * The scene at wall-clock `now`. A code whose time is over is not shown: a customer must not begin to
 * pay by it. The service's clock decides, so a wrong shop clock does no harm.
 */
export function sceneAt(scene: CustomerScene, now: number): SceneNow {
  if (!('time' in scene) || scene.time === null) return scene
  const over = now + scene.time.serviceClockOffset - scene.time.expiresAt
  if (over < 0) return scene
  return over < unansweredFor ? { name: 'lastAsk' } : { name: 'ask' }
}
