import { useEffect } from 'react'
import { till } from '../../bridge/till'

/** Main gets a touch at most this often, ms: the till counts its idle time in minutes. */
const seldom = 5_000

/** Tells main that a person uses the till, so that it does not lock meanwhile. */
export function IdleWatch() {
  useEffect(() => {
    let told = Number.NEGATIVE_INFINITY
    const touched = () => {
      if (performance.now() - told < seldom) return
      told = performance.now()
      till.staff.active()
    }
    // Not pointermove: Chromium makes one up whenever the page changes under a pointer that lies still.
    const signs = ['pointerdown', 'keydown', 'wheel'] as const
    for (const sign of signs) window.addEventListener(sign, touched, { passive: true })
    return () => {
      for (const sign of signs) window.removeEventListener(sign, touched)
    }
  }, [])
  return null
}
