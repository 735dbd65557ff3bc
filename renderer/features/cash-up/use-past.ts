import { useCallback, useEffect, useState } from 'react'
import type { CashUpSummary } from '../../../shared/day/cash-up'
import type { Failure } from '../../../shared/ipc/result'
import { till } from '../../bridge/till'

interface Past {
  cashUps: readonly CashUpSummary[]
  more: boolean
  loading: boolean
  failure: Failure | null
  showMore: () => void
}

/** The closed periods, a page at a time. */
export function usePast(): Past {
  const [cashUps, setCashUps] = useState<readonly CashUpSummary[]>([])
  const [more, setMore] = useState(false)
  const [loading, setLoading] = useState(true)
  const [failure, setFailure] = useState<Failure | null>(null)
  const read = useCallback(async (before: number | null) => {
    setLoading(true)
    const answer = await till.day.past({ before })
    setLoading(false)
    setFailure(answer.ok ? null : answer)
    if (!answer.ok) return
    const { cashUps: found } = answer.value
    setCashUps(known => (before === null ? found : [...known, ...found]))
    setMore(answer.value.more)
  }, [])
  useEffect(() => {
    read(null)
  }, [read])
  return { cashUps, more, loading, failure, showMore: () => read(cashUps.at(-1)?.number ?? null) }
}
