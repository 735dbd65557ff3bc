import { useTranslation } from 'react-i18next'
import { type ResultTone, resultOf, toneOf } from '../../shared/payment/result'
import type { Sale } from '../../shared/payment/sale'
import { Icon } from '../icons/icon'
import type { IconName } from '../icons/icon-name'
import { classNames } from '../parts/class-names'
import tones from '../parts/tones.module.css'
import { acknowledge } from '../state/unseen-store'
import { show } from '../state/view-store'
import { amountText, discreetCustomer } from '../words/sale-text'
import styles from './result-card.module.css'

const looks: Record<ResultTone, { tone: 'paid' | 'bad' | 'unknown'; icon: IconName }> = {
  paid: { tone: 'paid', icon: 'check' },
  failed: { tone: 'bad', icon: 'cross' },
  attention: { tone: 'unknown', icon: 'alert' },
}

/** How one payment ended: large, with what to press. Takes no focus and no key. */
export function ResultCard({ sale, others }: { sale: Sale; others: number }) {
  const { t } = useTranslation()
  const result = resultOf(sale)
  if (result === null) return null
  const { tone, icon } = looks[toneOf(result)]
  return (
    <section className={classNames(styles.card, tones[tone])}>
      <h2 className={styles.word}>
        <Icon name={icon} size="l" />
        {t(`result.name.${result}`)}
      </h2>
      <p className={styles.money}>{amountText(sale.amount)}</p>
      <p>
        {discreetCustomer(sale, t)}
        {others > 0 && <b className={styles.more}>{t('result.card.more', { others })}</b>}
      </p>
      <div className={styles.buttons}>
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
