import { useTranslation } from 'react-i18next'
import type { Sale } from '../../../shared/payment/sale'
import { Icon } from '../../icons/icon'
import type { IconName } from '../../icons/icon-name'
import { classNames } from '../../parts/class-names'
import tones from '../../parts/tones.module.css'
import { type AdviceKind, adviceFor } from '../../words/advice'
import type { Moment } from '../../words/meaning'
import { amountText } from '../../words/sale-text'
import styles from './advice-box.module.css'

const looks: Record<AdviceKind, { tone: 'brand' | 'unknown'; icon: IconName }> = {
  say: { tone: 'brand', icon: 'speech' },
  before: { tone: 'unknown', icon: 'warn' },
  next: { tone: 'brand', icon: 'arrowRight' },
  question: { tone: 'unknown', icon: 'person' },
}

/** What to tell the customer now, or what to do next. */
export function AdviceBox({ sale, moment }: { sale: Sale; moment: Moment }) {
  const { t } = useTranslation()
  const { kind, key } = adviceFor(sale, moment)
  const { tone, icon } = looks[kind]
  return (
    <div role="note" className={classNames(styles.advice, tones[tone])}>
      <strong className={kind === 'question' ? styles.question : styles.title}>
        <Icon name={icon} size={kind === 'question' ? 'm' : 's'} />
        {t(`live.advice.${kind}`)}
      </strong>
      <p>{t(`live.advice.${key}`, { amount: amountText(sale.amount) })}</p>
    </div>
  )
}
