import { useTranslation } from 'react-i18next'
import { readAmount } from '../../../shared/amount'
import { expectedCash } from '../../../shared/day/cash-up'
import type { CurrencyDay } from '../../../shared/day/report'
import { amountText } from '../../sale-status/payment-text'
import { countCash, setFloat, useCashUpDraft } from '../../stores/cash-up-store'
import { typedText } from '../../typing/typed-text'
import { classNames } from '../../ui/class-names'
import { Field } from '../../ui/field'
import { Icon } from '../../ui/icons/icon'
import layout from '../../ui/layout.module.css'
import styles from './cash-up-screen.module.css'
import { DrawerTable } from './drawer'

/** Optional: what was counted in the drawer, where cash came into it or went out of it. */
export function CountedCash({ currencies }: { currencies: readonly CurrencyDay[] }) {
  const { t } = useTranslation()
  const days = withCash(currencies)
  if (days.length === 0) return null
  return (
    <section
      className={classNames(layout.stack3, styles.section)}
      aria-label={t('day.drawer.title')}
    >
      {days.map(day => (
        <Count key={day.currency} day={day} />
      ))}
    </section>
  )
}

function Count({ day }: { day: CurrencyDay }) {
  const { t } = useTranslation()
  const { currency } = day
  const { counted, float, expected, typed } = useDrawer(day)
  const bad = t('day.closing.cashBad', { currency })
  return (
    <div className={styles.cash}>
      {/* Said when the period began: then it is corrected on Day, where it goes on record. */}
      {day.drawer.float === null && (
        <Field
          label={t('day.closing.float', { currency })}
          aside={t('app.optional')}
          inputMode="numeric"
          value={typed.float}
          maxLength={24}
          error={float === 'bad' ? bad : null}
          onChange={event => setFloat(currency, typedText(event))}
        />
      )}
      <Field
        label={t('day.closing.countedCash', { currency })}
        aside={t('app.optional')}
        inputMode="numeric"
        value={typed.counted}
        maxLength={24}
        error={counted === 'bad' ? bad : null}
        onChange={event => countCash(currency, typedText(event))}
      />
      <DrawerTable day={withFloat(day, float)} />
      {expected < 0 && <p>{t('day.closing.floatFirst')}</p>}
    </div>
  )
}

/** What the count came to, for next to the button that closes: the field may have been scrolled away. */
export function CashDifferences({ currencies }: { currencies: readonly CurrencyDay[] }) {
  return withCash(currencies).map(day => <CashDifference key={day.currency} day={day} />)
}

function CashDifference({ day }: { day: CurrencyDay }) {
  const { t } = useTranslation()
  const { currency } = day
  const { counted, float, expected } = useDrawer(day)
  if (counted === null && float !== 'bad')
    return <span>{t('day.closing.notCounted', { amount: signedAmount(currency, expected) })}</span>
  if (counted === expected)
    return (
      <span className={styles.same}>
        <Icon name="check" size="s" />
        {t('day.closing.same')}
      </span>
    )
  return (
    <span className={styles.off}>
      <Icon name="alert" size="s" />
      {counted === 'bad' || counted === null || float === 'bad'
        ? t('day.closing.cashBad', { currency })
        : t(counted < expected ? 'day.closing.less' : 'day.closing.more', {
            amount: amountText({ currency, value: Math.abs(counted - expected) }),
          })}
    </span>
  )
}

/** What was typed about one currency's drawer, and what that makes it hold. */
function useDrawer(day: CurrencyDay) {
  const typed = {
    counted: useCashUpDraft(draft => draft.counted[day.currency] ?? ''),
    float: useCashUpDraft(draft => draft.floats[day.currency] ?? ''),
  }
  const float = countedAmount(typed.float, day.currency)
  return {
    typed,
    float,
    counted: countedAmount(typed.counted, day.currency),
    expected: expectedCash(withFloat(day, float)),
  }
}

/** Where nobody said the float when the period began, what is typed here counts; what cannot be read counts as none. */
function withFloat(day: CurrencyDay, typed: ReturnType<typeof countedAmount>): CurrencyDay {
  const float = day.drawer.float ?? (typeof typed === 'number' ? typed : null)
  return { ...day, drawer: { ...day.drawer, float } }
}

function signedAmount(currency: string, value: number): string {
  return `${value < 0 ? '−' : ''}${amountText({ currency, value: Math.abs(value) })}`
}

function withCash(currencies: readonly CurrencyDay[]): readonly CurrencyDay[] {
  return currencies.filter(
    ({ blocks, refunds, drawer }) =>
      blocks.cash.sales + refunds.cash.sales > 0 ||
      drawer.float !== null ||
      drawer.paidIn + drawer.paidOut > 0,
  )
}

/** Counted cash as typed: `null` where nothing was typed, `bad` where it is no whole amount. */
export function countedAmount(typed: string, currency: string): number | null | 'bad' {
  if (typed.trim() === '') return null
  const read = readAmount(typed, currency)
  if ('value' in read) return read.value
  return read.problem === 'amount-zero' ? 0 : 'bad'
}
