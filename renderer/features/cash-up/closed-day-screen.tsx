import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CashUp } from '../../../shared/day/cash-up'
import type { Failure } from '../../../shared/ipc/result'
import { till } from '../../bridge/till'
import { useJustClosed } from '../../stores/cash-up-store'
import { show } from '../../stores/view-store'
import { Button } from '../../ui/button'
import { FailureNotice } from '../../ui/failure-notice'
import { Loading } from '../../ui/loading'
import { Notice } from '../../ui/notice'
import { Page } from '../../ui/page'
import { ClosingPaper } from './cash-up-page'
import { ClosedDayActions } from './closed-day-actions'

/** A closed period exactly as it was, and what can be made of it. */
export function ClosedDayScreen({ number }: { number: number }) {
  const { t } = useTranslation()
  const justClosed = useJustClosed(closed => closed.number === number)
  const { cashUp, failure } = useCashUp(number)
  return (
    <Page
      title={t('day.number', { number })}
      back={
        <Button look="quiet" icon="arrowLeft" onClick={() => show({ name: 'pastCashUps' })}>
          {t('day.past')}
        </Button>
      }
      beside={cashUp && <ClosedDayActions number={number} />}
    >
      {justClosed && <Notice tone="paid" icon="check" title={t('day.justClosed')} />}
      {failure && <FailureNotice failure={failure} />}
      {cashUp ? <ClosingPaper cashUp={cashUp} /> : !failure && <Loading text={t('day.loading')} />}
    </Page>
  )
}

function useCashUp(number: number): { cashUp: CashUp | null; failure: Failure | null } {
  const [cashUp, setCashUp] = useState<CashUp | null>(null)
  const [failure, setFailure] = useState<Failure | null>(null)
  useEffect(() => {
    let left = false
    till.day.find({ number }).then(answer => {
      if (left) return
      if (answer.ok) setCashUp(answer.value)
      else setFailure(answer)
    })
    return () => {
      left = true
    }
  }, [number])
  return { cashUp, failure }
}
