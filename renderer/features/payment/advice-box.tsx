import { useTranslation } from 'react-i18next'
import type { Payment } from '../../../shared/payment/payment'
import { amountText } from '../../sale-status/payment-text'
import type { Advice, AdviceKind, PaymentScreen } from '../../sale-status/screen-content'
import { useSale } from '../../sale-status/use-payment-facts'
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
  payment: Payment
  shown: Pick<PaymentScreen, 'advice' | 'sentence'>
}

/** What to do or heed, and what to say to the customer now: first what comes first. */
export function AdviceBox({ payment, shown: { advice, sentence } }: AdviceBoxProps) {
  const comesAfter = advice?.kind === 'answer'
  return (
    <div role="note" className={classNames(layout.stack2, styles.box)}>
      {advice && !comesAfter && <AdviceText payment={payment} advice={advice} />}
      <Sentence payment={payment} sentence={sentence} />
      {advice && comesAfter && <AdviceText payment={payment} advice={advice} />}
    </div>
  )
}

function AdviceText({ payment, advice: { kind, key } }: { payment: Payment; advice: Advice }) {
  const { t } = useTranslation()
  const { rest, has } = useSale(payment)
  const amountOf = (value: number) => amountText({ ...payment.amount, value })
  const { tone, icon } = looks[kind]
  const isQuestion = kind === 'question'
  return (
    <div className={classNames(styles.advice, tones[tone])}>
      <strong className={isQuestion ? styles.question : styles.title}>
        <Icon name={icon} size={isQuestion ? 'm' : 's'} />
        {t(`live.advice.${kind}`)}
      </strong>
      <p>{t(`live.advice.${key}`, { rest: amountOf(rest), received: amountOf(has) })}</p>
    </div>
  )
}

/**
 * The words to say aloud now, behind a speech mark. A screen reader hears them when they change, and
 * not every second: the text is the same until the next step of the wait.
 */
function Sentence({
  payment,
  sentence,
}: {
  payment: Payment
  sentence: PaymentScreen['sentence']
}) {
  const { t } = useTranslation()
  return (
    <div className={styles.sentence} hidden={sentence === null}>
      <strong className={styles.title}>
        <Icon name="speech" size="m" />
        {t('live.advice.sentence')}
      </strong>
      <p className={styles.words} aria-live="polite">
        {sentence && t(`live.sentence.${sentence}`, { amount: amountText(payment.amount) })}
      </p>
    </div>
  )
}
