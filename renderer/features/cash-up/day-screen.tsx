import { useTranslation } from 'react-i18next'
import type { RunningDay } from '../../../shared/day/report'
import { formatMoment } from '../../i18n/clock-time'
import { OwnHandedOverTwice } from '../../sale-status/payment-parts'
import { useTill } from '../../stores/till-store'
import { useMay } from '../../stores/use-staff'
import { show } from '../../stores/view-store'
import { Answered } from '../../ui/answered'
import { Button } from '../../ui/button'
import { classNames } from '../../ui/class-names'
import layout from '../../ui/layout.module.css'
import { Page } from '../../ui/page'
import { CurrencyDay } from './currency-day'
import styles from './day-screen.module.css'
import { EarlierPayments } from './day-tables'
import { DrawerSection } from './drawer'
import { useDay } from './use-day'

/** What came since the last cash-up, and the way to close it. */
export function DayScreen() {
  const { t, i18n } = useTranslation()
  const day = useDay()
  const isOwner = useMay('owner')
  const allTills = useTill(({ shopDatabase }) => shopDatabase !== null) && isOwner
  return (
    <Page
      title={t('nav.day')}
      aside={
        <>
          {day.value && (
            <p className={layout.muted}>
              {day.value.since === null
                ? t('day.sinceFirst')
                : t('day.since', { time: formatMoment(day.value.since, i18n.language) })}
            </p>
          )}
          <div className={classNames(layout.wrap3, layout.end, styles.actions)}>
            {allTills && (
              <Button onClick={() => show({ name: 'shopDay' })}>{t('meeting.day.title')}</Button>
            )}
            <Button onClick={() => show({ name: 'shift' })}>{t('day.shift.title')}</Button>
            <Button onClick={() => show({ name: 'pastCashUps' })}>{t('day.past')}</Button>
            <Button variant="primary" onClick={() => show({ name: 'cashUp' })}>
              {t('day.cashUp')}
            </Button>
          </div>
        </>
      }
    >
      <OwnHandedOverTwice />
      <Answered of={day}>{report => <Running report={report} read={day.read} />}</Answered>
    </Page>
  )
}

/** The running period, with the drawer of the shop's currency. */
function Running({ report, read }: { report: RunningDay; read: () => Promise<void> }) {
  const { t } = useTranslation()
  const own = useTill(state => state.settings.shop.currency)
  const { currencies, earlier, period, weekBefore } = report
  const drawer = <DrawerSection day={report} onMoved={read} />
  return (
    <>
      {currencies.length === 0 && <p className={layout.none}>{t('day.nothing')}</p>}
      {currencies.map(currency => (
        <CurrencyDay
          key={currency.currency}
          day={currency}
          weekBefore={weekBefore.find(each => each.currency === currency.currency)?.hours}
          onHour={hour => show({ name: 'payments', list: 'all', hour: { period, hour } })}
        >
          {currency.currency === own && drawer}
        </CurrencyDay>
      ))}
      {currencies.every(({ currency }) => currency !== own) && drawer}
      <EarlierPayments payments={earlier} />
    </>
  )
}
