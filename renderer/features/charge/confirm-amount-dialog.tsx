import { useTranslation } from 'react-i18next'
import type { Draft } from '../../../shared/payment/draft'
import { readPhoneNumber } from '../../../shared/phone'
import { useTill } from '../../stores/till-store'
import { Dialog } from '../../ui/dialog'
import { Money } from '../../ui/money'
import { currencyOf } from './charge-currency'
import styles from './confirm-amount-dialog.module.css'

interface ReadBackDialogProps {
  /** The sale to be read back, or null while there is none. */
  draft: Draft | null
  onClose: () => void
  onConfirm: (draft: Draft) => void
}

/** A large amount is read to the customer before anything is sent. Nothing typed is lost by going back. */
export function ReadBackDialog({ draft, onClose, onConfirm }: ReadBackDialogProps) {
  const { t } = useTranslation()
  const shop = useTill(state => state.settings.shop)
  if (!draft) return null
  const { firstName, lastName } = draft.customer
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('charge.readBack.title')}
      text={
        <>
          <p>{t('charge.readBack.why')}</p>
          <p>{t('charge.readBack.text')}</p>
          <p className={styles.amount}>
            <Money amount={{ currency: currencyOf(draft.channel, shop), value: draft.value }} />
          </p>
          <p className={styles.phone}>
            {readPhoneNumber(draft.phone, shop.country)?.national ?? draft.phone}
          </p>
          <p className={styles.name}>{`${firstName} ${lastName}`}</p>
        </>
      }
      confirm={t('charge.readBack.confirm')}
      confirmFirst
      onConfirm={() => onConfirm(draft)}
    />
  )
}
