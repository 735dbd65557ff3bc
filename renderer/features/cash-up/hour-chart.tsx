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

/** With fewer hours, the bars would be too wide to be read as bars. */
const fewestHours = 8

/** From the first hour with money to the last: the hours in which the shop is open. */
export function hoursShown(hours: readonly { hour: number }[]): number[] {
  const all = hours.map(({ hour }) => hour)
  const last = Math.min(23, Math.max(...all, Math.min(...all) + fewestHours - 1))
  const first = Math.min(...all, last - fewestHours + 1)
  return Array.from({ length: last - first + 1 }, (_, n) => first + n)
}
