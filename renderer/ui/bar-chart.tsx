import { scaleBand, scaleLinear } from 'd3-scale'
import { useId } from 'react'
import { groupDigits } from '../../shared/money'
import styles from './bar-chart.module.css'
import hidden from './hidden.module.css'

/** How a part of a bar is filled: told apart by its pattern as well as by its colour. */
export type Fill = 'plain' | 'hatched' | 'grey' | Series

/** A row of colours that mean nothing by themselves; every second one is hatched. */
type Series = 'first' | 'second' | 'third' | 'fourth' | 'fifth' | 'sixth'

interface Bar {
  key: number
  /** Under the bar: short. */
  name: string
  /** In the table, and to a screen reader. */
  title: string
  /** From the bottom, one for each part. Below 0 nothing is drawn. */
  values: readonly number[]
  /** Where the line is over this bar. */
  line?: number
}

interface BarChartProps {
  title: string
  currency: string
  /** What the bars are of: heads the table's first column. */
  of: string
  parts: readonly { name: string; fill: Fill }[]
  bars: readonly Bar[]
  /** What the line is of; without it there is none. */
  line?: string | undefined
  /** A press on a bar; without it nothing can be pressed. */
  onPress?: ((bar: number) => void) | undefined
  /** False where a table on the screen has the same numbers. */
  tabled?: boolean
}

/** So many letters fit side by side under the bars. */
const mostLetters = 40

/** Amounts as stacked bars: drawn for the eye, with the same numbers as a table for screen readers. */
export function BarChart(props: BarChartProps) {
  const { title, currency, parts, bars, line, onPress, tabled = true } = props
  const id = useId()
  const height = heightsOf(bars)
  const highest = bars.find(bar => sumOf(bar) === Math.max(...bars.map(sumOf)))
  const named = namedOf(bars)
  return (
    <figure className={styles.chart}>
      <figcaption className={styles.head}>
        <span>
          <b>{title}</b> <small>{currency}</small>
        </span>
        {parts.map(({ name, fill }) => (
          <span key={name} className={styles.legend}>
            <svg aria-hidden="true">
              <rect
                className={styles[fill]}
                width="100%"
                height="100%"
                fill={`url(#${id}${fill})`}
              />
            </svg>
            {name}
          </span>
        ))}
        {line !== undefined && (
          <span className={styles.legend}>
            <svg aria-hidden="true">
              <line className={styles.line} x1="0" x2="100%" y1="50%" y2="50%" />
            </svg>
            {line}
          </span>
        )}
      </figcaption>
      <div className={styles.bars}>
        <svg className={styles.defs} aria-hidden="true">
          {parts.map(({ fill }) => (
            <pattern
              key={fill}
              id={`${id}${fill}`}
              className={styles[fill]}
              width="6"
              height="6"
              patternUnits="userSpaceOnUse"
            >
              <rect className={styles.between} width="6" height="6" />
              <path className={styles.stripe} d="M-1 1L1 -1M0 6L6 0M5 7L7 5" />
            </pattern>
          ))}
        </svg>
        {bars.map((bar, n) => {
          const top = 100 - height(Math.max(0, sumOf(bar)))
          const drawn = (
            <>
              <svg aria-hidden="true">
                {stacked(bar, height).map(({ before, size }, part) => (
                  <rect
                    key={parts[part]?.name}
                    className={styles[parts[part]?.fill ?? 'plain']}
                    fill={`url(#${id}${parts[part]?.fill})`}
                    x="15%"
                    width="70%"
                    y={`${100 - before - size}%`}
                    height={`${size}%`}
                  />
                ))}
                {bar === highest && (
                  <text x="50%" y={`${top}%`} dy="-0.35em" textAnchor={anchorOf(n / bars.length)}>
                    {groupDigits(sumOf(bar))}
                  </text>
                )}
              </svg>
              <span className={styles.name} aria-hidden="true">
                {named.has(bar) ? bar.name : ''}
              </span>
            </>
          )
          const label = `${bar.title}: ${currency} ${groupDigits(sumOf(bar))}`
          return onPress && sumOf(bar) > 0 ? (
            <button key={bar.key} type="button" onClick={() => onPress(bar.key)}>
              <span className={hidden.hidden}>{label}</span>
              {drawn}
            </button>
          ) : (
            <span key={bar.key} aria-hidden="true">
              {drawn}
            </span>
          )
        })}
        {line !== undefined && (
          <svg
            className={styles.over}
            viewBox="0 0 100 100"
            preserveAspectRatio="none"
            aria-hidden="true"
          >
            <polyline className={styles.halo} points={lineOf(bars, height)} />
            <polyline className={styles.line} points={lineOf(bars, height)} />
          </svg>
        )}
      </div>
      {tabled && <BarTable {...props} />}
    </figure>
  )
}

