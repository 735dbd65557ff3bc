import { useEffect } from 'react'
import { useTill } from '../../stores/till-store'
import { play } from '../../ui/sound/player'

const every = 5_000

/** A soft tick while the time of the customer on the screen is counted, where the shop wants one. */
export function useWaitingTick(counted: boolean): void {
  const { volume, waitingTick } = useTill(state => state.settings.alerts)
  const ticks = waitingTick && counted
  useEffect(() => {
    if (!ticks) return
    const timer = setInterval(() => play('tick', volume), every)
    return () => clearInterval(timer)
  }, [ticks, volume])
}
