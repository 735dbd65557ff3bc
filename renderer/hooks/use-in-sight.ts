import { type RefObject, useEffect, useRef } from 'react'
import type { Failure } from '../../shared/ipc/result'

/** Brings the element into sight when a press failed: on a small window it may begin below the fold. */
export function useInSight(failure: Failure | null): RefObject<HTMLDivElement | null> {
  const element = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (failure) element.current?.scrollIntoView({ block: 'nearest' })
  }, [failure])
  return element
}
