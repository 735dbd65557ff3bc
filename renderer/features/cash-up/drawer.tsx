import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { readAmount } from '../../../shared/amount'
import { expectedCash } from '../../../shared/day/cash-up'
import type { DrawerEntry, DrawerKind } from '../../../shared/day/drawer'
import type { CurrencyDay, RunningDay } from '../../../shared/day/report'
import { groupDigits } from '../../../shared/money'
import { till } from '../../bridge/till'
import { formatMinute } from '../../i18n/clock-time'
import { shortestReason } from '../../sale-status/payment-dialog'
import { amountText } from '../../sale-status/payment-text'
import { useTill } from '../../stores/till-store'
import { typedText } from '../../typing/typed-text'
import { RowBar } from '../../ui/bar-chart'
import { Button } from '../../ui/button'
import { CallDialog } from '../../ui/call-dialog'
import { classNames } from '../../ui/class-names'
import { Field } from '../../ui/field'
import layout from '../../ui/layout.module.css'
import styles from './day-tables.module.css'

type DrawerDay = Pick<CurrencyDay, 'currency' | 'blocks' | 'refunds' | 'drawer'>

/** What came into the drawer, and with a minus what went out of it, in the order in which it is said. */
function movesOf({ blocks, refunds, drawer }: DrawerDay) {
  const moves = [
    ['float', drawer.float ?? 0],
    ['cash', blocks.cash.amount],
    ['paidIn', drawer.paidIn],
    ['givenBack', -refunds.cash.amount],
    ['paidOut', -drawer.paidOut],
  ] as const
  return moves.filter(([, value]) => value !== 0)
}

/** What the drawer should hold and why, as one bar and in figures. Nothing where no cash moved. */
export function DrawerTable({ day }: { day: DrawerDay }) {
  const { t } = useTranslation()
  const moves = movesOf(day)
  if (moves.length === 0) return null
  const expected = expectedCash(day)
  const most = moves.reduce((sum, [, value]) => sum + Math.max(0, value), 0)
  return (
    <table className={styles.table}>
      <caption>
        {t('day.drawer.title')} <small>{day.currency}</small>
      </caption>
      <tbody>
        {moves.map(([name, value]) => (
          <tr key={name}>
            <th scope="row">{t(`day.drawer.${name}`)}</th>
            <td>{signed(value)}</td>
          </tr>
        ))}
        <tr>
          <th scope="row">
            {t('day.paper.expected')}
            <RowBar most={most} parts={[{ value: Math.max(0, expected), fill: 'grey' }]} />
          </th>
          <td>
            <b>{signed(expected)}</b>
          </td>
        </tr>
      </tbody>
    </table>
  )
}

interface DrawersNowProps {
  currency: string
  rows: readonly { key: string; name: string; expected: number }[]
}

