import { useEffect, useState } from 'react'
import { settling } from '../typing/enter-press'

/** Whether `shown` has been on the screen for long enough to be pressed on purpose. */
export function useSettled(shown: unknown): boolean {
  const [settled, setSettled] = useState<unknown>()
  useEffect(() => {
    const timer = setTimeout(() => setSettled(shown), settling)
    return () => clearTimeout(timer)
  }, [shown])
  return settled === shown
}
