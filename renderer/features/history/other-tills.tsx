import type { TFunction } from 'i18next'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatMsisdn } from '../../../shared/phone'
import type { OtherTillsSale } from '../../../shared/shop-meeting'
import { spanText } from '../../i18n/span-text'
import { displayStatusOf, exceptionWordOf, toneAndIcon } from '../../sale-status/display-status'
import { fullName } from '../../sale-status/sale-text'
import { StateIcon } from '../../sale-status/state-tag'
import { closeDidItGoThrough } from '../../stores/did-it-go-through-store'
import { show } from '../../stores/view-store'
import { classNames } from '../../ui/class-names'
import { Icon } from '../../ui/icons/icon'
import layout from '../../ui/layout.module.css'
import { Money } from '../../ui/money'
import tones from '../../ui/tones.module.css'
import found from './did-it-go-through.module.css'
import styles from './other-tills.module.css'
import { type OtherTillsList, othersIn, useOtherTills } from './use-other-tills'

/** What the other tills of the shop have of what was typed; nothing on a till in no shop of many tills. */
export function OtherTills({ list }: { list: OtherTillsList }) {
  const { t } = useTranslation()
  if (list?.state === 'alone') return null
  return (
    <section className={styles.others} aria-label={t('meeting.title')}>
      <h3>{t('meeting.title')}</h3>
      <output className={styles.note}>
        {list === null && t('meeting.asking')}
        {list?.state === 'away' && (
          <>
            <Icon name="warn" size="s" /> {t('meeting.away')}
          </>
        )}
        {list?.state === 'answered' && list.value.length === 0 && t('meeting.none')}
      </output>
      <ul className={layout.stack2}>
        {othersIn(list).map(one => (
          <li key={`${one.till.id} ${one.sale.id}`}>
            <OtherTillsRow one={one} />
          </li>
        ))}
      </ul>
    </section>
  )
}

/** A payment that can be read here and nothing else: goods are handed over at the till that took it. */
function OtherTillsRow({ one }: { one: OtherTillsSale }) {
  const { t } = useTranslation()
  const { sale, till } = one
  const status = displayStatusOf(sale)
  const chip = exceptionWordOf(sale)
  return (
    <button
      type="button"
      className={classNames(found.sale, styles.row, tones[toneAndIcon(status).tone])}
      onClick={() => {
        closeDidItGoThrough()
        show({ name: 'otherTill', till: till.id, saleId: sale.id })
      }}
    >
      <StateIcon status={status} />
      <span className={found.state}>
        <b>{chip ? t(`live.${chip}`) : t(`status.${status}`)}</b>
        {sale.handedOverAt !== null && <small>{t('payments.handedOver')}</small>}
        {sale.refund !== null && <small>{t('payments.refunded')}</small>}
      </span>
      <Money amount={sale.amount} />
      <span className={found.who}>
        {sale.msisdn !== '' && (
          <b>{t('search.phoneEnds', { digits: formatMsisdn(sale.msisdn).slice(-3) })}</b>
        )}
        <small>{fullName(sale, t)}</small>
      </span>
      <span className={styles.till}>
        <b>{till.name}</b>
        <small>{ageText(one, t)}</small>
      </span>
    </button>
  )
}

/** How old what the till said is. */
export function ageText({ ageMs }: Pick<OtherTillsSale, 'ageMs'>, t: TFunction): string {
  if (ageMs < 5_000) return t('meeting.now')
  return t('meeting.age', { time: spanText(ageMs / 1000, t) })
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
        onChange={event => setText(event.target.value)}
      />
      <OtherTills list={list} />
    </>
  )
}
