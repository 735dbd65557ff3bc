import { useTranslation } from 'react-i18next'
import type { CurrencyDay as Day } from '../../../shared/day/report'
import { markKeys, marksToShow } from '../../i18n/day'
import { amountText } from '../../sale-status/sale-text'
import { classNames } from '../../ui/class-names'
import { Icon } from '../../ui/icons/icon'
import layout from '../../ui/layout.module.css'
import styles from './currency-day.module.css'
import { Refunds, SoldTable, SplitTable, StateTable } from './day-tables'
import { HourChart } from './hour-chart'
import { ThreeBlocks } from './three-blocks'

/** A period of one currency, whole. */
export function CurrencyDay({ day }: { day: Day }) {
  const { t } = useTranslation()
  const { currency } = day
  return (
    <section className={layout.stack4} aria-label={currency}>
      <ThreeBlocks day={day} />
      <Refunds day={day} />
      <MarkList day={day} />
      {day.hours.length > 0 && <HourChart day={day} />}
      <SplitTable
        title={t('day.split.channel')}
        currency={currency}
        rows={day.channels.map(({ channel, blocks }) => ({
          key: channel,
          blocks,
          name: t(`channel.${channel}`),
        }))}
      />
      <SplitTable
        title={t('day.split.cashier')}
        currency={currency}
        rows={day.cashiers.map(({ person, blocks }) => ({
          key: person?.id ?? '',
          blocks,
          name: person?.name ?? t('day.split.noName'),
        }))}
      />
      <StateTable day={day} />
      <SoldTable day={day} />
    </section>
  )
}

/** What a person should check in a day, with how much it is about. */
function MarkList({ day }: { day: Day }) {
  const { t } = useTranslation()
  const marks = marksToShow(day.marks)
  if (marks.length === 0) return null
  return (
    <ul className={classNames(layout.wrap2, styles.marks)} aria-label={t('day.markTitle')}>
      {marks.map(({ name, tally }) => (
        <li key={name}>
          <Icon name={name === 'toHandOver' ? 'goods' : 'alert'} size="s" />
          <span>{t(markKeys[name])}</span>
          <b>
            {tally.sales} · {amountText({ currency: day.currency, value: tally.amount })}
          </b>
        </li>
      ))}
    </ul>
  )
}
