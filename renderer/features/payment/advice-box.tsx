import { useTranslation } from 'react-i18next'
import type { Sale } from '../../../shared/payment/sale'
import { type AdviceKind, adviceFor } from '../../sale-status/advice'
import { amountText } from '../../sale-status/sale-text'
import { sentenceFor } from '../../sale-status/sentence'
import { classNames } from '../../ui/class-names'
import { Icon, type IconName } from '../../ui/icons/icon'
import layout from '../../ui/layout.module.css'
import tones from '../../ui/tones.module.css'
import styles from './advice.module.css'
import type { LiveMoment } from './use-moment'

const looks: Record<Exclude<AdviceKind, 'say'>, { tone: 'brand' | 'unknown'; icon: IconName }> = {
  before: { tone: 'unknown', icon: 'warn' },
  next: { tone: 'brand', icon: 'arrowRight' },
  question: { tone: 'unknown', icon: 'person' },
  answer: { tone: 'brand', icon: 'arrowRight' },
}

/** What to do or heed, and what to say to the customer now: first what comes first. */
export function AdviceBox({ sale, moment }: { sale: Sale; moment: LiveMoment }) {
  const advice = adviceFor(sale, moment)
  return (
    <div role="note" className={classNames(layout.stack2, styles.box)}>
      {advice.kind !== 'say' && advice.kind !== 'answer' && (
        <Advice kind={advice.kind} text={advice.key} />
      )}
      <Sentence sale={sale} moment={moment} />
      {advice.kind === 'answer' && <Advice kind={advice.kind} text={advice.key} />}
    </div>
  )
}

type HeededAdvice = Exclude<ReturnType<typeof adviceFor>, { kind: 'say' }>

function Advice({ kind, text }: { kind: Exclude<AdviceKind, 'say'>; text: HeededAdvice['key'] }) {
  const { t } = useTranslation()
  const { tone, icon } = looks[kind]
  const isQuestion = kind === 'question'
  return (
    <div className={classNames(styles.advice, tones[tone])}>
      <strong className={isQuestion ? styles.question : styles.title}>
        <Icon name={icon} size={isQuestion ? 'm' : 's'} />
        {t(`live.advice.${kind}`)}
      </strong>
      <p>{t(`live.advice.${text}`)}</p>
    </div>
  )
}

/**
 * The words to say aloud now, behind a speech mark. A screen reader hears them when they change, and
 * not every second: the text is the same until the next step of the wait.
 */
function Sentence({ sale, moment }: { sale: Sale; moment: LiveMoment }) {
  const { t } = useTranslation()
  const key = sentenceFor(sale, moment)
  return (
    <div className={styles.say} hidden={key === null}>
      <strong className={styles.title}>
        <Icon name="speech" size="m" />
        {t('live.advice.say')}
      </strong>
      <p className={styles.words} aria-live="polite">
        {key && t(`live.say.${key}`, { amount: amountText(sale.amount) })}
      </p>
    </div>
  )
}
