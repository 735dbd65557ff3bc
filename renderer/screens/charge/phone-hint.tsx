import { useTranslation } from 'react-i18next'
import { readPhoneNumber } from '../../../shared/phone'
import { networkHint } from '../../../shared/settings/charging'
import { Icon } from '../../icons/icon'
import { useTill } from '../../state/till-store'
import { knownName } from '../../words/known-name'
import { unbroken } from '../../words/sale-text'
import { useLookup } from './customer-lookup'
import styles from './phone-hint.module.css'

/** The number as the till understood it, whose it is, and the network by the owner's own list. */
export function PhoneHint({ typed }: { typed: string }) {
  const { t } = useTranslation()
  const country = useTill(state => state.settings.shop.country)
  const networks = useTill(state => state.settings.charging.networks)
  const known = useLookup(lookup => lookup.known)
  const phone = readPhoneNumber(typed, country)
  if (!phone) return <span className={styles.hint} />
  const national = unbroken(phone.national)
  const network = networkHint(phone.msisdn, networks)
  return (
    <span className={styles.hint}>
      <Icon name="check" size="s" />
      <span>
        {known ? national : t('charge.phoneUnderstood', { phone: national })}
        {network && ` · ${network}`}
        {known && (
          <>
            {' · '}
            <b>{knownName(known, t)}</b>
          </>
        )}
      </span>
    </span>
  )
}
