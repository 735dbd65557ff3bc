import { useTranslation } from 'react-i18next'
import type { Payment } from '../../../shared/payment/payment'
import { amountText } from '../../sale-status/sale-text'
import type { Advice, AdviceKind, SaleScreen } from '../../sale-status/screen-content'
import { usePurchase } from '../../sale-status/use-sale-facts'
import { classNames } from '../../ui/class-names'
import { Icon, type IconName } from '../../ui/icons/icon'
import layout from '../../ui/layout.module.css'
import tones from '../../ui/tones.module.css'
import styles from './advice.module.css'

const looks: Record<AdviceKind, { tone: 'brand' | 'unknown'; icon: IconName }> = {
  before: { tone: 'unknown', icon: 'warn' },
  next: { tone: 'brand', icon: 'arrowRight' },
  question: { tone: 'unknown', icon: 'person' },
  answer: { tone: 'brand', icon: 'arrowRight' },
}

interface AdviceBoxProps {
  sale: Payment
  shown: Pick<SaleScreen, 'advice' | 'sentence'>
}

/** What to do or heed, and what to say to the customer now: first what comes first. */
export function AdviceBox({ sale, shown: { advice, sentence } }: AdviceBoxProps) {
  const comesAfter = advice?.kind === 'answer'
  return (
    <div role="note" className={classNames(layout.stack2, styles.box)}>
      {advice && !comesAfter && <AdviceText sale={sale} advice={advice} />}
      <Sentence sale={sale} sentence={sentence} />
      {advice && comesAfter && <AdviceText sale={sale} advice={advice} />}
    </div>
  )
}

function AdviceText({ sale, advice: { kind, key } }: { sale: Payment; advice: Advice }) {
  const { t } = useTranslation()
  const { rest, received } = usePurchase(sale)
  const amountOf = (value: number) => amountText({ ...sale.amount, value })
  const { tone, icon } = looks[kind]
  const isQuestion = kind === 'question'
  return (
    <div className={classNames(styles.advice, tones[tone])}>
      <strong className={isQuestion ? styles.question : styles.title}>
        <Icon name={icon} size={isQuestion ? 'm' : 's'} />
        {t(`live.advice.${kind}`)}
      </strong>
      <p>{t(`live.advice.${key}`, { rest: amountOf(rest), received: amountOf(received) })}</p>
    </div>
  )
}

/**
 * The words to say aloud now, behind a speech mark. A screen reader hears them when they change, and
 * not every second: the text is the same until the next step of the wait.
 */
function Sentence({ sale, sentence }: { sale: Payment; sentence: SaleScreen['sentence'] }) {
  const { t } = useTranslation()
  return (
    <div className={styles.sentence} hidden={sentence === null}>
      <strong className={styles.title}>
        <Icon name="speech" size="m" />
        {t('live.advice.sentence')}
      </strong>
      <p className={styles.words} aria-live="polite">
        {sentence && t(`live.sentence.${sentence}`, { amount: amountText(sale.amount) })}
      </p>
    </div>
  )
}
