import { useTranslation } from 'react-i18next'
import type { Hours } from '../../../shared/day/report'
import { type Method, methodSchema } from '../../../shared/payment/channel'
import { hourName } from '../../i18n/day'
import { BarChart, type Fill } from '../../ui/bar-chart'

const fills: Record<Method, Fill> = { mobile: 'plain', card: 'hatched', cash: 'grey' }

interface HourChartProps {
  currency: string
  hours: Hours
  weekBefore: Hours
  onHour?: ((hour: number) => void) | undefined
}

/** The money of a day by the hour in which it came: by phone, by card and in cash, and a week before as a line. */
export function HourChart({ currency, hours, weekBefore, onHour }: HourChartProps) {
  const { t } = useTranslation()
  const methods = methodSchema.options.filter(method =>
    hours.some(({ money }) => money[method].amount !== 0),
  )
  return (
    <BarChart
      title={t('day.chart.title')}
      currency={currency}
      of={t('day.chart.hour')}
      parts={methods.map(method => ({ name: t(`channel.${method}`), fill: fills[method] }))}
      bars={hoursShown([...hours, ...weekBefore]).map(hour => ({
        key: hour,
        name: String(hour).padStart(2, '0'),
        title: hourName(hour),
        values: methods.map(method => amountIn(hours, hour, [method])),
        line: amountIn(weekBefore, hour, methodSchema.options),
      }))}
      line={weekBefore.length > 0 ? t('day.chart.weekBefore') : undefined}
      onPress={onHour}
    />
  )
}

function amountIn(hours: Hours, wanted: number, methods: readonly Method[]): number {
  const money = hours.find(({ hour }) => hour === wanted)?.money
  return methods.reduce((sum, method) => sum + (money?.[method].amount ?? 0), 0)
}

interface TillHours {
  id: string
  name: string
  hours: Hours
}

const tillFills: readonly Fill[] = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth']

/** The same of several tills, a colour each: those that took most, and the others together. */
export function TillsHourChart(
  props: Omit<HourChartProps, 'onHour'> & { tills: readonly TillHours[] },
) {
  const { currency, hours, weekBefore } = props
  const { t } = useTranslation()
  const parts = partsOf(props.tills, t('meeting.title'))
  return (
    <BarChart
      title={t('day.chart.title')}
      currency={currency}
      of={t('day.chart.hour')}
      parts={parts.map(({ name }, n) => ({ name, fill: tillFills[n] ?? 'grey' }))}
      bars={hoursShown([...hours, ...weekBefore]).map(hour => ({
        key: hour,
        name: String(hour).padStart(2, '0'),
        title: hourName(hour),
        values: parts.map(({ of }) =>
          of.reduce((sum, till) => sum + amountIn(till.hours, hour, methodSchema.options), 0),
        ),
        line: amountIn(weekBefore, hour, methodSchema.options),
      }))}
      line={weekBefore.length > 0 ? t('day.chart.weekBefore') : undefined}
    />
  )
}

/** The tills of each part of a bar: one, or those that have no colour of their own. */
export function partsOf(tills: readonly TillHours[], others: string) {
  const took = ({ hours }: TillHours) =>
    hours.reduce((sum, { hour }) => sum + amountIn(hours, hour, methodSchema.options), 0)
  const sold = tills.filter(till => took(till) > 0)
  const most = [...sold].sort((one, other) => took(other) - took(one)).slice(0, tillFills.length)
  // In the order of the table below, so that a till's place is the same all day.
  const own = sold.filter(till => sold.length <= tillFills.length || most.includes(till))
  const rest = sold.filter(till => !own.includes(till))
  return [
    ...own.map(till => ({ name: till.name, of: [till] })),
    ...(rest.length > 0 ? [{ name: others, of: rest }] : []),
  ]
}

/** With fewer hours, the bars would be too wide to be read as bars. */
const fewestHours = 8

/** From the first hour with money to the last: the hours in which the shop is open. */
export function hoursShown(hours: readonly { hour: number }[]): number[] {
  const all = hours.map(({ hour }) => hour)
  const last = Math.min(23, Math.max(...all, Math.min(...all) + fewestHours - 1))
  const first = Math.min(...all, last - fewestHours + 1)
  return Array.from({ length: last - first + 1 }, (_, n) => first + n)
}
