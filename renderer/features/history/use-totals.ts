import { useEffect, useState } from 'react'
import type { Failure, Result } from '../../../shared/ipc/result'
import { useLatest } from '../../hooks/use-latest'
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
  const begin = useLatest()
  // biome-ignore lint/correctness/useExhaustiveDependencies: `ask` asks the question, and is new each time
  useEffect(() => {
    const isLatest = begin()
    const timer = setTimeout(async () => {
      const result = await ask()
      // A slower answer to an earlier question.
      if (isLatest()) setAnswer({ question, result })
    }, pause)
    return () => clearTimeout(timer)
  }, [question, sales, begin])
  // Sums of other payments are not shown next to these.
  const result = answer !== null && answer.question === question ? answer.result : null
  return {
    value: result?.ok ? result.value : null,
    failure: result?.ok === false ? result : null,
  }
}
