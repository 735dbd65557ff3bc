import { type ComponentProps, type ReactNode, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ShopFault } from '../../../shared/shop-database'
import type { ShopDay } from '../../../shared/shop-meeting'
import { till } from '../../bridge/till'
import { useAnswer } from '../../hooks/use-answer'
import { formatMoment } from '../../i18n/clock-time'
import { spanText, wrongClockText } from '../../i18n/countdown'
import { HandedOverTwice } from '../../sale-status/payment-parts'
import { amountText } from '../../sale-status/payment-text'
import { PaymentTag } from '../../sale-status/state-tag'
import { typedText } from '../../typing/typed-text'
import { Answered } from '../../ui/answered'
import { Button } from '../../ui/button'
import { CallButton } from '../../ui/call-button'
import { CallDialog } from '../../ui/call-dialog'
import { classNames } from '../../ui/class-names'
import { Field } from '../../ui/field'
import { LanguageChoice } from '../../ui/language-choice'
import layout from '../../ui/layout.module.css'
import { Notice } from '../../ui/notice'
import { Page } from '../../ui/page'
import { ThreeBlocks } from './currency-day'
import { Drawers, Refunds, SplitTable } from './day-tables'
import { DrawersNow } from './drawer'
import { TillsHourChart } from './hour-chart'
import { Outcome, type PressOutcome } from './outcome'
import styles from './shop-day-screen.module.css'

/** So often the day is read while it is shown, ms. */
const pause = 3_000

/** What all tills of the shop took on a day, each apart and together, as it happens. */
export function ShopDayScreen() {
  const { t } = useTranslation()
  return (
    <ShopDayPage
      back={{ text: t('day.back'), to: { name: 'day' } }}
      away={() => ({ title: t('live.othersNotAsked'), text: t('meeting.day.away') })}
    />
  )
}

/** The same on a computer without a till, of all shops of an owner: it is the whole window. */
export function OwnersViewScreen() {
  const { t } = useTranslation()
  const [closing, close] = useState(false)
  return (
    <main className={styles.alone}>
      <ShopDayPage
        saysMode
        away={fault => ({
          title: t(`shopDatabase.fault.${fault ?? 'unreachable'}`),
          text: t('ownersView.away'),
        })}
        aside={
          <>
            <LanguageChoice />
            <Button onClick={() => close(true)}>{t('ownersView.close')}</Button>
          </>
        }
      />
      {closing && (
        <CallDialog
          onClose={() => close(false)}
          title={t('ownersView.closeDialog')}
          text={<p>{t('ownersView.closeText')}</p>}
          confirm={t('ownersView.close')}
          call={() => till.shop.closeOwnersView()}
        />
      )}
    </main>
  )
}

interface ShopDayPageProps extends Pick<ComponentProps<typeof Page>, 'back'> {
  /** Before the export. */
  aside?: ReactNode
  /** Nothing above the page says that this is no real money. */
  saysMode?: boolean
  /** What is said where the shop database is away. */
  away: (fault: ShopFault | null) => { title: string; text: string }
}

function ShopDayPage({ back, aside, away, saysMode = false }: ShopDayPageProps) {
  const { t } = useTranslation()
  // Which day is today is the till's to say: this computer's clock may be wrong.
  const [chosen, choose] = useState<string | null>(null)
  const day = useAnswer(() => till.meeting.day({ day: chosen }), chosen, { every: pause })
  const answered = day.value?.state === 'answered' ? day.value.value : null
  return (
    <Page
      title={t('meeting.day.title')}
      {...(back && { back })}
      aside={
        <>
          {aside}
          {answered && <ExportDay day={answered.day} />}
        </>
      }
    >
      <Field
        type="date"
        label={t('meeting.day.of')}
        hint={t('meeting.day.missing')}
        value={chosen ?? answered?.day ?? ''}
        onChange={event => choose(typedText(event) || null)}
      />
      <Answered of={day} asking={t('meeting.asking')}>
        {told =>
          told.state === 'answered' ? (
            <>
              {saysMode && <Mode of={told.value.mode} />}
              <Totals day={told.value} isNow={chosen === null} />
            </>
          ) : (
            <Away {...away(told.state === 'away' ? told.fault : null)} />
          )
        }
      </Answered>
    </Page>
  )
}

function Away({ title, text }: { title: string; text: string }) {
  return (
    <Notice tone="unknown" icon="warn" title={title} alert>
      <p>{text}</p>
    </Notice>
  )
}

