import { useEffect } from 'react'
import type { Sale } from '../../../shared/payment/sale'
import { play } from '../../sound/player'
import { useTill } from '../../state/till-store'

const every = 5_000

/** A soft tick while the payment on the screen waits for its customer, where the shop wants one. */
export function useWaitingTick({ phase }: Pick<Sale, 'phase'>): void {
  const { volume, waitingTick } = useTill(state => state.settings.alerts)
  const ticks = waitingTick && phase === 'pending'
  useEffect(() => {
    if (!ticks) return
    const timer = setInterval(() => play('tick', volume), every)
    return () => clearInterval(timer)
  }, [ticks, volume])
}
