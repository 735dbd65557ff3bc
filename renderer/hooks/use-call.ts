import { useCallback, useRef, useState } from 'react'
import type { Failure, Result } from '../../shared/ipc/result'

/**
 * Runs a call, one at a time: a press while one is running is answered with null. So is a press that calls
 * nothing yet (null), as something typed has to be put right first. `onDone` gets the value of a call that
 * succeeded; `failure` is what went wrong last.
 */
export function useCall<Arguments extends unknown[], Value>(
  call: (...args: Arguments) => Promise<Result<Value>> | null,
  onDone?: (value: Value) => void,
) {
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<Failure | null>(null)
  const running = useRef<boolean>(false)
  const run = async (...args: Arguments): Promise<Result<Value> | null> => {
    if (running.current) return null
    const asked = call(...args)
    if (asked === null) return null
    running.current = true
    setBusy(true)
    setFailure(null)
    const answer = await asked
    running.current = false
    setBusy(false)
    if (answer.ok) onDone?.(answer.value)
    else setFailure(answer)
    return answer
  }
  return { run, busy, failure, forget: useCallback(() => setFailure(null), []) }
}
