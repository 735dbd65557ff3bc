import { useTranslation } from 'react-i18next'
import type { CurrencyDay } from '../../../shared/day/report'
import { amountText } from '../../sale-status/sale-text'
import { countCash, useCashUpDraft } from '../../stores/cash-up-store'
import { classNames } from '../../ui/class-names'
import { Field } from '../../ui/field'
import { Icon } from '../../ui/icons/icon'
import layout from '../../ui/layout.module.css'
import styles from './cash-up-screen.module.css'
import { countedAmount } from './counted-amount'

/** Optional: the cash that was counted for payments that were settled in cash. */
export function CountedCash({ currencies }: { currencies: readonly CurrencyDay[] }) {
  const { t } = useTranslation()
  const withCash = settledInCash(currencies)
  if (withCash.length === 0) return null
  return (
    <section className={classNames(layout.stack3, styles.section)}>
      <h2>{t('day.closing.cashTitle')}</h2>
      {withCash.map(({ currency, blocks }) => (
        <Count key={currency} currency={currency} expected={blocks.cash.amount} />
      ))}
    </section>
  )
}

function Count({ currency, expected }: { currency: string; expected: number }) {
  const { t } = useTranslation()
  const typed = useCashUpDraft(draft => draft.counted[currency] ?? '')
  const counted = countedAmount(typed)
  return (
    <div className={styles.cash}>
      <Field
        label={t('day.closing.countedCash', { currency })}
        aside={t('app.optional')}
        inputMode="numeric"
        value={typed}
        maxLength={24}
        error={counted === 'bad' ? t('day.closing.cashBad', { currency }) : null}
        onChange={event => countCash(currency, event.target.value)}
      />
      <p>{t('day.closing.expected', { amount: amountText({ currency, value: expected }) })}</p>
    </div>
  )
}

/** What the count came to, for next to the button that closes: the field may have been scrolled away. */
export function CashSaid({ currencies }: { currencies: readonly CurrencyDay[] }) {
  return settledInCash(currencies).map(({ currency, blocks }) => (
    <Said key={currency} currency={currency} expected={blocks.cash.amount} />
  ))
}

function Said({ currency, expected }: { currency: string; expected: number }) {
  const { t } = useTranslation()
  const typed = useCashUpDraft(draft => draft.counted[currency] ?? '')
  const counted = countedAmount(typed)
  if (counted === null)
    return (
      <span>
        {t('day.closing.notCounted', { amount: amountText({ currency, value: expected }) })}
      </span>
    )
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
      {counted === 'bad'
        ? t('day.closing.cashBad', { currency })
        : t(counted < expected ? 'day.closing.less' : 'day.closing.more', {
            amount: amountText({ currency, value: Math.abs(counted - expected) }),
          })}
    </span>
  )
}

function settledInCash(currencies: readonly CurrencyDay[]): readonly CurrencyDay[] {
  return currencies.filter(({ blocks }) => blocks.cash.sales > 0)
}
