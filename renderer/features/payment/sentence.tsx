import { useTranslation } from 'react-i18next'
import type { Sale } from '../../../shared/payment/sale'
import { amountText } from '../../sale-status/sale-text'
import { sentenceFor } from '../../sale-status/sentence'
import { classNames } from '../../ui/class-names'
import { Icon } from '../../ui/icons/icon'
import tones from '../../ui/tones.module.css'
import styles from './sentence.module.css'
import type { LiveMoment } from './use-moment'

/**
 * The words to say aloud now, behind a speech mark. A screen reader hears them when they change, and
 * not every second: the text is the same until the next step of the wait.
 */
export function Sentence({ sale, moment }: { sale: Sale; moment: LiveMoment }) {
  const { t } = useTranslation()
  const key = sentenceFor(sale, moment)
  return (
    <div className={classNames(styles.say, tones.brand)} hidden={key === null}>
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
