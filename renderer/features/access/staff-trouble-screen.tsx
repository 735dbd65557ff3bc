import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { StaffTrouble } from '../../../shared/ipc/till-state'
import { Button } from '../../ui/button'
import { CenteredCard } from '../../ui/centered-card'
import styles from './access.module.css'
import { ForgottenDialog } from './forgotten-dialog'
import { LockHead } from './lock-head'

/** The list of people cannot be read: no one can sign in, nothing was deleted. Says what to do next. */
export function StaffTroubleScreen({ reason }: { reason: StaffTrouble }) {
  const { t } = useTranslation()
  const [asking, setAsking] = useState(false)
  return (
    <div className={styles.window}>
      <LockHead />
      <main className={styles.space}>
        <CenteredCard icon="warn" tone="unknown" title={t('staff.trouble.title')}>
          <p>{t(`staff.trouble.what.${reason}`)}</p>
          <p>{t('staff.trouble.lead')}</p>
          <p>
            <b>{t(`staff.trouble.next.${reason}`)}</b>
          </p>
          <Button onClick={() => setAsking(true)}>{t('staff.trouble.startOver')}</Button>
        </CenteredCard>
        <ForgottenDialog open={asking} onClose={() => setAsking(false)} unreadable />
      </main>
    </div>
  )
}
