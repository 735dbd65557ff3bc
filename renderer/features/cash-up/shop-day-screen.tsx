import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ShopDay } from '../../../shared/shop-meeting'
import { till } from '../../bridge/till'
import { useAnswer } from '../../hooks/use-answer'
import { useNow } from '../../hooks/use-now'
import { spanText } from '../../i18n/countdown'
import { HandedOverTwice } from '../../sale-status/payment-parts'
import { Answered } from '../../ui/answered'
import { CallButton } from '../../ui/call-button'
import { classNames } from '../../ui/class-names'
import layout from '../../ui/layout.module.css'
import { Notice } from '../../ui/notice'
import { Page } from '../../ui/page'
import { ThreeBlocks } from './currency-day'
import { Refunds, SplitTable } from './day-tables'
import { Outcome, type PressOutcome } from './outcome'

/** So often the day is read while it is shown, ms. */
const pause = 3_000

/** What all tills of the shop took since midnight, each apart and together, as it happens. */
export function ShopDayScreen() {
  const { t } = useTranslation()
  const from = new Date(useNow()).setHours(0, 0, 0, 0)
  const day = useAnswer(() => till.meeting.day({ from }), from, { every: pause })
  return (
    <Page
      title={t('meeting.day.title')}
      back={{ text: t('day.back'), to: { name: 'day' } }}
      aside={day.value?.state === 'answered' && <ExportDay from={from} />}
    >
      <p className={layout.muted}>{t('meeting.day.since')}</p>
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

function ExportDay({ from }: { from: number }) {
  const { t } = useTranslation()
  const [outcome, setOutcome] = useState<PressOutcome | null>(null)
  const save = () => {
    setOutcome(null)
    return till.meeting.exportDay({ from })
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
