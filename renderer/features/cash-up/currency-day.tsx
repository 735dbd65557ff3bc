import { useTranslation } from 'react-i18next'
import type { CurrencyDay as Day } from '../../../shared/day/report'
import styles from './currency-day.module.css'
import { Refunds, SplitTable, StateTable } from './day-tables'
import { HourChart } from './hour-chart'
import { LookTwice } from './look-twice'
import { ThreeBlocks } from './three-blocks'

/** A period of one currency, whole. */
export function CurrencyDay({ day }: { day: Day }) {
  const { t } = useTranslation()
  const { currency } = day
  return (
    <section className={styles.currency} aria-label={currency}>
      <ThreeBlocks day={day} />
      <Refunds day={day} />
      <LookTwice day={day} />
      {day.hours.length > 0 && <HourChart day={day} />}
      <SplitTable
        title={t('day.split.channel')}
        currency={currency}
        rows={day.channels.map(({ channel, blocks }) => ({
          ...{ key: channel, blocks },
          name: t(`channel.${channel}`),
        }))}
      />
      <SplitTable
        title={t('day.split.cashier')}
        currency={currency}
        rows={day.cashiers.map(({ person, blocks }) => ({
          ...{ key: person?.id ?? '', blocks },
          name: person?.name ?? t('day.split.noName'),
        }))}
      />
      <StateTable day={day} />
    </section>
  )
}
