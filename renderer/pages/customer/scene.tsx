import type { CustomerScene, CustomerTime } from '../../../shared/customer-view'
import { useNow } from '../../hooks/use-now'
import { countdownOf, isCounted } from '../../i18n/countdown'
import { Announcement } from './announcement'
import { CardScene } from './card-scene'
import { sceneAt } from './scene-at'

/** What is to be seen now: main says the scene, and the clock what is left of its time. */
export function Scene({ shop, scene: told }: { shop: string; scene: CustomerScene }) {
  const now = useNow()
  const scene = sceneAt(told, now)
  const seconds = 'time' in scene ? secondsLeft(scene.time, now) : null
  if (scene.name === 'card') return <CardScene shop={shop} scene={scene} seconds={seconds} />
  return <Announcement shop={shop} scene={scene} seconds={seconds} />
}

function secondsLeft(time: CustomerTime | null, now: number): number | null {
  const left = time && countdownOf(time, now, time.serviceClockOffset)
  return left && isCounted(left) ? left.secondsLeft : null
}
