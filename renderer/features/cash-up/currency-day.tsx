import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { settledBlocks } from '../../../shared/day/blocks'
import type { CurrencyDay as Day, Hours, Tally } from '../../../shared/day/report'
import { groupDigits } from '../../../shared/money'
import { markKeys, marksToShow } from '../../i18n/day'
import { amountText } from '../../sale-status/payment-text'
import { classNames } from '../../ui/class-names'
import { Icon, type IconName } from '../../ui/icons/icon'
import layout from '../../ui/layout.module.css'
import type { Tone } from '../../ui/tone'
import tones from '../../ui/tones.module.css'
import styles from './currency-day.module.css'
import { Refunds, SoldTable, SplitTable, StateTable } from './day-tables'
import { DrawerTable } from './drawer'
import { HourChart } from './hour-chart'

interface CurrencyDayProps {
  day: Day
  /** The hours of the week before; empty where they are not known. */
  weekBefore?: Hours | undefined
  /** Opens the payments of an hour; on paper there is none. */
  onHour?: (hour: number) => void
  /** What is said of its drawer, where more than its figures is. */
  children?: ReactNode
}

/** A period of one currency, whole. */
export function CurrencyDay({ day, weekBefore = [], onHour, children }: CurrencyDayProps) {
  const { t } = useTranslation()
  const { currency, hours } = day
  return (
    <section className={styles.space} aria-label={currency}>
      <div className={classNames(layout.stack4, styles.day)}>
        {hours.length > 0 && (
          <HourChart currency={currency} hours={hours} weekBefore={weekBefore} onHour={onHour} />
        )}
        <ThreeBlocks day={day} />
        {children || (day.drawer.paidIn + day.drawer.paidOut > 0 && <DrawerTable day={day} />)}
        <Refunds day={day} />
        <MarkList day={day} />
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
      </div>
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
      <p className={styles.text} data-explains>
        {t(`day.blockText.${name}`)}
      </p>
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
      <p className={styles.sum} data-sum>
        {amount} <span className={styles.count}>{count}</span>
      </p>
    )
  return (
    <p className={styles.part}>
      <span>{label}</span> {/* Apart: "6,000 1" could be read as one number. */}
      <span>
        {amount}&nbsp;
        <span className={styles.text}>
          · <span className={styles.count}>{count}</span>
        </span>
      </span>
    </p>
  )
}