function BarTable({ title, currency, of, parts, bars, line }: BarChartProps) {
  const names = [...parts.map(({ name }) => name), ...(line === undefined ? [] : [line])]
  return (
    <div className={hidden.hidden}>
      <table>
        <caption>
          {title} ({currency})
        </caption>
        <thead>
          <tr>
            <th scope="col">{of}</th>
            {names.map(name => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {bars.map(bar => (
            <tr key={bar.key}>
              <th scope="row">{bar.title}</th>
              {parts.map(({ name }, part) => (
                <td key={name}>{groupDigits(bar.values[part] ?? 0)}</td>
              ))}
              {line !== undefined && <td>{groupDigits(bar.line ?? 0)}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

interface RowBarProps {
  /** What it is made of, from the left. */
  parts: readonly { value: number; fill: 'plain' | 'grey' }[]
  /** What the longest bar of the table comes to. */
  most: number
}

/** A bar in a table's row, next to its numbers. */
export function RowBar({ parts, most }: RowBarProps) {
  const length = scaleLinear()
    .domain([0, Math.max(1, most)])
    .range([0, 100])
  const drawn = stacked({ values: parts.map(({ value }) => value) }, length)
  return (
    <svg className={styles.row} aria-hidden="true">
      {drawn.map(({ before, size }, part) => (
        <rect
          key={parts[part]?.fill}
          className={styles[parts[part]?.fill ?? 'plain']}
          x={`${before}%`}
          width={`${size}%`}
          height="100%"
        />
      ))}
    </svg>
  )
}

function sumOf({ values }: Pick<Bar, 'values'>): number {
  return values.reduce((sum, value) => sum + value, 0)
}

/** The height of an amount, in per cent of the space: the highest bar and the line fit into it. */
export function heightsOf(bars: readonly Pick<Bar, 'values' | 'line'>[]) {
  const most = Math.max(1, ...bars.flatMap(bar => [sumOf(bar), bar.line ?? 0]))
  return scaleLinear().domain([0, most]).range([0, 100])
}

/** The parts of a bar, each behind the one before it, in per cent. Below 0 nothing is drawn. */
export function stacked({ values }: Pick<Bar, 'values'>, height: (amount: number) => number) {
  let before = 0
  return values.map(value => {
    const part = { before, size: height(Math.max(0, value)) }
    before += part.size
    return part
  })
}

function lineOf(bars: readonly Bar[], height: (amount: number) => number): string {
  const x = scaleBand<number>()
    .domain(bars.map(({ key }) => key))
    .range([0, 100])
  return bars
    .map(({ key, line = 0 }) => `${(x(key) ?? 0) + x.bandwidth() / 2},${100 - height(line)}`)
    .join(' ')
}

/** An amount over one of the last bars, or the first, would stick out. */
function anchorOf(place: number): 'start' | 'middle' | 'end' {
  if (place < 0.1) return 'start'
  return place > 0.9 ? 'end' : 'middle'
}

/** The bars whose names are shown: the last, and each so many before it that they do not touch. */
function namedOf(bars: readonly Bar[]): Set<Bar> {
  const longest = Math.max(1, ...bars.map(({ name }) => name.length))
  const step = Math.ceil((bars.length * longest) / mostLetters)
  return new Set(bars.filter((_, n) => (bars.length - 1 - n) % step === 0))
}
