import { useTranslation } from 'react-i18next'
import { amountText } from '../../sale-status/sale-text'
import { useOutlook } from '../../sale-status/use-sale-facts'
import { troubleOf } from '../../sale-status/waiting'
import { type ChargeForm, totalOf, useChargeForm } from '../../stores/charge-form'
import { useTill } from '../../stores/till-store'
import { Button } from '../../ui/button'
import { EnterKey } from '../../ui/enter-key'
import { buildCashDraft, currencyOf } from './build-draft'
import styles from './charge-screen.module.css'
import { useNumberHolder } from './number-holder'
import { pressOf } from './press'

/** The screen's one primary action, with the amount in it: what is pressed is what is charged. */
export function ChargeButton({ busy }: { busy: boolean }) {
  const { t } = useTranslation()
  const channel = useChargeForm(form => form.channel)
  const amount = useChargeForm(readTotalOf)
  const currency = useTill(state => currencyOf(channel, state.settings.shop))
  const trouble = troubleOf(useOutlook())
  // Of a number that is not free nothing is recorded, for later or at all.
  const held = useNumberHolder() !== null
  const afterwards = pressOf(held || channel === 'cash' ? null : trouble)
  const part = useChargeForm(partOf)
  return (
    <Button type="submit" variant="primary" busy={busy} className={styles.button}>
      <span>{t(`charge.${part === null ? words[channel] : 'cashPart'}`)}</span>
      {amount !== null && (
        <span className={styles.amount}>{amountText({ currency, value: part ?? amount })}</span>
      )}
      {afterwards && <span className={styles.amount}>{t(`charge.${afterwards}`)}</span>}
      <EnterKey />
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
  const read = totalOf(form)
  return 'value' in read ? read.value : null
}
