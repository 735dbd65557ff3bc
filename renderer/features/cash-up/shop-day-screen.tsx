import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ShopDay } from '../../../shared/shop-meeting'
import { till } from '../../bridge/till'
import { useAnswer } from '../../hooks/use-answer'
import { spanText, wrongClockText } from '../../i18n/countdown'
import { HandedOverTwice } from '../../sale-status/payment-parts'
import { typedText } from '../../typing/typed-text'
import { Answered } from '../../ui/answered'
import { CallButton } from '../../ui/call-button'
import { classNames } from '../../ui/class-names'
import { Field } from '../../ui/field'
import layout from '../../ui/layout.module.css'
import { Notice } from '../../ui/notice'
import { Page } from '../../ui/page'
import { ThreeBlocks } from './currency-day'
import { Refunds, SplitTable } from './day-tables'
import { Outcome, type PressOutcome } from './outcome'

/** So often the day is read while it is shown, ms. */
const pause = 3_000

/** What all tills of the shop took on a day, each apart and together, as it happens. */
export function ShopDayScreen() {
  const { t } = useTranslation()
  // Which day is today is the till's to say: this computer's clock may be wrong.
  const [chosen, choose] = useState<string | null>(null)
  const day = useAnswer(() => till.meeting.day({ day: chosen }), chosen, { every: pause })
  const answered = day.value?.state === 'answered' ? day.value.value : null
  return (
    <Page
      title={t('meeting.day.title')}
      back={{ text: t('day.back'), to: { name: 'day' } }}
      aside={answered && <ExportDay day={answered.day} />}
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
            <Totals day={told.value} />
          ) : (
            <Notice tone="unknown" icon="warn" title={t('live.othersNotAsked')} alert>
              <p>{t('meeting.day.away')}</p>
            </Notice>
          )
        }
      </Answered>
    </Page>
  )
}

function Totals({ day: { tills, currencies, twice } }: { day: ShopDay }) {
  const { t } = useTranslation()
  return (
    <>
      <HandedOverTwice twice={twice} />
      {tills.map(({ id, name, behindMs }) => {
        const title = wrongClockText(name, behindMs, t)
        return title && <Notice key={id} tone="unknown" icon="warn" title={title} />
      })}
      {currencies.length === 0 && <p className={layout.none}>{t('day.nothing')}</p>}
      {currencies.map(({ currency, together, refunds, tills: sold }) => (
        <section key={currency} className={layout.stack4} aria-label={currency}>
          <ThreeBlocks day={{ currency, blocks: together }} />
          <Refunds day={{ currency, refunds }} />
          <SplitTable
            title={t('meeting.day.byTill')}
            currency={currency}
            rows={sold.map(({ id, name, blocks }) => ({ key: id, name, blocks }))}
          />
        </section>
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
