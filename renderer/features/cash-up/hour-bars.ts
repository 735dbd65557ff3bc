import { scaleBand, scaleLinear } from 'd3-scale'
import type { CurrencyDay } from '../../../shared/day/report'

/** Where the drawing has space for bars. */
export interface Plot {
  left: number
  right: number
  top: number
  bottom: number
}

/** A shop's usual hours: shown also where nothing was sold in them. */
const opens = 8
const closes = 17
/** So many names of hours fit side by side. */
const mostNames = 12

/** The bars of a day: from the first hour that has money to the last, and at least a working day. */
export function hourBars(hours: CurrencyDay['hours'], plot: Plot) {
  const first = Math.min(opens, ...hours.map(({ hour }) => hour))
  const last = Math.max(closes, ...hours.map(({ hour }) => hour))
  const all = Array.from({ length: last - first + 1 }, (_, index) => first + index)
  const x = scaleBand<number>().domain(all).range([plot.left, plot.right]).padding(0.25)
  const most = Math.max(1, ...hours.map(({ tally }) => tally.amount))
  const y = scaleLinear().domain([0, most]).nice(3).range([plot.bottom, plot.top])
  const step = Math.ceil(all.length / mostNames)
  const middle = (hour: number) => (x(hour) ?? 0) + x.bandwidth() / 2
  return {
    bars: hours.map(({ hour, tally }) => ({
      hour,
      x: x(hour) ?? 0,
      y: y(tally.amount),
      width: x.bandwidth(),
      height: plot.bottom - y(tally.amount),
    })),
    /** Hours to be named under the bars, and amounts to be named next to them. */
    hours: all.filter((_, index) => index % step === 0).map(hour => ({ hour, x: middle(hour) })),
    amounts: y
      .ticks(3)
      .filter(Number.isInteger)
      .map(amount => ({ amount, y: y(amount) })),
  }
}
