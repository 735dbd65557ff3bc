import { useTranslation } from 'react-i18next'
import type { Sale } from '../../../shared/payment/sale'
import { Icon } from '../../icons/icon'
import type { IconName } from '../../icons/icon-name'
import { classNames } from '../../parts/class-names'
import tones from '../../parts/tones.module.css'
import { type AdviceKind, adviceFor } from '../../words/advice'
import styles from './advice-box.module.css'
import { Sentence } from './sentence'
import type { LiveMoment } from './use-moment'

const looks: Record<Exclude<AdviceKind, 'say'>, { tone: 'brand' | 'unknown'; icon: IconName }> = {
  before: { tone: 'unknown', icon: 'warn' },
  next: { tone: 'brand', icon: 'arrowRight' },
  question: { tone: 'unknown', icon: 'person' },
}

/** What to say to the customer now, and what to do or heed. */
export function AdviceBox({ sale, moment }: { sale: Sale; moment: LiveMoment }) {
  return (
    <div role="note" className={styles.box}>
      <Sentence sale={sale} moment={moment} />
      <Advice sale={sale} moment={moment} />
    </div>
  )
}

function Advice({ sale, moment }: { sale: Sale; moment: LiveMoment }) {
  const { t } = useTranslation()
  const advice = adviceFor(sale, moment)
  if (advice.kind === 'say') return null
  const { tone, icon } = looks[advice.kind]
  const isQuestion = advice.kind === 'question'
  return (
    <div className={classNames(styles.advice, tones[tone])}>
      <strong className={isQuestion ? styles.question : styles.title}>
        <Icon name={icon} size={isQuestion ? 'm' : 's'} />
        {t(`live.advice.${advice.kind}`)}
      </strong>
      <p>{t(`live.advice.${advice.key}`)}</p>
    </div>
  )
}
