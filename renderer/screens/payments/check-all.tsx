import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { till } from '../../bridge/till'
import { Button } from '../../parts/button'
import { FailureNotice } from '../../parts/failure-notice'
import { useCall } from '../../state/use-call'
import styles from './to-do-list.module.css'

/** Asks the service about everything that is open or unresolved, once, and says how that went. */
export function CheckAll() {
  const { t } = useTranslation()
  const { run, busy, failure } = useCall(() => till.sales.checkAll())
  const [said, setSaid] = useState('')
  const check = async () => {
    setSaid('')
    const answer = await run()
    if (!answer?.ok) return
    const { read, unanswered } = answer.value
    const key = read + unanswered === 0 ? 'nothing' : unanswered === 0 ? 'done' : 'partly'
    setSaid(t(`toDo.checked.${key}`, { read, unanswered }))
  }
  return (
    <div className={styles.check}>
      <Button busy={busy} onClick={check}>
        {t('toDo.checkAll')}
      </Button>
      <output>{said || t('toDo.checkHint')}</output>
      {failure && <FailureNotice failure={failure} />}
    </div>
  )
}
