import { useCallback, useEffect, useRef, useState } from 'react'
import type { Failure, Result } from '../../shared/ipc/result'
import { useLatest } from './use-latest'

/** What main answered to a question that a screen asks. */
export interface Answer<Value> {
  /** Null until the first answer. */
  value: Value | null
  /** Why the last one gave no answer. */
  failure: Failure | null
  read: () => Promise<void>
  /** Shows another answer, which came in another way. */
  put: (value: Value) => void
}

interface Again {
  /** Asks again when this changes; what is shown stays until the answer is there. */
  again?: unknown
  /** What changes in bursts is asked again only this long after the last change, ms. */
  pause?: number
  /** The ms from an answer to asking again; without it a question is asked once. */
  every?: number
}

/**
 * Asks main when the screen opens and whenever `question` changes; null asks nothing. An answer to an earlier
 * question is left out, however late it comes.
 */
export function useAnswer<Value>(
  ask: (() => Promise<Result<Value>>) | null,
  question: unknown,
  { again, pause = 0, every }: Again = {},
): Answer<Value> {
  const [told, setTold] = useState<{ question: unknown; value: Value } | null>(null)
  const [failure, setFailure] = useState<Failure | null>(null)
  const begin = useLatest()
  const asked = useRef<boolean>(false)
  const timer = useRef<number>(undefined)
  // biome-ignore lint/correctness/useExhaustiveDependencies: `ask` is new at each render; `question` and `again` say when it asks something else
  const read = useCallback(async () => {
    const isLatest = begin()
    window.clearTimeout(timer.current)
    const answer = await ask?.()
    if (!answer || !isLatest()) return
    setFailure(answer.ok ? null : answer)
    if (answer.ok) setTold({ question, value: answer.value })
    if (every !== undefined) timer.current = window.setTimeout(read, every)
  }, [question, again])
  useEffect(() => {
    timer.current = window.setTimeout(read, asked.current ? pause : 0)
    asked.current = true
    return () => {
      window.clearTimeout(timer.current)
      begin()
    }
  }, [read, pause, begin])
  return {
    value: told !== null && told.question === question ? told.value : null,
    failure,
    read,
    put: value => setTold({ question, value }),
  }
}
