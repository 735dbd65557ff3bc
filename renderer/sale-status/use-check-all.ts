import { useState } from 'react'
import type { ValueOf } from '../../shared/ipc/contract'
import { till } from '../bridge/till'
import { useCall } from '../hooks/use-call'

type Checked = ValueOf<'payments', 'checkAll'>

/** Asks the service about everything that is open or unresolved. */
export function useCheckAll() {
  const [checked, setChecked] = useState<Checked | null>(null)
  const { run, busy, failure } = useCall(() => till.payments.checkAll(), setChecked)
  const check = () => {
    setChecked(null)
    run()
  }
  /** What came of it: which words, and what goes into them. */
  const outcome = checked && ({ ...checked, key: keyOf(checked) } as const)
  return { check, busy, outcome, failure }
}

function keyOf({ read, unanswered }: Checked) {
  if (read + unanswered === 0) return 'attention.checked.nothing'
  return unanswered === 0 ? 'attention.checked.done' : 'attention.checked.partly'
}
