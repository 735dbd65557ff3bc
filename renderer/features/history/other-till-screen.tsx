import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Failure } from '../../../shared/ipc/result'
import type { FromShop, OtherTillsHistory } from '../../../shared/shop-meeting'
import { till } from '../../bridge/till'
import { customerLine } from '../../sale-status/sale-text'
import { StateTag } from '../../sale-status/state-tag'
import { classNames } from '../../ui/class-names'
import { FailureNotice } from '../../ui/failure-notice'
import layout from '../../ui/layout.module.css'
import { Loading } from '../../ui/loading'
import { Money } from '../../ui/money'
import { Notice } from '../../ui/notice'
import { Page } from '../../ui/page'
import { HistoryColumns } from './history-columns'
import styles from './history-screen.module.css'
import { ageText } from './other-tills'

interface OtherTillScreenProps {
  /** The other till's id. */
  from: string
  saleId: string
}

/** Another till's payment, to be read: it has no button, and says whose it is and how old that is. */
export function OtherTillScreen({ from, saleId }: OtherTillScreenProps) {
  const { t } = useTranslation()
  const { told, failure } = useOtherTillsHistory(from, saleId)
  const back = { text: t('history.back'), to: { name: 'payments', list: 'others' } } as const
  const shown = told?.state === 'answered' ? told.value : null
  return (
    <Page
      title={shown ? <Money amount={shown.found.sale.amount} /> : t('meeting.title')}
      back={back}
      aside={shown && <StateTag sale={shown.found.sale} />}
    >
      {failure && <FailureNotice failure={failure} />}
      {told === null && !failure && <Loading text={t('meeting.asking')} />}
      {told !== null && told.state !== 'answered' && (
        <Notice tone="unknown" icon="warn" title={t('meeting.away')} />
      )}
      {told?.state === 'answered' && told.value === null && (
        <p className={layout.none}>{t('meeting.none')}</p>
      )}
      {shown && <Shown {...shown} />}
    </Page>
  )
}

function Shown({ found, events }: OtherTillsHistory) {
  const { t } = useTranslation()
  const { sale, till: taker } = found
  return (
    <div className={classNames(styles.history, layout.stack4)}>
      <Notice tone="unknown" icon="warn" title={t('meeting.of', { till: taker.name })}>
        <p>{ageText(found, t)}</p>
        <p>{t('search.other.text')}</p>
      </Notice>
      <p className={styles.who}>{customerLine(sale, t)}</p>
      <HistoryColumns sale={sale} events={events} />
    </div>
  )
}

/** So often a payment that is shown is read again, ms. */
const pause = 2_000

function useOtherTillsHistory(from: string, saleId: string) {
  const [told, setTold] = useState<FromShop<OtherTillsHistory | null> | null>(null)
  const [failure, setFailure] = useState<Failure | null>(null)
  useEffect(() => {
    let left = false
    let timer = 0
    const read = async () => {
      const answer = await till.meeting.history({ till: from, saleId })
      if (left) return
      setFailure(answer.ok ? null : answer)
      if (answer.ok) setTold(answer.value)
      timer = window.setTimeout(read, pause)
    }
    read()
    return () => {
      left = true
      window.clearTimeout(timer)
    }
  }, [from, saleId])
  return { told, failure }
}
