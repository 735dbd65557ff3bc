import type { TFunction } from 'i18next'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Amount } from '../../../shared/money'
import type { Payment } from '../../../shared/payment/payment'
import { formatMsisdn } from '../../../shared/phone'
import type { OtherTillsPayment } from '../../../shared/shop-meeting'
import { formatMinute } from '../../i18n/clock-time'
import { spanText } from '../../i18n/countdown'
import { afterwards, fullName, stateText } from '../../sale-status/payment-text'
import { typedText } from '../../typing/typed-text'
import { classNames } from '../../ui/class-names'
import { Icon } from '../../ui/icons/icon'
import layout from '../../ui/layout.module.css'
import { Money } from '../../ui/money'
import tones from '../../ui/tones.module.css'
import found from './did-it-go-through.module.css'
import styles from './other-tills.module.css'
import {
  type OtherTillsList,
  openOtherTillsPayment,
  othersIn,
  othersRowId,
  useOtherTills,
} from './use-text-search'

/** In *Did it go through?* the field has the keyboard: it moves through the rows, and opens them. */
interface Options {
  chosenId: string | undefined
  choose: (rowId: string) => void
}

/** What the other tills of the shop have of what was typed; nothing on a till in no shop of many tills. */
export function OtherTills({ list, options }: { list: OtherTillsList; options?: Options }) {
  const { t } = useTranslation()
  if (list?.state === 'alone') return null
  return (
    <section className={styles.others} aria-label={t('meeting.title')}>
      <h3>{t('meeting.title')}</h3>
      <output className={styles.note}>
        {list === null && t('meeting.asking')}
        {list?.state === 'away' && (
          <>
            <Icon name="warn" size="s" /> {t('live.othersNotAsked')}
          </>
        )}
        {list?.state === 'answered' && list.value.length === 0 && t('meeting.none')}
      </output>
      {options ? (
        <div
          id="quick-others"
          role="listbox"
          aria-label={t('meeting.title')}
          className={layout.stack2}
        >
          {othersIn(list).map(one => (
            <OtherTillsOption key={othersRowId(one)} one={one} options={options} />
          ))}
        </div>
      ) : (
        <ul className={layout.stack2}>
          {othersIn(list).map(one => (
            <li key={othersRowId(one)}>
              <button type="button" className={rowClass} onClick={() => openOtherTillsPayment(one)}>
                <OtherTillsRow one={one} />
              </button>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function OtherTillsOption({ one, options }: { one: OtherTillsPayment; options: Options }) {
  const id = othersRowId(one)
  return (
    <div
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={id === options.chosenId}
      className={rowClass}
      onPointerMove={() => options.choose(id)}
      onClick={() => openOtherTillsPayment(one)}
      onKeyDown={undefined}
    >
      <OtherTillsRow one={one} />
    </div>
  )
}

/** Never the colour of a result: what another till says is not PAID (money rule 5). */
const rowClass = classNames(found.payment, styles.row, tones.waiting)

/** A payment that can be read here and nothing else: goods are handed over at the till that took it. */
function OtherTillsRow({ one }: { one: OtherTillsPayment }) {
  const { t } = useTranslation()
  return (
    <>
      <Icon name="speech" size="s" />
      <FoundFacts
        payment={one.payment}
        amount={one.payment.amount}
        state={recordedText(one, t)}
        also={afterwards(one.payment, t)}
      />
      <span className={styles.till}>
        <small>{ageText(one, t)}</small>
      </span>
    </>
  )
}

interface FoundFactsProps {
  payment: Payment
  amount: Amount
  state: string
  /** The words after it. */
  also: readonly string[]
  isToDo?: boolean
}

/** The state of a payment, its amount, and the customer's name and last digits. */
export function FoundFacts({ payment, amount, state, also, isToDo = false }: FoundFactsProps) {
  const { t } = useTranslation()
  return (
    <>
      <span className={found.state}>
        <b>{state}</b>
        {isToDo && <small className={found.toDo}>{t('attention.title')}</small>}
        {also.map(text => (
          <small key={text}>{text}</small>
        ))}
      </span>
      <Money amount={amount} />
      <span className={found.who}>
        {payment.msisdn !== '' && (
          <b>{t('search.phoneEnds', { digits: formatMsisdn(payment.msisdn).slice(-3) })}</b>
        )}
        <small>{fullName(payment, t)}</small>
      </span>
    </>
  )
}

/** What the till that took it recorded, and when: its word, and no result. */
export function recordedText(
  { payment, till, ageMs, isReplaced }: OtherTillsPayment,
  t: TFunction,
) {
  const said = {
    till: till.name,
    state: stateText(payment, t),
    time: formatMinute(Date.now() - ageMs),
  }
  return isReplaced ? t('meeting.recordedReplaced', said) : t('meeting.recorded', said)
}

/** How old what the till said is. */
export function ageText({ ageMs }: Pick<OtherTillsPayment, 'ageMs'>, t: TFunction): string {
  if (ageMs < 5_000) return t('meeting.now')
  return t('meeting.day.age', { time: spanText(ageMs / 1000, t) })
}

/** Payments of the other tills alone, found as in *Did it go through?*. */
export function OtherTillsPayments() {
  const { t } = useTranslation()
  const [text, setText] = useState('')
  const list = useOtherTills(text, 50)
  return (
    <>
      <input
        type="search"
        className={styles.field}
        aria-label={t('search.field')}
        placeholder={t('search.field')}
        value={text}
        maxLength={100}
        autoComplete="off"
        spellCheck={false}
        onChange={event => setText(typedText(event))}
      />
      <OtherTills list={list} />
    </>
  )
}
