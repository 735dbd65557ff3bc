import { useTranslation } from 'react-i18next'
import { amountText } from '../../sale-status/sale-text'
import { useOutlook } from '../../sale-status/use-sale-facts'
import { troubleOf } from '../../sale-status/waiting'
import { type ChargeForm, useChargeForm } from '../../stores/charge-form'
import { useTill } from '../../stores/till-store'
import { readTotal } from '../../typing/amount-typing'
import { Button } from '../../ui/button'
import { EnterKey } from '../../ui/enter-key'
import { currencyOf } from './build-draft'
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
  const afterwards = pressOf(held ? null : trouble)
  return (
    <Button type="submit" variant="primary" busy={busy} className={styles.button}>
      <span>{channel === 'card' ? t('charge.showQr') : t('charge.request')}</span>
      {amount !== null && (
        <span className={styles.amount}>{amountText({ currency, value: amount })}</span>
      )}
      {afterwards && <span className={styles.amount}>{t(`charge.${afterwards}`)}</span>}
      <EnterKey />
    </Button>
  )
}

function readTotalOf({ fields, lines }: ChargeForm): number | null {
  const read = readTotal(fields.amount, lines)
  return 'value' in read ? read.value : null
}
