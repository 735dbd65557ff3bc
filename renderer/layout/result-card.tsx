import { useTranslation } from 'react-i18next'
import { type ResultTone, resultOf, toneOf } from '../../shared/payment/result'
import type { Sale } from '../../shared/payment/sale'
import { formatMinute } from '../i18n/clock-time'
import { amountText, discreetCustomer } from '../sale-status/sale-text'
import { acknowledge } from '../stores/unseen-store'
import { show } from '../stores/view-store'
import { classNames } from '../ui/class-names'
import { Icon, type IconName } from '../ui/icons/icon'
import tones from '../ui/tones.module.css'
import { countByTone, resultTones } from './other-results'
import styles from './rail.module.css'

const toneAndIcon: Record<ResultTone, { tone: 'paid' | 'bad' | 'unknown'; icon: IconName }> = {
  paid: { tone: 'paid', icon: 'check' },
  failed: { tone: 'bad', icon: 'cross' },
  attention: { tone: 'unknown', icon: 'alert' },
}

interface ResultCardProps {
  sale: Sale
  /** What else waits to be seen. */
  others: readonly Sale[]
  /** A payment is on the screen, and it is not this one. */
  another: boolean
}

/** How one payment ended: large, with what to press. Takes no focus and no key. */
export function ResultCard({ sale, others, another }: ResultCardProps) {
  const { t } = useTranslation()
  const result = resultOf(sale)
  if (result === null) return null
  const { tone, icon } = toneAndIcon[toneOf(result)]
  return (
    <section className={classNames(styles.result, tones[tone])}>
      {another && <p className={styles.another}>{t('result.card.another')}</p>}
      <h2 className={styles.resultWord}>
        <Icon name={icon} size="l" />
        {t(`result.name.${result}`)}
      </h2>
      <p className={styles.resultMoney}>{amountText(sale.amount)}</p>
      <p>
        {discreetCustomer(sale, t)} · {formatMinute(sale.settledAt ?? sale.recordedAt)}
      </p>
      <OtherResults sales={others} />
      <div className={styles.resultButtons}>
        <button type="button" onClick={() => show({ name: 'live', saleId: sale.id })}>
          {t('result.card.show')}
        </button>
        <button type="button" onClick={() => acknowledge(sale.id)}>
          {t('result.card.seen')}
        </button>
      </div>
    </section>
  )
}

/** How many others wait, and how they ended: one that was not paid does not hide behind one that was. */
function OtherResults({ sales }: { sales: readonly Sale[] }) {
  const { t } = useTranslation()
  if (sales.length === 0) return null
  const counts = countByTone(sales)
  return (
    <ul className={styles.others}>
      {resultTones
        .filter(each => counts[each] > 0)
        .map(each => (
          <li key={each} className={classNames(styles.more, tones[toneAndIcon[each].tone])}>
            <Icon name={toneAndIcon[each].icon} size="s" />
            {t(`result.card.more.${each}`, { others: counts[each] })}
          </li>
        ))}
    </ul>
  )
}
