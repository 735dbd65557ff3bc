import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type ObjectionMeaning, objectionMeaningSchema } from '../../../shared/payment/objections'
import type { Payment } from '../../../shared/payment/payment'
import { till } from '../../bridge/till'
import { objectionMeaningKeys, objectionMeaningText } from '../../sale-status/history-text'
import { Button } from '../../ui/button'
import { CallDialog } from '../../ui/call-dialog'
import { classNames } from '../../ui/class-names'
import layout from '../../ui/layout.module.css'
import { Notice } from '../../ui/notice'
import styles from './live-payment.module.css'

/** A field of the answer that speaks against its word, by name and value; a manager says what it means (money rule 5). */
export function ObjectionNotice({ payment }: { payment: Payment }) {
  const { t } = useTranslation()
  // The field that was read, with the meaning: another answer may come while it is asked.
  const [asking, setAsking] = useState<ChosenMeaning | null>(null)
  const [first, ...others] = payment.objections
  if (first === undefined) return null
  const field = `${first.name}: ${first.value}`
  return (
    <Notice tone="unknown" icon="question" title={t('live.objection.title', { field })}>
      {others.length > 0 && (
        <p>
          {t('live.objection.others', {
            fields: others.map(({ name, value }) => `${name}: ${value}`).join(', '),
          })}
        </p>
      )}
      <div className={classNames(layout.wrap2, styles.meanings)}>
        {objectionMeaningSchema.options.map(meaning => (
          <Button
            key={meaning}
            aria-label={t('live.objection.means', { meaning: objectionMeaningText(meaning, t) })}
            onClick={() => setAsking({ ...first, meaning })}
          >
            {t(objectionMeaningKeys[meaning])}
          </Button>
        ))}
      </div>
      {asking && (
        <CallDialog
          onClose={() => setAsking(null)}
          title={t('live.objection.confirmTitle', {
            field: `${asking.name}: ${asking.value}`,
            meaning: objectionMeaningText(asking.meaning, t),
          })}
          text={t('live.objection.confirmText')}
          confirm={t(objectionMeaningKeys[asking.meaning])}
          call={() =>
            till.payments.decide({ action: 'answer-objection', paymentId: payment.id, ...asking })
          }
        />
      )}
    </Notice>
  )
}

interface ChosenMeaning {
  name: string
  value: string
  meaning: ObjectionMeaning
}
