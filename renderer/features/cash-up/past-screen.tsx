import { useTranslation } from 'react-i18next'
import type { CashUpSummary } from '../../../shared/day/cash-up'
import { till } from '../../bridge/till'
import { usePages } from '../../hooks/use-pages'
import { formatMoment } from '../../i18n/clock-time'
import { amountText } from '../../sale-status/payment-text'
import { show } from '../../stores/view-store'
import { ListState, MoreButton } from '../../ui/answered'
import { Icon } from '../../ui/icons/icon'
import layout from '../../ui/layout.module.css'
import { Page } from '../../ui/page'
import styles from './past-screen.module.css'

/** The days that were closed, newest first; each opens as it was. */
export function PastScreen() {
  const { t } = useTranslation()
  const list = usePages('cashUps', (last: CashUpSummary | null) =>
    till.day.past({ before: last?.number ?? null }),
  )
  return (
    <Page title={t('day.past')} back={{ text: t('day.back'), to: { name: 'day' } }}>
      <ListState list={list} none={<p className={layout.none}>{t('day.pastNone')}</p>} />
      <ul className={layout.stack2} aria-label={t('day.past')}>
        {list.items.map(cashUp => (
          <li key={cashUp.number}>
            <PastCashUp cashUp={cashUp} />
          </li>
        ))}
      </ul>
      <MoreButton list={list} />
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
