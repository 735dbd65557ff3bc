import { useEffect, useState } from 'react'

/** True once `busy` has lasted a second: a wait that long must show that something happens. */
export function useSlow(busy: boolean): boolean {
  const [slow, setSlow] = useState(false)
  useEffect(() => {
    if (!busy) return setSlow(false)
    const timer = setTimeout(() => setSlow(true), 1000)
    return () => clearTimeout(timer)
  }, [busy])
  return slow
}
