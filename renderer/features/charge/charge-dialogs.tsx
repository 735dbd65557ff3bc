import { useTranslation } from 'react-i18next'
import type { Draft } from '../../../shared/payment/draft'
import { readPhoneNumber } from '../../../shared/phone'
import { PromptDialog } from '../../sale-status/prompt-dialog'
import { useSale } from '../../stores/sales-store'
import { useTill } from '../../stores/till-store'
import { show } from '../../stores/view-store'
import { Dialog } from '../../ui/dialog'
import { Money } from '../../ui/money'
import { currencyOf } from './build-draft'
import styles from './charge-screen.module.css'
import type { Charge } from './use-charge'

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
          <p>{t('charge.readBack.text')}</p>
          <p className={styles.readAmount}>
            <Money amount={{ currency: currencyOf(draft.channel, shop), value: draft.value }} />
          </p>
          <p className={styles.readPhone}>
            {readPhoneNumber(draft.phone, shop.country)?.national ?? draft.phone}
          </p>
          <p className={styles.readName}>{`${firstName} ${lastName}`}</p>
        </>
      }
      confirm={t('charge.readBack.confirm')}
      confirmFirst
      onConfirm={() => onConfirm(draft)}
    />
  )
}

/** The question about an earlier request to the number that was typed, before a new one is sent. */
export function EarlierPromptDialog({ charge }: { charge: Charge }) {
  const { busy, failure, promptAsked, leavePrompt } = charge
  const earlier = failure?.busy?.saleId ?? promptAsked?.earlier ?? ''
  return (
    <PromptDialog
      sale={useSale(earlier)}
      open={promptAsked !== null}
      busy={busy}
      // That it has to be asked is no fault.
      failure={failure?.code === 'prompt-may-be-gone' ? null : failure}
      onNoPrompt={charge.confirmNoPrompt}
      onShow={() => {
        leavePrompt()
        show({ name: 'live', saleId: earlier })
      }}
      onClose={leavePrompt}
    />
  )
}
