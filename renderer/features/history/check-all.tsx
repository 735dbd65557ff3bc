import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { till } from '../../bridge/till'
import { useCall } from '../../hooks/use-call'
import { Button } from '../../ui/button'
import { FailureNotice } from '../../ui/failure-notice'
import styles from './needs-attention-list.module.css'

interface Outcome {
  read: number
  unanswered: number
}

/** Asks the service about everything that is open or unresolved, once, and says how that went. */
export function CheckAll() {
  const { t } = useTranslation()
  const { run, busy, failure } = useCall(() => till.sales.checkAll())
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const check = async () => {
    setOutcome(null)
    const answer = await run()
    if (answer?.ok) setOutcome(answer.value)
  }
  return (
    <div className={styles.check}>
      <Button busy={busy} onClick={check}>
        {t('attention.checkAll')}
      </Button>
      <output>{outcome ? t(wordsOf(outcome), { ...outcome }) : t('attention.checkHint')}</output>
      {failure && <FailureNotice failure={failure} />}
    </div>
  )
}

function wordsOf({ read, unanswered }: Outcome) {
  if (read + unanswered === 0) return 'attention.checked.nothing'
  return unanswered === 0 ? 'attention.checked.done' : 'attention.checked.partly'
}
