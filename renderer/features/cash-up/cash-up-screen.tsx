import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import type { DayReport } from '../../../shared/day/report'
import { draftFor } from '../../stores/cash-up-store'
import { show } from '../../stores/view-store'
import { Button } from '../../ui/button'
import { FailureNotice } from '../../ui/failure-notice'
import { Loading } from '../../ui/loading'
import { Page } from '../../ui/page'
import styles from './cash-up-screen.module.css'
import { CheckFirst } from './check-first'
import { CloseBar } from './close-bar'
import { CountedCash } from './counted-cash'
import { OpenList } from './open-list'
import { useDay } from './use-day'

/** Closing the running period: ask the service, settle or sign off what is open, count the cash, close. */
export function CashUpScreen() {
  const { t } = useTranslation()
  const { report, failure, read } = useDay()
  return (
    <Page
      title={t('day.closing.title')}
      back={
        <Button look="quiet" icon="arrowLeft" onClick={() => show({ name: 'day' })}>
          {t('day.back')}
        </Button>
      }
      scrolls={false}
    >
      {failure && <FailureNotice failure={failure} />}
      {report && <Steps report={report} read={read} />}
      {!report && !failure && <Loading text={t('day.loading')} />}
    </Page>
  )
}

function Steps({ report, read }: { report: DayReport; read: () => Promise<void> }) {
  const { t } = useTranslation()
  const { period } = report
  useEffect(() => draftFor(period), [period])
  return (
    <>
      <div className={styles.steps}>
        <p className={styles.lead}>{t('day.closing.lead')}</p>
        <OpenList sales={report.open} beside={<CheckFirst />} />
        <CountedCash currencies={report.currencies} />
      </div>
      <CloseBar report={report} read={read} />
    </>
  )
}
