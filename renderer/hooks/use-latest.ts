import { useCallback, useRef } from 'react'

/** Begins a call; what it returns says whether the call is still the latest. A slower answer to an earlier one is left out. */
export function useLatest(): () => () => boolean {
  const latest = useRef(0)
  return useCallback(() => {
    latest.current += 1
    const mine = latest.current
    return () => mine === latest.current
  }, [])
}
