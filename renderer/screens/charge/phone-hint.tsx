import { useTranslation } from 'react-i18next'
import { readPhoneNumber } from '../../../shared/phone'
import { Icon } from '../../icons/icon'
import { useTill } from '../../state/till-store'
import styles from './phone-hint.module.css'

/** Shows the number that the till understood, once it understands one. */
export function PhoneHint({ typed }: { typed: string }) {
  const { t } = useTranslation()
  const country = useTill(state => state.settings.shop.country)
  const phone = readPhoneNumber(typed, country)
  return (
    <span className={styles.hint}>
      {phone && (
        <>
          <Icon name="check" size="s" />
          {t('charge.phoneUnderstood', { phone: phone.national })}
        </>
      )}
    </span>
  )
}
