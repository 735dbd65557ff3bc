import { useTranslation } from 'react-i18next'
import { readPhoneNumber } from '../../../shared/phone'
import { networkHint } from '../../../shared/settings/charging'
import { displayStatusOf } from '../../sale-status/display-status'
import { amountText, knownName, unbroken } from '../../sale-status/sale-text'
import { useChargeForm } from '../../stores/charge-form'
import { useTill } from '../../stores/till-store'
import { Icon } from '../../ui/icons/icon'
import { useLookup } from './customer-lookup'
import { isSomebodyElse } from './fill-in'
import { useNumberHolder } from './number-holder'
import styles from './phone-hint.module.css'

/**
 * The number as the till understood it, whose it is, and the network by the owner's own list. A number
 * that a payment still holds is told here, before anybody presses.
 */
export function PhoneHint({ typed }: { typed: string }) {
  const { t } = useTranslation()
  const country = useTill(state => state.settings.shop.country)
  const networks = useTill(state => state.settings.charging.networks)
  const known = useLookup(lookup => lookup.known)
  const someoneElse = useChargeForm(form => isSomebodyElse(form.fields, known?.details ?? null))
  const holder = useNumberHolder()
  const phone = readPhoneNumber(typed, country)
  if (!phone) return <span className={styles.hint} />
  const national = unbroken(phone.national)
  const network = networkHint(phone.msisdn, networks)
  return (
    <span className={styles.hint} data-hint data-heed={someoneElse || holder !== null || undefined}>
      <Icon name={someoneElse || holder ? 'warn' : 'check'} size="s" />
      <span>
        {known ? national : t('charge.phoneUnderstood', { phone: national })}
        {network && ` ·\u00a0${network}`}
        {known && (
          <>
            {' ·\u00a0'}
            <b>
              {someoneElse
                ? t('charge.knownAs', { name: knownName(known, t) })
                : knownName(known, t)}
            </b>
          </>
        )}
        {holder && (
          <strong className={styles.held}>
            {t('charge.holder.open', {
              amount: amountText(holder.amount),
              state: t(`status.${displayStatusOf(holder)}`),
            })}
          </strong>
        )}
      </span>
    </span>
  )
}
