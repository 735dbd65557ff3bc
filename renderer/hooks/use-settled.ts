import { useEffect, useState } from 'react'

/** An earlier press was meant for what was there before, or is the second one of a double press, ms. */
const settling = 500

/** Whether `shown` has been on the screen for long enough to be pressed on purpose. */
export function useSettled(shown: unknown): boolean {
  const [settled, setSettled] = useState<unknown>()
  useEffect(() => {
    const timer = setTimeout(() => setSettled(shown), settling)
    return () => clearTimeout(timer)
  }, [shown])
  return settled === shown
}
