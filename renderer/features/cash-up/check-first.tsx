import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { till } from '../../bridge/till'
import { useCall } from '../../hooks/use-call'
import { Button } from '../../ui/button'
import { Spinner } from '../../ui/loading'
import styles from './cash-up-screen.module.css'

interface Outcome {
  read: number
  unanswered: number
}

/** Asks the service about everything that is open as soon as somebody wants to close, and on request. */
export function CheckFirst() {
  const { t } = useTranslation()
  const { run, busy, failure } = useCall(() => till.sales.checkAll())
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const begun = useRef<boolean>(false)
  const check = async () => {
    setOutcome(null)
    const answer = await run()
    if (answer?.ok) setOutcome(answer.value)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the screen opens
  useEffect(() => {
    if (begun.current) return
    begun.current = true
    check()
  }, [])
  return (
    <div className={styles.check}>
      <Button busy={busy} onClick={check}>
        {t('day.closing.checkAgain')}
      </Button>
      <output>
        {busy && (
          <>
            <Spinner /> {t('day.closing.checking')}
          </>
        )}
        {outcome && t(wordsOf(outcome), { ...outcome })}
        {failure && t('day.closing.checkFailed')}
      </output>
    </div>
  )
}

function wordsOf({ read, unanswered }: Outcome) {
  if (read + unanswered === 0) return 'attention.checked.nothing'
  return unanswered === 0 ? 'attention.checked.done' : 'attention.checked.partly'
}
