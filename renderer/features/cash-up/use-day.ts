import { useCallback, useEffect, useRef, useState } from 'react'
import type { DayReport } from '../../../shared/day/report'
import type { Failure } from '../../../shared/ipc/result'
import { till } from '../../bridge/till'
import { useLatest } from '../../hooks/use-latest'
import { useSales } from '../../stores/sales-store'

interface Day {
  /** The running period; null until the first answer. */
  report: DayReport | null
  failure: Failure | null
  read: () => Promise<void>
}

/** So long a burst of changes may go on before the day is read again, ms. */
const pause = 300

/** The running period, read again whenever a sale changes. */
export function useDay(): Day {
  const [report, setReport] = useState<DayReport | null>(null)
  const [failure, setFailure] = useState<Failure | null>(null)
  const byId = useSales(store => store.byId)
  const begin = useLatest()
  const first = useRef<boolean>(true)

  const read = useCallback(async () => {
    const isLatest = begin()
    const answer = await till.day.report()
    // A slower answer to an earlier question.
    if (!isLatest()) return
    setFailure(answer.ok ? null : answer)
    if (answer.ok) setReport(answer.value)
  }, [begin])

  // biome-ignore lint/correctness/useExhaustiveDependencies: every change of a sale is a change of the day
  useEffect(() => {
    const timer = setTimeout(read, first.current ? 0 : pause)
    first.current = false
    return () => clearTimeout(timer)
  }, [byId, read])

  return { report, failure, read }
}
