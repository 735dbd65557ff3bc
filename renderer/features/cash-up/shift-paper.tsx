import { useTranslation } from 'react-i18next'
import type { ShiftReport } from '../../../shared/day/shift-report'
import { classNames } from '../../ui/class-names'
import layout from '../../ui/layout.module.css'
import { LeftOpen, PaperMode, Period } from './closing-paper'
import styles from './closing-paper.module.css'
import { CurrencyDay } from './currency-day'
import { EarlierSales } from './day-tables'

/** A shift report as a document, the same on the screen and on paper. It says that it closes nothing. */
export function ShiftPaper({ shift }: { shift: ShiftReport }) {
  const { t } = useTranslation()
  const { connection, shop, madeBy, own, report } = shift
  const name = madeBy?.name ?? ''
  return (
    <article className={classNames(layout.stack4, styles.paper)}>
      <PaperMode connection={connection} />
      <header>
        <h2>{[shop.name, shop.till, t('day.shift.title')].filter(Boolean).join(' · ')}</h2>
        <Period since={report.since} until={report.until} />
        <p>
          {own ? t('day.shift.own', { name }) : t('day.shift.everyone')}
          {!own && madeBy && ` ${t('day.shift.madeBy', { name })}`}
        </p>
        <p className={layout.small}>
          {t('day.shift.goesOn')} {t('slip.notFiscal')}
        </p>
      </header>
      {report.currencies.length === 0 && <p>{t('day.nothing')}</p>}
      {report.currencies.map(day => (
        <CurrencyDay key={day.currency} day={day} />
      ))}
      <EarlierSales sales={report.earlier} />
      <LeftOpen sales={report.open} title={t('live.stillOpen')} />
    </article>
  )
}
