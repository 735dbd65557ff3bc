import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { DayReport } from '../../../shared/day/report'
import { useCheckAll } from '../../sale-status/use-check-all'
import { draftFor } from '../../stores/cash-up-store'
import { Button } from '../../ui/button'
import { classNames } from '../../ui/class-names'
import { FailureNotice } from '../../ui/failure-notice'
import layout from '../../ui/layout.module.css'
import { Loading, Spinner } from '../../ui/loading'
import { Page } from '../../ui/page'
import styles from './cash-up-screen.module.css'
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
      back={{ text: t('day.back'), to: { name: 'day' } }}
      scrolls={false}
    >
      {failure && <FailureNotice failure={failure} />}
      {report && <Steps report={report} read={read} />}
      {!report && !failure && <Loading text={t('app.reading')} />}
    </Page>
  )
}

function Steps({ report, read }: { report: DayReport; read: () => Promise<void> }) {
  const { t } = useTranslation()
  const { period } = report
  useEffect(() => draftFor(period), [period])
  return (
    <>
      <div className={classNames(layout.scrolls, styles.steps)}>
        <p className={layout.muted}>{t('day.closing.lead')}</p>
        <OpenList sales={report.open} aside={<CheckFirst />} />
        <CountedCash currencies={report.currencies} />
      </div>
      <CloseBar report={report} read={read} />
    </>
  )
}

/** Asks the service about everything that is open as soon as somebody wants to close, and on request. */
function CheckFirst() {
  const { t } = useTranslation()
  const { check, busy, outcome, failure } = useCheckAll()
  const begun = useRef<boolean>(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the screen opens
  useEffect(() => {
    if (begun.current) return
    begun.current = true
    check()
  }, [])
  return (
    <div className={layout.row}>
      <Button busy={busy} onClick={check}>
        {t('day.closing.checkAgain')}
      </Button>
      <output>
        {busy && (
          <>
            <Spinner /> {t('day.closing.checking')}
          </>
        )}
        {outcome && t(outcome.key, { ...outcome })}
        {failure && t('day.closing.checkFailed')}
      </output>
    </div>
  )
}
