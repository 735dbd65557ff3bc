import { useTranslation } from 'react-i18next'
import { groupDigits } from '../../../shared/money'
import { leaveField, setField, totalOf, useChargeForm } from '../../stores/charge-form'
import type { Problems } from '../../stores/charge-problems'
import { readAmount } from '../../typing/amount-typing'
import { likelyNotes } from '../../typing/likely-notes'
import { classNames } from '../../ui/class-names'
import { Field } from '../../ui/field'
import layout from '../../ui/layout.module.css'
import styles from './charge-screen.module.css'

/** What the customer gives, and the change. Less than the amount is a part: the rest is paid otherwise. */
export function CashFields({ problems }: { problems: Problems }) {
  const { t } = useTranslation()
  const received = useChargeForm(form => form.fields.received)
  const total = useChargeForm(form => numberOf(totalOf(form)))
  const given = received.trim() === '' ? total : numberOf(readAmount(received))
  const problem = problems.received
  return (
    <>
      {total !== null && (
        <div className={classNames(layout.wrap2, styles.notes)}>
          {likelyNotes(total).map(note => (
            <button
              key={note}
              type="button"
              className={styles.note}
              aria-pressed={given === note}
              onClick={() => setField('received', groupDigits(note))}
            >
              {groupDigits(note)}
            </button>
          ))}
        </div>
      )}
      <Field
        name="received"
        label={t('field.received')}
        inputMode="numeric"
        maxLength={24}
        value={received}
        placeholder={total === null ? '' : groupDigits(total)}
        error={problem ? t(`charge.problems.${problem}`) : null}
        onChange={event => setField('received', event.target.value)}
        onBlur={() => leaveField('received')}
      />
      {total !== null && given !== null && given < total && (
        <p className={layout.muted}>{t('charge.restFirst')}</p>
      )}
      {total !== null && given !== null && given >= total && (
        <p className={styles.change} role="status">
          <span>{t('field.change')}</span> <b>{groupDigits(given - total)}</b>
        </p>
      )}
    </>
  )
}

function numberOf(read: ReturnType<typeof readAmount>): number | null {
  return 'value' in read ? read.value : null
}
