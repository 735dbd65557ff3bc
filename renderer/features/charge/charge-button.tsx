import { useTranslation } from 'react-i18next'
import { type AmountReading, readAmount } from '../../../shared/amount'
import { groupDigits } from '../../../shared/money'
import { amountText } from '../../sale-status/payment-text'
import { useOutlook } from '../../sale-status/use-payment-facts'
import { troubleOf } from '../../sale-status/waiting'
import {
  type ChargeForm,
  currencyOf,
  leaveField,
  paidNow,
  setField,
  totalOf,
  useChargeForm,
} from '../../stores/charge-form'
import type { Problems } from '../../stores/charge-problems'
import { useTill } from '../../stores/till-store'
import { likelyNotes } from '../../typing/amount-typing'
import { typedText } from '../../typing/typed-text'
import { Button } from '../../ui/button'
import { classNames } from '../../ui/class-names'
import { Field } from '../../ui/field'
import layout from '../../ui/layout.module.css'
import { buildCashDraft } from './build-draft'
import styles from './charge-screen.module.css'
import { pressOf } from './enter-step'
import { useNumberHolder } from './number-holder'

/** The screen's one primary action, with the amount in it: what is pressed is what is charged. */
export function ChargeButton({ busy }: { busy: boolean }) {
  const { t } = useTranslation()
  const channel = useChargeForm(form => form.channel)
  const amount = useChargeForm(form => numberOf(paidNow(form)))
  const currency = useTill(state => currencyOf(channel, state.settings.shop))
  const trouble = troubleOf(useOutlook())
  // Of a number that is not free nothing is recorded, for later or at all.
  const isNumberInUse = useNumberHolder() !== null
  const afterwards = pressOf(isNumberInUse || channel === 'cash' ? null : trouble)
  const part = useChargeForm(partOf)
  return (
    <Button type="submit" variant="primary" busy={busy} className={styles.button}>
      <span>{t(`charge.${part === null ? words[channel] : 'cashPart'}`)}</span>
      {amount !== null && (
        <span className={styles.amount}>{amountText({ currency, value: part ?? amount })}</span>
      )}
      {afterwards && <span className={styles.amount}>{t(`charge.${afterwards}`)}</span>}
    </Button>
  )
}

const words = { mobile: 'request', card: 'showQr', cash: 'cashTaken' } as const

/** Cash that is less than the amount; null where it is not. */
function partOf(form: ChargeForm): number | null {
  const draft = form.channel === 'cash' ? buildCashDraft(form) : null
  const total = readTotalOf(form)
  return draft !== null && total !== null && draft.value < total ? draft.value : null
}

function readTotalOf(form: ChargeForm): number | null {
  return numberOf(totalOf(form))
}

/** What the customer gives, and the change. Less than the amount is a part: the rest is paid otherwise. */
export function CashFields({ problems }: { problems: Problems }) {
  const { t } = useTranslation()
  const received = useChargeForm(form => form.fields.received)
  const total = useChargeForm(readTotalOf)
  const currency = useTill(state => state.settings.shop.currency)
  const given = received.trim() === '' ? total : numberOf(readAmount(received, currency))
  const problem = problems.received
  return (
    <>
      {total !== null && (
        <div className={classNames(layout.wrap2, styles.notes)}>
          {likelyNotes(total, currency).map(note => (
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
        onChange={event => setField('received', typedText(event))}
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

function numberOf(read: AmountReading | { problem: string }): number | null {
  return 'value' in read ? read.value : null
}
