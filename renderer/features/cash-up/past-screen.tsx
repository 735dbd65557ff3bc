import { useCallback, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CashUpSummary } from '../../../shared/day/cash-up'
import type { Failure } from '../../../shared/ipc/result'
import { till } from '../../bridge/till'
import { formatMoment } from '../../i18n/day'
import { amountText } from '../../sale-status/sale-text'
import { show } from '../../stores/view-store'
import { Button } from '../../ui/button'
import { FailureNotice } from '../../ui/failure-notice'
import { Icon } from '../../ui/icons/icon'
import layout from '../../ui/layout.module.css'
import { Loading } from '../../ui/loading'
import { Page } from '../../ui/page'
import styles from './past-screen.module.css'

/** The days that were closed, newest first; each opens as it was. */
export function PastScreen() {
  const { t } = useTranslation()
  const { cashUps, more, loading, failure, showMore } = usePast()
  return (
    <Page title={t('day.past')} back={{ text: t('day.back'), to: { name: 'day' } }}>
      {failure && <FailureNotice failure={failure} />}
      {loading && cashUps.length === 0 && <Loading text={t('app.reading')} />}
      {!loading && !failure && cashUps.length === 0 && (
        <p className={layout.none}>{t('day.pastNone')}</p>
      )}
      <ul className={layout.stack2} aria-label={t('day.past')}>
        {cashUps.map(cashUp => (
          <li key={cashUp.number}>
            <PastCashUp cashUp={cashUp} />
          </li>
        ))}
      </ul>
      {more && (
        <Button className={styles.more} busy={loading} onClick={showMore}>
          {t('app.more')}
        </Button>
      )}
    </Page>
  )
}

function PastCashUp({ cashUp }: { cashUp: CashUpSummary }) {
  const { t, i18n } = useTranslation()
  const { number, closedAt, closedBy, confirmed, signedOff } = cashUp
  const time = formatMoment(closedAt, i18n.language)
  return (
    <button
      type="button"
      className={styles.cashUp}
      onClick={() => show({ name: 'closedDay', number })}
    >
      <b>{t('day.number', { number })}</b>
      <span>
        {t('day.closed', { time })} {closedBy !== null && t('history.by', { name: closedBy })}
      </span>
      <span className={styles.money}>
        {confirmed.map(({ currency, amount, sales }) => (
          <span key={currency}>
            {amountText({ currency, value: amount })} · {t('day.count', { count: sales })}
          </span>
        ))}
      </span>
      <Icon name="arrowRight" size="s" />
      {signedOff > 0 && <strong>{t('day.leftOpen', { count: signedOff })}</strong>}
    </button>
  )
}

interface Past {
  cashUps: readonly CashUpSummary[]
  more: boolean
  loading: boolean
  failure: Failure | null
  showMore: () => void
}

/** The closed periods, a page at a time. */
function usePast(): Past {
  const [cashUps, setCashUps] = useState<readonly CashUpSummary[]>([])
  const [more, setMore] = useState(false)
  const [loading, setLoading] = useState(true)
  const [failure, setFailure] = useState<Failure | null>(null)
  const read = useCallback(async (before: number | null) => {
    setLoading(true)
    const answer = await till.day.past({ before })
    setLoading(false)
    setFailure(answer.ok ? null : answer)
    if (!answer.ok) return
    const { cashUps: found } = answer.value
    setCashUps(known => (before === null ? found : [...known, ...found]))
    setMore(answer.value.more)
  }, [])
  useEffect(() => {
    read(null)
  }, [read])
  return { cashUps, more, loading, failure, showMore: () => read(cashUps.at(-1)?.number ?? null) }
}
