import { useTranslation } from 'react-i18next'
import type { CurrencyDay } from '../../../shared/day/report'
import { Field } from '../../parts/field'
import { countCash, useCashUpDraft } from '../../state/cash-up-store'
import { amountText } from '../../words/sale-text'
import styles from './cash-up-screen.module.css'
import { countedAmount } from './counted-amount'

/** Optional: the cash that was counted for payments that were settled in cash. */
export function CountedCash({ currencies }: { currencies: readonly CurrencyDay[] }) {
  const { t } = useTranslation()
  const withCash = currencies.filter(({ blocks }) => blocks.cash.sales > 0)
  if (withCash.length === 0) return null
  return (
    <section className={styles.section}>
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
      <output>
        {t('day.closing.expected', { amount: amountText({ currency, value: expected }) })}
        {typeof counted === 'number' && (
          <>
            {' · '}
            <Difference difference={counted - expected} currency={currency} />
          </>
        )}
      </output>
    </div>
  )
}

function Difference({ difference, currency }: { difference: number; currency: string }) {
  const { t } = useTranslation()
  if (difference === 0) return t('day.closing.same')
  const amount = amountText({ currency, value: Math.abs(difference) })
  return t(difference < 0 ? 'day.closing.less' : 'day.closing.more', { amount })
}
