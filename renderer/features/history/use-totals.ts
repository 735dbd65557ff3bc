import { useEffect, useRef, useState } from 'react'
import type { Failure, Result } from '../../../shared/ipc/result'
import { useSales } from '../../stores/sales-store'

/** A search that is being typed, and sales that change one after the other, are one question, ms. */
const pause = 250

/** What main adds up, asked for again whenever the question or a sale has changed. */
export function useTotals<Value>(
  ask: () => Promise<Result<Value>>,
  question: unknown,
): { value: Value | null; failure: Failure | null } {
  const [answer, setAnswer] = useState<{ question: unknown; result: Result<Value> } | null>(null)
  const sales = useSales(store => store.byId)
  const latest = useRef(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: `ask` asks the question, and is new each time
  useEffect(() => {
    latest.current += 1
    const turn = latest.current
    const timer = setTimeout(async () => {
      const result = await ask()
      // A slower answer to an earlier question.
      if (turn === latest.current) setAnswer({ question, result })
    }, pause)
    return () => clearTimeout(timer)
  }, [question, sales])
  // Sums of other payments are not shown beside these.
  const result = answer !== null && answer.question === question ? answer.result : null
  return {
    value: result?.ok ? result.value : null,
    failure: result?.ok === false ? result : null,
  }
}
