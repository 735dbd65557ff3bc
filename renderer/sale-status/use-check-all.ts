import { useState } from 'react'
import type { Failure } from '../../shared/ipc/result'
import { till } from '../bridge/till'
import { useCall } from '../hooks/use-call'

interface CheckAll {
  check: () => Promise<void>
  busy: boolean
  /** What came of it: which words, and what goes into them. */
  outcome: { key: OutcomeKey; read: number; unanswered: number } | null
  failure: Failure | null
}

type OutcomeKey = `attention.checked.${'nothing' | 'done' | 'partly'}`

/** Asks the service about everything that is open or unresolved. */
export function useCheckAll(): CheckAll {
  const { run, busy, failure } = useCall(() => till.sales.checkAll())
  const [outcome, setOutcome] = useState<CheckAll['outcome']>(null)
  const check = async () => {
    setOutcome(null)
    const answer = await run()
    if (answer?.ok) setOutcome({ ...answer.value, key: keyOf(answer.value) })
  }
  return { check, busy, outcome, failure }
}

function keyOf({ read, unanswered }: { read: number; unanswered: number }): OutcomeKey {
  if (read + unanswered === 0) return 'attention.checked.nothing'
  return unanswered === 0 ? 'attention.checked.done' : 'attention.checked.partly'
}
