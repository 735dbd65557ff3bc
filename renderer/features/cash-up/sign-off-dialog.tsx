import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { OpenSale } from '../../../shared/day/report'
import { signOff, useCashUpDraft } from '../../stores/cash-up-store'
import { Dialog } from '../../ui/dialog'
import { Field } from '../../ui/field'
import styles from './cash-up-screen.module.css'
import { OpenSaleFacts } from './open-sale-facts'

interface SignOffDialogProps {
  /** None: the dialog is closed. */
  sales: readonly OpenSale[]
  onClose: () => void
}

/** Asks why payments may stay open over the cash-up. */
export function SignOffDialog({ sales, onClose }: SignOffDialogProps) {
  return sales.length > 0 ? <Asked sales={sales} onClose={onClose} /> : null
}

function Asked({ sales, onClose }: SignOffDialogProps) {
  const { t } = useTranslation()
  const saleIds = sales.map(({ saleId }) => saleId)
  const [first] = sales
  const before = useCashUpDraft(draft => draft.reasons[first?.saleId ?? ''] ?? '')
  const [reason, setReason] = useState(before)
  const [pressed, setPressed] = useState(false)
  const short = reason.trim().length < 3
  const confirm = () => {
    setPressed(true)
    if (short) return
    signOff(saleIds, reason.trim())
    onClose()
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={
        sales.length === 1
          ? t('day.closing.signTitle')
          : t('day.closing.signTitleAll', { number: sales.length })
      }
      text={
        <>
          {first && sales.length === 1 && (
            <p className={styles.facts}>
              <OpenSaleFacts sale={first} />
            </p>
          )}
          <p>{t('day.closing.signText')}</p>
        </>
      }
      confirm={t('day.closing.signOff')}
      onConfirm={confirm}
    >
      <Field
        label={t('app.reason')}
        value={reason}
        maxLength={300}
        error={pressed && short ? t('app.reasonShort') : null}
        onChange={event => setReason(event.target.value)}
      />
    </Dialog>
  )
}
