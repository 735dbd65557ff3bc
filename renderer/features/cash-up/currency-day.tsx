import { scaleBand, scaleLinear } from 'd3-scale'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { settledBlocks } from '../../../shared/day/blocks'
import type { CurrencyDay as Day, Tally } from '../../../shared/day/report'
import { groupDigits } from '../../../shared/money'
import { hourName, markKeys, marksToShow } from '../../i18n/day'
import { amountText } from '../../sale-status/payment-text'
import { classNames } from '../../ui/class-names'
import hidden from '../../ui/hidden.module.css'
import { Icon, type IconName } from '../../ui/icons/icon'
import layout from '../../ui/layout.module.css'
import type { Tone } from '../../ui/tone'
import tones from '../../ui/tones.module.css'
import styles from './currency-day.module.css'
import { Refunds, SoldTable, SplitTable, StateTable } from './day-tables'

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
      {/* A shop without staff has no cashiers to tell apart. */}
      {day.cashiers.some(({ person }) => person !== null) && (
        <SplitTable
          title={t('day.split.cashier')}
          currency={currency}
          rows={day.cashiers.map(({ person, blocks }) => ({
            key: person?.id ?? '',
            blocks,
            name: person?.name ?? t('day.split.noName'),
          }))}
        />
      )}
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

/**
 * What the service confirmed, what a person resolved, and what is not known: side by side, and never
 * added to one another. Two of a person's words are not added either: cash is in the drawer. What there is
 * none of is left out.
 */
export function ThreeBlocks({ day }: { day: Pick<Day, 'currency' | 'blocks'> }) {
  const { t } = useTranslation()
  const { currency, blocks } = day
  const resolved = settledBlocks.filter(name => blocks[name].sales > 0)
  const unknown = blocks.unknown.sales > 0
  return (
    <div className={styles.blocks}>
      <Block name="confirmed" tone="paid" icon="check">
        <Sum currency={currency} tally={blocks.confirmed} />
      </Block>
      {resolved.length > 0 && (
        <Block name="settled" tone="expired" icon="person">
          {resolved.map(name => (
            <Sum
              key={name}
              currency={currency}
              tally={blocks[name]}
              label={t(`resolvedAs.${name}`)}
            />
          ))}
        </Block>
      )}
      {unknown && (
        <Block name="unknown" tone="unknown" icon="question">
          <Sum currency={currency} tally={blocks.unknown} />
        </Block>
      )}
      {(resolved.length > 0 || unknown) && (
        <p className={classNames(layout.small, styles.never)}>{t('day.neverAdded')}</p>
      )}
    </div>
  )
}

type BlockName = 'confirmed' | 'settled' | 'unknown'

interface BlockProps {
  name: BlockName
  tone: Tone
  icon: IconName
  children: ReactNode
}

function Block({ name, tone, icon, children }: BlockProps) {
  const { t } = useTranslation()
  const title = t(`day.block.${name}`)
  return (
    <section className={classNames(styles.block, tones[tone])} aria-label={title}>
      <h2>
        <Icon name={icon} size="s" />
        {title}
      </h2>
      {children}
      <p className={styles.text}>{t(`day.blockText.${name}`)}</p>
    </section>
  )
}

function Sum({ currency, tally, label }: { currency: string; tally: Tally; label?: string }) {
  const { t } = useTranslation()
  const count = t('day.count', { count: tally.sales })
  const amount = (
    <b>
      <small>{currency}</small> {groupDigits(tally.amount)}
    </b>
  )
  if (label === undefined)
    return (
      <p className={styles.sum}>
        {amount} <span className={styles.count}>{count}</span>
      </p>
    )
  return (
    <p className={styles.part}>
      <span>{label}</span> {/* Apart: "6,000 1" could be read as one number. */}
      <span>
        {amount} <span className={styles.count}>· {count}</span>
      </span>
    </p>
  )
}

const width = 640
const height = 170
const plot = { left: 86, right: width - 4, top: 12, bottom: height - 24 }

/** Confirmed money by the hour in which it came: drawn for the eye, a table for screen readers. */
function HourChart({ day }: { day: Day }) {
  const { t } = useTranslation()
  const { bars, hours, amounts } = hourBars(day.hours, plot)
  return (
    <figure className={styles.chart}>
      <figcaption>
        {t('day.chart.title')} <small>{day.currency}</small>
      </figcaption>
      <svg viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
        {amounts.map(({ amount, y }) => (
          <g key={amount}>
            <line className={styles.grid} x1={plot.left} x2={plot.right} y1={y} y2={y} />
            <text className={styles.amount} x={plot.left - 8} y={y + 4}>
              {groupDigits(amount)}
            </text>
          </g>
        ))}
        {bars.map(({ hour, ...bar }) => (
          <rect key={hour} className={styles.bar} {...bar} rx={3} />
        ))}
        {hours.map(({ hour, x }) => (
          <text key={hour} className={styles.hour} x={x} y={height - 6}>
            {String(hour).padStart(2, '0')}
          </text>
        ))}
      </svg>
      <table className={hidden.hidden}>
        <caption>
          {t('day.chart.title')} ({day.currency})
        </caption>
        <thead>
          <tr>
            <th scope="col">{t('day.chart.hour')}</th>
            <th scope="col">{t('nav.payments')}</th>
            <th scope="col">{t('field.amount')}</th>
          </tr>
        </thead>
        <tbody>
          {day.hours.map(({ hour, tally }) => (
            <tr key={hour}>
              <th scope="row">{hourName(hour)}</th>
              <td>{tally.sales}</td>
              <td>{groupDigits(tally.amount)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </figure>
  )
}

/** Where the drawing has space for bars. */
type Plot = Record<'left' | 'right' | 'top' | 'bottom', number>

/** A shop's usual hours: shown also where nothing was sold in them. */
const opens = 8
const closes = 17
/** So many names of hours fit side by side. */
const mostNames = 12

/** The bars of a day: from the first hour that has money to the last, and at least a working day. */
export function hourBars(hours: Day['hours'], plot: Plot) {
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