/** What the drawers of several tills should hold, with their floats. */
export function DrawersNow({ currency, rows }: DrawersNowProps) {
  const { t } = useTranslation()
  if (rows.length === 0) return null
  const most = Math.max(0, ...rows.map(({ expected }) => expected))
  return (
    <table className={styles.table}>
      <caption>
        {t('meeting.day.drawersNow')} <small>{currency}</small>
      </caption>
      <tbody>
        {rows.map(({ key, name, expected }) => (
          <tr key={key}>
            <th scope="row">
              {name}
              <RowBar most={most} parts={[{ value: Math.max(0, expected), fill: 'grey' }]} />
            </th>
            <td>{signed(expected)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function signed(value: number): string {
  return `${value < 0 ? '−' : ''}${groupDigits(Math.abs(value))}`
}

/** What staff put into the drawer and took out of it, each with its reason. */
function DrawerList({ entries }: { entries: readonly DrawerEntry[] }) {
  const { t } = useTranslation()
  const moved = entries.filter(({ kind }) => kind !== 'float')
  if (moved.length === 0) return null
  return (
    <ul className={layout.stack1} aria-label={t('day.drawer.list')}>
      {moved.map(({ draftId, at, kind, value, currency, reason, person }) => (
        <li key={draftId}>
          {formatMinute(at)} · {t(`day.drawer.${kind}`)} <b>{amountText({ currency, value })}</b> ·{' '}
          {reason}
          {person && ` · ${person.name}`}
        </li>
      ))}
    </ul>
  )
}

/** The drawer of the running period, and what a person does with it. */
export function DrawerSection({ day, onMoved }: { day: RunningDay; onMoved: () => Promise<void> }) {
  const { t } = useTranslation()
  const { currency } = useTill(state => state.settings.shop)
  const takesCash = useTill(state => state.settings.charging.cash)
  const [asking, setAsking] = useState<DrawerKind | null>(null)
  const own = day.currencies.find(each => each.currency === currency)
  if (!takesCash && day.drawer.length === 0) return null
  const counted = day.lastCounted.find(each => each.currency === currency)?.amount ?? null
  return (
    <section className={layout.stack2} aria-label={t('day.drawer.title')}>
      {own && <DrawerTable day={own} />}
      <DrawerList entries={day.drawer} />
      <div className={classNames(layout.wrap2)}>
        {(['float', 'pay-in', 'pay-out'] as const).map(kind => (
          <Button key={kind} onClick={() => setAsking(kind)}>
            {t(`day.drawer.${kind}`)}
          </Button>
        ))}
      </div>
      {asking && (
        <DrawerDialog
          kind={asking}
          proposed={asking === 'float' ? (own?.drawer.float ?? counted) : null}
          onClose={() => setAsking(null)}
          onDone={onMoved}
        />
      )}
    </section>
  )
}

interface DrawerDialogProps {
  kind: DrawerKind
  /** What stands in the field at first. */
  proposed: number | null
  /** Where it is not the person who asked for it: closing it is *Skip*. */
  isAsked?: boolean
  onClose: () => void
  onDone?: () => unknown
}

/** Records what the drawer begins with, or cash that is put in or taken out. */
export function DrawerDialog(props: DrawerDialogProps) {
  const { kind, proposed, isAsked = false, onClose, onDone } = props
  const { t } = useTranslation()
  const { currency } = useTill(state => state.settings.shop)
  // One id for all presses of this dialog: a second one is the first (money rule 3).
  const [draftId] = useState(() => crypto.randomUUID())
  const [typed, setTyped] = useState(proposed === null ? '' : groupDigits(proposed))
  const [reason, setReason] = useState('')
  const [pressed, setPressed] = useState(false)
  const value = amountTyped(typed, currency, kind)
  const isShort = kind !== 'float' && reason.trim().length < shortestReason
  const call = () => {
    setPressed(true)
    if (value === null || isShort) return null
    if (kind === 'float') return till.day.setFloat({ draftId, value })
    const { payIn, payOut } = till.day
    return kind === 'pay-in'
      ? payIn({ draftId, value, reason })
      : payOut({ draftId, value, reason })
  }
  return (
    <CallDialog
      onClose={onClose}
      title={t(`day.drawer.${kind}`)}
      text={<p>{t(`day.drawer.${kind}Text`)}</p>}
      confirm={t('live.giveBackDialog.confirm')}
      {...(isAsked && { cancel: t('day.drawer.skip') })}
      call={call}
      onDone={() => {
        onClose()
        onDone?.()
      }}
    >
      <Field
        label={t('live.giveBackDialog.amount', { currency })}
        inputMode="numeric"
        value={typed}
        maxLength={24}
        error={pressed && value === null ? t('day.closing.cashBad', { currency }) : null}
        onChange={event => setTyped(typedText(event))}
      />
      {kind !== 'float' && (
        <Field
          label={t('app.reason')}
          value={reason}
          maxLength={300}
          error={pressed && isShort ? t('app.reasonShort') : null}
          onChange={event => setReason(typedText(event))}
        />
      )}
    </CallDialog>
  )
}

/** A drawer may begin with nothing; what is put in or taken out is something. */
function amountTyped(typed: string, currency: string, kind: DrawerKind): number | null {
  const read = readAmount(typed, currency)
  if ('value' in read) return read.value
  return kind === 'float' && read.problem === 'amount-zero' ? 0 : null
}