function Mode({ of }: { of: ShopDay['mode'] }) {
  const { t } = useTranslation()
  if (of === 'production') return null
  return <Notice tone="unknown" icon="practice" title={t(`mode.${of}`)} />
}

interface TotalsProps {
  day: ShopDay
  /** No day was chosen. */
  isNow: boolean
}

function Totals({ day, isNow }: TotalsProps) {
  const { t } = useTranslation()
  const { tills, currencies, twice, attention, drawersNow } = day
  const isOneShop = new Set(tills.map(({ shop }) => shop)).size < 2
  const nameOf = ({ name, shop }: { name: string; shop: string }) =>
    isOneShop ? name : `${name} · ${shop}`
  return (
    <>
      <HandedOverTwice twice={twice} />
      {tills.map(each => {
        const title = wrongClockText(nameOf(each), each.behindMs, t)
        return title && <Notice key={each.id} tone="unknown" icon="warn" title={title} />
      })}
      <Attention of={attention} />
      {currencies.length === 0 && <p className={layout.none}>{t('day.nothing')}</p>}
      {currencies.map(({ currency, together, refunds, hours, weekBefore, shops, tills: sold }) => (
        <section key={currency} className={layout.stack4} aria-label={currency}>
          {hours.length > 0 && (
            <TillsHourChart
              currency={currency}
              hours={hours}
              weekBefore={weekBefore}
              tills={sold.map(each => ({ ...each, name: nameOf(each) }))}
            />
          )}
          <ThreeBlocks day={{ currency, blocks: together }} />
          <Refunds day={{ currency, refunds }} />
          {!isOneShop && (
            <SplitTable
              title={t('meeting.day.byShop')}
              currency={currency}
              rows={shops.map(({ id, ...of }) => ({ key: id, ...of }))}
            />
          )}
          <SplitTable
            title={t('meeting.day.byTill')}
            currency={currency}
            rows={sold.map(each => ({ key: each.id, name: nameOf(each), blocks: each.blocks }))}
          />
          <Drawers
            currency={currency}
            tills={sold.map(each => ({ ...each, name: nameOf(each) }))}
          />
        </section>
      ))}
      {isNow &&
        [...new Set(drawersNow.map(({ currency }) => currency))].map(currency => (
          <DrawersNow
            key={currency}
            currency={currency}
            rows={drawersNow
              .filter(drawer => drawer.currency === currency)
              .map(({ till: name, shop, expected }) => ({
                ...{ key: `${shop} ${name}`, expected },
                name: nameOf({ name, shop }),
              }))}
          />
        ))}
      <ul aria-label={t('meeting.day.heard')} className={layout.stack2}>
        {/* How old what is known of a till is: a till without a network may have sold since. */}
        {tills.map(({ id, name, shop, ageMs }) => (
          <li key={id}>
            <b>{name}</b> <small>{shop}</small>{' '}
            <span className={layout.muted}>
              {t('meeting.day.age', { time: spanText(Math.max(0, ageMs) / 1000, t) })}
            </span>
          </li>
        ))}
      </ul>
    </>
  )
}

/** Payments that wait for a person at their till. */
function Attention({ of }: { of: ShopDay['attention'] }) {
  const { t, i18n } = useTranslation()
  const id = useId()
  if (of.length === 0) return null
  return (
    <section className={layout.stack2} aria-labelledby={id}>
      <h2 id={id} className={styles.heading}>
        {t('attention.count', { number: of.length })}
      </h2>
      <ul className={layout.stack2} aria-labelledby={id}>
        {of.map(({ payment, rest, till: name, shop }) => (
          <li key={`${name} ${payment.id}`} className={layout.row}>
            <b>{amountText(payment.amount)}</b>
            <PaymentTag payment={payment} />
            <span>
              {name} <small>{shop}</small>
            </span>
            <span className={layout.muted}>{formatMoment(payment.recordedAt, i18n.language)}</span>
            {rest > 0 && (
              <span>
                {t('live.advice.partTaken', {
                  rest: amountText({ ...payment.amount, value: rest }),
                })}
              </span>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

function ExportDay({ day }: { day: string }) {
  const { t } = useTranslation()
  const [outcome, setOutcome] = useState<PressOutcome | null>(null)
  const save = () => {
    setOutcome(null)
    return till.meeting.exportDay({ day })
  }
  return (
    <>
      <div className={classNames(layout.wrap2, layout.end)}>
        <CallButton
          call={save}
          onDone={written => setOutcome(written.state === 'answered' ? written.value : 'notAsked')}
        >
          {t('day.saveCsv')}
        </CallButton>
      </div>
      <Outcome outcome={outcome} />
    </>
  )
}
